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
  Id skeleton = kNoId;  ///< the node
  /// from a frame in skeleton units with its origin at the bone's base and +z along the bone
  glm::mat4 world_from_bone{1.0f};
  float length = 0.0f;  ///< bone length in that frame; 0: the capsule is a sphere
  Radii radii{};        ///< in that frame; at least one is > 0
};

/// All visible capsules: joints of shown skeleton nodes with a radius > 0 at either end and finite
/// matrices. `deformed` must be up to date with `scene`; skeletons that it lacks are left out.
std::vector<CapsuleShape> capsule_shapes(const Scene& scene, const Deformer& deformed);

/// The capsule's silhouette for an eye (homogeneous, see EyeView): a closed curve (first point
/// repeated), world space, with `segments` pieces per rounded end. Empty if the eye is inside the
/// capsule, or the capsule is flat. For a tapered capsule seen from the side, the curve is off by
/// up to the tilt of its surface.
std::vector<glm::vec3> silhouette(const CapsuleShape& shape, const glm::vec4& eye, int segments);

/// An orthonormal right-handed frame at `base` with its z axis towards `tip`; arbitrary if they
/// coincide.
glm::mat4 frame_along(const glm::vec3& base, const glm::vec3& tip);

/// The mean column length of the 3x3, used as the uniform scale of an uneven matrix.
float mean_scale(const glm::mat4& matrix);

/// True if the node and all its ancestors are visible.
bool is_shown(const Scene& scene, Id node);

/// A closed circle of `radius` around `center`, perpendicular to `normal`.
std::vector<glm::vec3> circle(const glm::vec3& center, const glm::vec3& normal, float radius,
                              int segments = 64);

}  // namespace marrow::view
