// A posed mesh bound again: its present pose becomes its rest.
#pragma once

#include <vector>

#include "rig/skinning/deformed_mesh.h"

namespace marrow {

/// The mesh whose rest positions are the present ones of `posed`. `output_from_mesh`: S^-1 M.
/// `morph_weights`: one per target, or none; with them it looks like the posed mesh. Morph targets
/// and normals turn with the blended matrix of their vertex (under delta mush that of linear
/// blending). Tangents are left out: programs find them from normals and uvs. All else stays.
Mesh rebound_mesh(const DeformedMesh& posed, const glm::dmat4& output_from_mesh,
                  const std::vector<float>& morph_weights);

/// The touch-ups, of strength 1, that give `bare`, a mesh without touch-ups, the rows of `wanted`,
/// for vertices whose weights differ by more than 1e-6. Leaves out empty rows of `wanted`:
/// touch-ups cannot empty a row.
TouchUps touch_ups_between(const DeformedMesh& bare, const DeformedMesh& wanted,
                           const Skeleton& skeleton);

}  // namespace marrow
