// Bones as segments in skeleton space, and distances to them.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// A joint's bone at bind, from the joint's origin to its extent.
struct Bone {
  glm::vec3 start{0.0f}, end{0.0f};
  bool operator==(const Bone&) const = default;
};

/// One per joint. `bind` is B.
std::vector<Bone> bones_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind);

/// t in [0, 1] of the bone's point nearest to `point`; 0 for a bone without length.
double parameter_on(const Bone& bone, const glm::vec3& point);
glm::vec3 closest_on(const Bone& bone, const glm::vec3& point);
double distance_to(const Bone& bone, const glm::vec3& position);

/// r(t) of the joint's capsule where its bone is nearest to `point`.
float radius_at(const Joint& joint, const Bone& bone, const glm::vec3& point);

/// Membership (rig.h: find_joints): true if and only if d < r, strictly. `distance` is d, from the
/// bone; `radius` is r where the bone is nearest, so r(t) for a tapered capsule. False for a radius
/// <= 0 or a distance that is NaN. Number: float or double.
/// rig/fast/capsule_lanes.h has the same rule for SIMD lanes, and the textbook has it as well.
template <typename Number>
constexpr bool is_in_capsule(Number distance, Number radius) {
  return distance < radius;
}

/// Largest difference between two correct single-precision computations of distance_to(). A radius
/// that exceeds the distance by more than this certainly holds the position; a radius that is
/// smaller by more than this certainly does not.
double distance_slack(const Bone& bone, const glm::vec3& position);

/// The nearest bone of each source vertex; radii are ignored.
struct NearestBones {
  std::vector<int> joint;       ///< V: index; -1 when the skeleton has no joints
  std::vector<float> distance;  ///< V
};

/// The nearest bone of each of the first `count` positions. Among equally near bones (up to
/// rounding) the first wins, so that vertices around a shared joint agree.
NearestBones nearest_bones(const std::vector<Bone>& bones, const std::vector<glm::vec3>& positions,
                           std::size_t count);

}  // namespace marrow
