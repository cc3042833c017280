#include "editor/viewport/both_sides.h"

#include "edit/symmetry.h"
#include "editor/viewport/gizmo.h"

namespace marrow {

Operation both_sides(const Editor& editor, const Operation& operation) {
  if (!mirrors_edits(editor)) return operation;
  return with_symmetry(editor.document.gesture_start(), operation, editor.document.tasks());
}

}  // namespace marrow
