#include "editor/viewport/gesture.h"

#include "editor/session.h"
#include "editor/viewport/gizmo.h"

namespace marrow {

Operation gesture(const Session& session, const Operation& operation) {
  const Document& document = session.document;
  return marrow::gesture(document.gesture_start(), operation,
                         {mirrors_edits(session), session.whole_body}, document.tasks());
}

Operation gesture(const Session& session, const Grasp& grasp) {
  const Document& document = session.document;
  return marrow::gesture(document.gesture_start(), grasp,
                         {mirrors_edits(session), session.whole_body}, document.tasks());
}

}  // namespace marrow
