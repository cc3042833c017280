// Corrective shapes for glTF, which only blends linearly: morph targets with which linear blending
// gives the same surface as the skeleton's own blending.
#pragma once

#include <cstddef>
#include <string>

#include "base/progress.h"
#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

struct BlendBake {
  std::size_t most_shapes = 32;  ///< per mesh and motion
  double tolerance = 1e-3;       ///< share of the model's size; smaller errors stay
};

struct BakedBlend {
  Scene scene;              ///< skeletons blend linearly; meshes have shapes, motions drive them
  std::size_t shapes = 0;   ///< number of shapes added
  double error_before = 0;  ///< largest error of linear blending alone, world units
  double error = 0;         ///< largest error with the shapes, world units
  bool is_stopped = false;  ///< by `progress`; the other members are then invalid

  /// "blending as 3 shapes; nothing is farther off than 0.002, without them 0.08"
  std::string text() const;
};

/// Makes shapes for the present pose (weight 1 in the node), each stored pose (with its name,
/// weight 0) and moments of each motion: the first, the last, then moments with the largest error
/// of the shapes so far, whose weights are linear in between. A shape moves a vertex at rest so
/// that linear blending puts it where the skeleton's blending does: dv = M^-1 p - v, M the blended
/// matrix. Where M is nearly singular, as in a half turn, dv is a damped least-squares solution.
/// Existing morph targets and their keys stay. Errors are measured in the result, over all frames.
BakedBlend with_baked_blend(const Scene& scene, const Tasks& tasks, const BlendBake& options = {},
                            const ProgressCallback& progress = {});

/// True if any mesh has a blend other than linear.
bool has_blend_to_bake(const Scene& scene);

}  // namespace marrow
