// Edits of joints by panels and menus, while symmetric editing is on. No ImGui.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// The edit together with its mirror image (edit/symmetry.h), as one step, where edits of the present tab go to both sides; otherwise the
/// edit itself. Of a gesture the scene at its start counts.
Operation both_sides(const Editor& editor, const Operation& operation);

}  // namespace marrow
