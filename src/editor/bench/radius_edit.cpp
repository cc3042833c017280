#include "editor/bench/radius_edit.h"

#include <utility>

#include "edit/gesture.h"
#include "edit/mirror.h"
#include "editor/session.h"

namespace marrow {

Operation radius_operation(const Session& session, std::vector<Id> joints,
                           std::vector<float> radii) {
  const Document& document = session.document;
  return gesture(document.gesture_start(), op::SetRadius{std::move(joints), std::move(radii)},
                 {session.is_symmetric, session.whole_body}, document.tasks());
}

Id mirror_partner(const Session& session, Id joint) {
  return marrow::mirror_partner(session.document.scene(), joint);
}

}  // namespace marrow
