#include "editor/viewport/gesture.h"

#include "editor/viewport/gizmo.h"

namespace marrow {

Operation gesture(const Editor& editor, const Operation& operation) {
  const Document& document = editor.document;
  return marrow::gesture(document.gesture_start(), operation,
                         {mirrors_edits(editor), editor.whole_body}, document.tasks());
}

Operation gesture(const Editor& editor, const Grasp& grasp) {
  const Document& document = editor.document;
  return marrow::gesture(document.gesture_start(), grasp,
                         {mirrors_edits(editor), editor.whole_body}, document.tasks());
}

}  // namespace marrow
