// Capsules in the world: the bind-space capsule moved by S W B^-1, with its shape under uneven
// scale.
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
  Radii radii{};                    ///< in that frame; one is > 0
};

/// All visible capsules: joints of shown skeleton nodes with a radius > 0 at an end and finite
/// matrices. `deformed` must be up to date with `scene`; unknown skeletons are left out.
std::vector<CapsuleShape> capsule_shapes(const Scene& scene, const Deformer& deformed);

/// The capsule's silhouette for an eye (homogeneous, see EyeView): a closed curve (first point
/// repeated), world space. `segments` pieces per rounded end. Empty inside the capsule, or for a
/// flat one. Of a tapered capsule from the side to within the tilt of its surface.
std::vector<glm::vec3> silhouette(const CapsuleShape& shape, const glm::vec4& eye, int segments);

/// The mean column length of the 3x3, as the one scale of an uneven matrix.
float mean_scale(const glm::mat4& matrix);

/// A node is shown when it and all its ancestors are visible.
bool is_shown(const Scene& scene, Id node);

/// A circle of `radius` around `center`, across `normal`; closed.
std::vector<glm::vec3> circle(const glm::vec3& center, const glm::vec3& normal, float radius,
                              int segments = 64);

}  // namespace marrow::view
