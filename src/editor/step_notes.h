// What a step of the history brought about, in the words of its name: "Radius knee.L 0.12 -> 0.19,
// +212 vertices". No ImGui.
#pragma once

#include "editor/session.h"

namespace marrow {

struct Editor;
struct FilesState;

/// Once a frame, when the deformer is up to date: gives the step that was pushed since, unless it
/// has one, a note of the vertices that it covered, uncovered, or that a joint holds more or fewer
/// of.
void note_what_came(Session& session, FilesState& files);

}  // namespace marrow
