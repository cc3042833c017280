// Capsules as they stand in the world: the bind-space capsule moved by S W B^-1, in the true shape
// that uneven scale gives it.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/ray.h"
#include "scene/scene.h"

namespace marrow::view {

struct CapsuleShape {
  Id joint = kNoId;
  Id skeleton = kNoId;              ///< the node
  glm::mat4 world_from_bone{1.0f};  ///< from a frame of skeleton units whose origin is the bone's
                                    ///< base and whose +z runs along it
  float length = 0.0f;              ///< of the bone in that frame; 0: the capsule is a sphere
  float radius = 0.0f;              ///< in that frame, > 0
};

/// Every capsule that can be seen: joints of shown skeleton nodes with a radius > 0 and finite
/// matrices. `deformed` must be up to date with `scene`; a skeleton it does not know is left out.
std::vector<CapsuleShape> capsule_shapes(const Scene& scene, const Deformer& deformed);

/// The closed curve (first point repeated) on the capsule, world space, that is its silhouette for
/// an eye (homogeneous, see EyeView). `segments` pieces for each rounded end. Empty when the eye is
/// inside, or the capsule is flattened to nothing.
std::vector<glm::vec3> silhouette(const CapsuleShape& shape, const glm::vec4& eye, int segments);

/// The mean length of the columns of the 3x3: what stands for the scale of an uneven matrix where
/// one number must do.
float mean_scale(const glm::mat4& matrix);

/// A node is shown when it and all its ancestors are visible.
bool is_shown(const Scene& scene, Id node);

}  // namespace marrow::view
