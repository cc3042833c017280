#include "app/both_sides.h"

#include "app/viewport_gizmo.h"
#include "edit/symmetry.h"

namespace marrow::app {

Operation both_sides(const Editor& editor, const Operation& operation) {
  if (!mirrors_edits(editor)) return operation;
  return with_symmetry(editor.document.gesture_start(), operation, editor.document.tasks());
}

}  // namespace marrow::app
