// Fields of panels as gestures of the document: a drag or typed number is one step.
#pragma once

#include "editor/session.h"

namespace marrow {

struct PanelsState;

/// Events of a field in this frame. A drag is began, changed..., ended; a typed number may be all
/// three at once. They map to Document's begin, update and commit.
struct FieldEvents {
  bool began = false;
  bool changed = false;
  bool ended = false;
};

/// Maps a field's events to begin, update and commit, on both sides while editing is symmetric. A
/// refusal is said once, at the end; a gesture that Esc canceled stays canceled.
void apply_field(Session& session, PanelsState& panels, const FieldEvents& events,
                 const Operation& operation);

}  // namespace marrow
