// What a step of the history brought about, in the words of its name: "Radius knee.L 0.12 -> 0.19, +212 vertices". No ImGui.
#pragma once

#include <cstdint>
#include <map>

#include "scene/mesh.h"

namespace marrow {

struct Editor;

/// What the mesh was like at the last committed state.
struct StepNotesState {
  std::uint64_t commits = ~0ull;  ///< Document::commits() then
  std::uint32_t uncovered = 0;
  std::map<Id, std::uint32_t> captured;  ///< vertices a joint holds
};

/// Once a frame, when the deformer is up to date: gives the step that was pushed since, unless it has one, a note of the vertices that it
/// covered, uncovered, or that a joint holds more or fewer of.
void note_what_came(Editor& editor);

}  // namespace marrow
