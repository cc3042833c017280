#include "editor/bench/radius_edit.h"

#include <utility>

#include "edit/gesture.h"
#include "edit/mirror.h"

namespace marrow {

Operation radius_operation(const Editor& editor, std::vector<Id> joints, std::vector<float> radii) {
  const Document& document = editor.document;
  return gesture(document.gesture_start(), op::SetRadius{std::move(joints), std::move(radii)},
                 {editor.is_symmetric, editor.whole_body}, document.tasks());
}

Id mirror_partner(const Editor& editor, Id joint) {
  return marrow::mirror_partner(editor.document.scene(), joint);
}

}  // namespace marrow
