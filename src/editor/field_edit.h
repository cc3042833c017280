// Fields of panels as gestures of the document: however long a field is dragged or typed into,
// letting it go makes one step.
#pragma once

#include "editor/session.h"

namespace marrow {

struct PanelsState;

/// What happened to a field in this frame. A drag is began, changed..., ended; a typed number may
/// do all three at once. Maps one to one to Document's begin, update and commit: one gesture is one
/// step.
struct FieldEvents {
  bool began = false;
  bool changed = false;
  bool ended = false;
};

/// Maps what happened to a field to begin, update and commit, on both sides of the body while
/// editing is symmetric. A refusal is said once, when the field is let go; a gesture that Esc
/// cancelled in the meantime stays cancelled.
void apply_field(Session& session, PanelsState& panels, const FieldEvents& events,
                 const Operation& operation);

}  // namespace marrow
