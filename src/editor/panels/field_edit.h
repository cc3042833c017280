// Edits in fields of panels as gestures of the document: a drag or a typed number is one step.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// Events of a field in this frame. A drag is began, changed..., ended; a typed number may be all
/// three at once.
struct FieldEvents {
  bool began = false;
  bool changed = false;
  bool ended = false;
};

/// Maps the events of a field to Document's begin, update and commit, on both sides if editing is
/// symmetric. A toast shows a refusal once, at the end. A gesture canceled by Esc stays canceled.
void apply_field(Session& session, PanelsState& panels, const FieldEvents& events,
                 const Operation& operation);

}  // namespace marrow
