// What glTF cannot blend, as corrective shapes: morph targets with which linear blending shows
// what a skeleton's own blending shows.
#pragma once

#include <cstddef>
#include <string>

#include "base/progress.h"
#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

struct BlendBake {
  std::size_t most_shapes = 32;  ///< of a mesh and a motion
  double tolerance = 1e-3;       ///< of the model's size: nothing smaller is corrected
};

struct BakedBlend {
  Scene scene;              ///< skeletons blend linearly; meshes have shapes, motions drive them
  std::size_t shapes = 0;   ///< that were added
  double error_before = 0;  ///< world units: how far linear blending alone is off, at most
  double error = 0;         ///< with the shapes
  bool is_stopped = false;  ///< by `progress`: the rest is not to be used

  /// "3 shapes; nothing is farther off than 0.002, without them 0.08"
  std::string text() const;
};

/// Shapes for the present pose (weight 1 in the node), each stored pose (by its name, weight 0) and
/// moments of each motion: its first and last, then those where the shapes so far, with weights
/// linear in between, are farthest off. A shape moves a vertex at rest so that linear blending
/// takes it to where the other blending has it: dv = M^-1 p - v, M the blended matrix; where M is
/// nearly singular, as in a half turn, as well as damped least squares can. Old morph targets and
/// their keys stay. Errors are those of all frames, after the fact.
BakedBlend with_baked_blend(const Scene& scene, const Tasks& tasks, const BlendBake& options = {},
                            const ProgressCallback& progress = {});

/// Whether a mesh is blended otherwise than linearly.
bool has_blend_to_bake(const Scene& scene);

}  // namespace marrow
