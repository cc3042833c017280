// Notes on a history step's effect: "Radius knee.L 0.12 -> 0.19, +212 vertices". No ImGui.
#pragma once

#include "editor/session.h"

namespace marrow {

struct Editor;
struct FilesState;

/// Once a frame, after the deformer's update: notes on the latest step, unless it has a note, how
/// many vertices it covered, uncovered, or a joint gained or lost.
void note_what_came(Session& session, FilesState& files);

}  // namespace marrow
