// Fields of panels as gestures of the document: however long a field is dragged or typed into, letting it go makes one step.
#pragma once

#include "app/editor.h"
#include "app/widgets.h"

namespace marrow::app {

/// Maps what happened to a field to begin, update and commit, on both sides of the body while editing is symmetric. A refusal is said once,
/// when the field is let go; a gesture that Esc cancelled in the meantime stays cancelled.
void apply_field(Editor& editor, const FieldEvents& events, const Operation& operation);

}  // namespace marrow::app
