// How a figure stands: which way is up in a skeleton and in a motion, and whether a pose is that of
// a standing body. Told by the names of joints (joint_roles.h) and where they are; nothing is known
// of a figure without such names.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "scene/motion.h"
#include "scene/skeleton.h"

namespace marrow {

enum class UpAxis { x, y, z, minus_x, minus_y, minus_z };

inline constexpr std::array<std::string_view, 6> kUpAxisNames = {"x", "y", "z", "-x", "-y", "-z"};
constexpr std::string_view axis_name(UpAxis up) {
  return kUpAxisNames[static_cast<std::size_t>(up)];
}

/// Unit vector.
glm::dvec3 direction_of(UpAxis up);
/// The axis nearest to a direction.
UpAxis nearest_axis(const glm::dvec3& direction);
/// A quarter turn, a half turn or none that takes one axis to the other; entries are 0, 1 and -1.
glm::dmat3 turn_of(UpAxis from, UpAxis to);

/// Joints that tell how a body stands, as indices; -1 where no joint has such a name.
struct BodyJoints {
  int hips = -1;
  int top = -1;  ///< the head, else the last neck, else the last spine
  struct Limb {
    int upper = -1, lower = -1, end = -1;  ///< thigh, shin, foot; upper arm, forearm, hand
  };
  std::array<Limb, 2> legs, arms;  ///< left, right
};
BodyJoints body_joints(const Skeleton& skeleton);

/// Joint -> skeleton matrices: one per joint, at rest or as a motion has them at a time. Joints
/// without a track that moves them are at rest.
std::vector<glm::dmat4> world_at_rest(const Skeleton& skeleton);
std::vector<glm::dmat4> world_at_time(const Skeleton& skeleton, const Motion& motion,
                                      float seconds);

/// The direction in which a body stands: from feet to hips and from hips to head, averaged. Its
/// length, at most 1, is how far spine and legs agree: about 1 standing, 0.7 sitting, 0 without
/// names.
glm::dvec3 upwards(const BodyJoints& body, const std::vector<glm::dmat4>& world);
/// Likewise over a whole motion.
glm::dvec3 upwards(const Skeleton& skeleton, const Motion& motion);

/// From the right side to the left, by thighs, else by arms; unit, or zero where neither has both.
glm::dvec3 leftwards(const BodyJoints& body, const std::vector<glm::dmat4>& world);

/// How much a pose is that of a body standing along `up` (unit), arms anywhere between hanging and
/// held out to their sides: 1 entirely, 0 or less not at all.
double likeness_to_standing(const BodyJoints& body, const std::vector<glm::dmat4>& world,
                            const glm::dvec3& up);
inline constexpr double kStands = 0.7;  ///< a body stands, where likeness or length is more

/// Up in a skeleton at rest; none where the rest pose is no standing body.
std::optional<UpAxis> up_at_rest(const Skeleton& skeleton);

/// Up in a motion: along which the body stands on average. Where the rest pose stands along another
/// axis, that one decides if the motion tells too little, or if the lowest joint is at height 0 by
/// the rest pose's axis alone. None without names.
std::optional<UpAxis> up_in_motion(const Skeleton& skeleton, const Motion& motion);

/// The skeleton with its rest pose turned as a whole, about the origin.
Skeleton with_rest_turned(Skeleton skeleton, const glm::dmat3& turn);

/// At most `most` times, evenly from the beginning to the end; 0 is always one.
std::vector<float> sample_times(const Motion& motion, std::size_t most);

}  // namespace marrow
