// Inner loops of a patch's meters: its triangles in a pose, and each joint's part of them. Compiled
// once per instruction set.
#pragma once

#include "rig/measure/patches.h"

namespace marrow {

/// The triangles of a patch in a pose, one array per number. Scratch memory.
struct alignas(64) PatchTriangles {
  using PerTriangle = std::array<float, Patch::kMostTriangles>;
  std::array<float, 4 * 3 * Patch::kMostTriangles> places;  ///< x, y, z, unused of each vertex
  std::array<PerTriangle, 4> fans;       ///< x, y, z of n_t, and S_t (patch_meters.h)
  std::array<PerTriangle, 3> stretches;  ///< of side k: (length now / length at bind)^2, or NaN
};

/// Sums over a whole patch, relative to m, its first vertex.
struct TriangleSums {
  glm::vec4 fan{0.0f};          ///< sum of n_t, and of S_t
  glm::vec3 moments{0.0f};      ///< sum of bind area times middle
  float worst_stretch = -1.0f;  ///< squared; negative: no side has a length at bind
};

/// Fills `triangles` and sums them. `positions`: all positions of the mesh.
TriangleSums take_triangles(const Patch& patch, const std::vector<glm::vec3>& positions,
                            PatchTriangles& triangles);

/// The sum of the fan's triangles, each times its share. `shares`: one per triangle.
glm::vec4 shared_fan(std::span<const float> shares, const PatchTriangles& triangles);

/// The worst stretch among the marked sides of `count` triangles. `marks`: for each side k a run of
/// one bit per triangle, 3 * count / 8 bytes. Negative: no marked side has a length at bind.
float worst_stretch(std::span<const std::uint8_t> marks, std::size_t count,
                    const PatchTriangles& triangles);

}  // namespace marrow
