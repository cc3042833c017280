#pragma once

#include <cstdint>
#include <map>

#include "scene/mesh.h"

namespace marrow {

/// The mesh's coverage at the last committed state, which notes on steps compare with.
struct StepNotesState {
  std::uint64_t commits = ~0ull;  ///< Document::commits() then
  std::uint32_t uncovered = 0;
  std::map<Id, std::uint32_t> captured;  ///< vertices a joint holds
};

}  // namespace marrow
