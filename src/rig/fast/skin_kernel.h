// The kernel of SkinLayout: skins groups of eight vertices with the widest vectors of the machine.
// Private to skin_layout.cpp and skin_kernel.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/fast/skin_job.h"

namespace marrow::fast {

enum class SkinOutput {
  nothing,   ///< bounds only
  cached,    ///< plain stores
  streamed,  ///< stores that bypass the caches; both outputs are aligned to 32 bytes
};

/// Skins groups [begin, end) and returns the bounds of their vertices. `positions` and `normals`
/// point to the output of the first vertex; three floats per vertex.
Bounds skin_groups(const SkinJob& job, std::size_t begin, std::size_t end, SkinOutput output,
                   float* positions, float* normals);

/// Skins one vertex in double precision: recomputes the numbers of `position` that are not finite,
/// and all of `normal`. If the result is not finite, writes the bind position and normal.
void skin_exactly(const SkinJob& job, std::size_t slot, float* position, float* normal);

}  // namespace marrow::fast
