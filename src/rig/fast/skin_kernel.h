// The kernel under SkinLayout: skins groups of eight vertices with the widest instructions that the
// machine has. All of this is private to skin_layout.cpp and skin_kernel.cpp.
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
  streamed,  ///< past the caches; both outputs stand at multiples of 32 bytes
};

/// Skins groups [begin, end) and returns the bounds of their vertices. `positions` and `normals`
/// are where the first of them goes, three floats per vertex.
Bounds skin_groups(const SkinJob& job, std::size_t begin, std::size_t end, SkinOutput output,
                   float* positions, float* normals);

/// Skins one vertex in double precision, where single precision is not enough: computes the numbers
/// of `position` that are not finite and the whole of `normal` again. If there is no finite result,
/// then it writes the bind position and the bind normal.
void skin_exactly(const SkinJob& job, std::size_t slot, float* position, float* normal);

}  // namespace marrow::fast
