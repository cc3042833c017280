// A posed mesh bound anew: its present pose becomes its rest.
#pragma once

#include <optional>
#include <vector>

#include "rig/skinning/deformed_mesh.h"

namespace marrow {

/// The mesh whose rest is the present pose of `posed`, in mesh space. `output_from_mesh`: S^-1 M.
/// `morph_weights`: one per target, or none; with them the new mesh looks like the posed one.
/// Morph targets, normals and tangents turn with their vertex's blended matrix; normals under
/// delta mush also turn with the smoothed surface. Weights, faces and all else stay.
Mesh rebound_mesh(const DeformedMesh& posed, const glm::dmat4& output_from_mesh,
                  const std::vector<float>& morph_weights);

/// The touch-ups, of strength 1, that give `after`, the mesh at its new rest without touch-ups, the
/// rows that `before` has with touch-ups `painted` of some strength. None if its own rows are those
/// of `before` within 1e-6, so that `painted` can stay. A vertex that no joint held before follows
/// the joints that hold it now: touch-ups cannot empty a row.
std::optional<TouchUps> touch_ups_that_keep_rows(const DeformedMesh& before,
                                                 const DeformedMesh& after,
                                                 const Skeleton& skeleton, const TouchUps& painted,
                                                 float strength);

}  // namespace marrow
