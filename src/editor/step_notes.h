// Notes on a history step's effect: "Radius knee.L 0.12 -> 0.19, +212 vertices". No ImGui.
#pragma once

#include "editor/session.h"

namespace marrow {

struct Editor;
struct StepNotesState;

/// How many vertices a joint holds more than before.
struct CapturedChange {
  Id joint = kNoId;
  std::int64_t more = 0;
};
/// "+212 vertices"; of two joints "+44 vertices each" or "shin.L +44, shin.R -2 vertices"; of more
/// "+130 vertices in all". Empty when none holds more or fewer.
std::string captured_words(const Scene& scene, const std::vector<CapturedChange>& changes);

/// Once a frame, after the deformer's update: notes on the latest step, unless it has a note, how
/// many vertices it covered, uncovered, or a joint gained or lost.
void note_what_came(Session& session, StepNotesState& known);

}  // namespace marrow
