// The inner loops of a patch's meters: its triangles in a pose, and each joint's part of them. Once
// per instruction set.
#pragma once

#include "rig/measure/patches.h"

namespace marrow {

/// The triangles of a patch in a pose, one number of each kind per triangle. Scratch memory.
struct alignas(64) PatchTriangles {
  using PerTriangle = std::array<float, Patch::kMostTriangles>;
  std::array<float, 4 * 3 * Patch::kMostTriangles> places;  ///< x, y, z and anything of each vertex
  std::array<PerTriangle, 4> fans;       ///< x, y, z of n_t, and S_t (patch_meters.h)
  std::array<PerTriangle, 3> stretches;  ///< of side k: (length now / length at bind)^2, or NaN
};

/// Of a whole patch, relative to m, its first vertex.
struct TriangleSums {
  glm::vec4 fan{0.0f};          ///< sum of n_t, and of S_t
  glm::vec3 moments{0.0f};      ///< sum of bind area times middle
  float worst_stretch = -1.0f;  ///< squared; negative: no side has a length at bind
};

/// Fills `triangles` and adds up. `positions`: those of the mesh.
TriangleSums take_triangles(const Patch& patch, const std::vector<glm::vec3>& positions,
                            PatchTriangles& triangles);

/// The fan's sum by shares, one per triangle.
glm::vec4 shared_fan(std::span<const float> shares, const PatchTriangles& triangles);

/// The worst of those of `count` triangles' sides that are marked: for each k a run of one bit per
/// triangle, so 3 * count / 8 bytes. Negative: none of them has a length at bind.
float worst_stretch(std::span<const std::uint8_t> marks, std::size_t count,
                    const PatchTriangles& triangles);

}  // namespace marrow
