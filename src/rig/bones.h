// Bones as segments in skeleton space, and distances to them.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// From the joint's origin to its extent at bind.
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

/// Whether a capsule holds a vertex at `distance` from its bone: if and only if d < r, strictly
/// (rig.h: find_joints). `radius` is that of the capsule where its bone is nearest: r(t) of a
/// tapered one. A radius <= 0 and a distance that is not a number hold nothing. Number: float or
/// double. rig/fast/capsule_lanes.h has the same rule in lanes, the textbook its own line.
template <typename Number>
constexpr bool is_held(Number distance, Number radius) {
  return distance < radius;
}

/// The difference possible between two correct single-precision computations of that distance. A
/// radius larger by more than this holds the position for certain, one smaller by more does not.
double distance_slack(const Bone& bone, const glm::vec3& position);

/// The nearest bone of each source vertex; radii are ignored.
struct NearestBones {
  std::vector<int> joint;       ///< V: index; -1 when the skeleton has no joints
  std::vector<float> distance;  ///< V
};

/// The nearest bone of the first `count` positions; of equally near ones (up to rounding) the
/// first, so that vertices around a shared joint agree.
NearestBones nearest_bones(const std::vector<Bone>& bones, const std::vector<glm::vec3>& positions,
                           std::size_t count);

}  // namespace marrow
