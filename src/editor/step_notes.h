// Notes on the effect of a history step: "Radius knee.L 0.12 -> 0.19, +212 vertices".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "editor/session.h"

namespace marrow {

/// Coverage at the last committed step; the note of the next step compares with it.
struct StepNotesState {
  std::uint64_t commits = ~0ull;  ///< Document::commits() of that step
  std::uint32_t uncovered = 0;
  std::map<Id, std::uint32_t> captured;  ///< vertices captured per joint
};

/// Change of the number of vertices that a joint captures.
struct CapturedChange {
  Id joint = kNoId;
  std::int64_t more = 0;
};
/// "+212 vertices"; for two joints "+44 vertices each" or "shin.L +44, shin.R -2 vertices"; for
/// more joints "+130 vertices in all". Empty if no number changed.
std::string captured_words(const Scene& scene, const std::vector<CapturedChange>& changes);

/// Call once per frame, after the deformer's update. Unless the latest step has a note, notes how
/// many vertices became covered or uncovered, or how many each joint gained or lost.
void note_step_effects(Session& session, StepNotesState& known);

}  // namespace marrow
