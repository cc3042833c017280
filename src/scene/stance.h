// Which way is up in a skeleton or a motion, and whether a pose is a standing body. Found from the
// roles of joints (joint_roles.h) and their positions; a figure without roles gives no result.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "scene/motion.h"
#include "scene/skeleton.h"

namespace marrow {

enum class UpAxis { x, y, z, minus_x, minus_y, minus_z };

inline constexpr std::array<std::string_view, 6> kUpAxisNames = {"x", "y", "z", "-x", "-y", "-z"};
constexpr std::string_view axis_name(UpAxis up) { return kUpAxisNames[std::size_t(up)]; }

/// Unit vector.
glm::dvec3 direction_of(UpAxis up);
UpAxis nearest_axis(const glm::dvec3& direction);
/// The quarter turn, half turn or identity that takes one axis to the other; entries are 0, 1 and
/// -1.
glm::dmat3 turn_of(UpAxis from, UpAxis to);

/// Indices of the joints that show how a body stands; -1 if no joint has that role.
struct BodyJoints {
  int hips = -1;
  int top = -1;  ///< the head, else the last neck, else the last spine
  struct Limb {
    int upper = -1, lower = -1, end = -1;  ///< thigh, shin, foot; upper arm, forearm, hand
  };
  std::array<Limb, 2> legs, arms;  ///< left, right
};
BodyJoints body_joints(const Skeleton& skeleton);

/// Joint -> skeleton matrices, one per joint, at rest or at a time of a motion. Joints that the
/// motion does not move are at rest.
std::vector<glm::dmat4> world_at_rest(const Skeleton& skeleton);
std::vector<glm::dmat4> world_at_time(const Skeleton& skeleton, const Motion& motion,
                                      float seconds);

/// The direction in which a body stands: the mean of feet to hips and hips to head. Its length, at
/// most 1, states how far spine and legs agree: about 1 standing, 0.7 sitting, 0 without roles.
glm::dvec3 upwards(const BodyJoints& body, const std::vector<glm::dmat4>& world);
/// The mean of upwards() over a whole motion.
glm::dvec3 upwards(const Skeleton& skeleton, const Motion& motion);

/// Unit direction from the right side to the left, by the thighs, else by the arms; zero if neither
/// pair is complete.
glm::dvec3 leftwards(const BodyJoints& body, const std::vector<glm::dmat4>& world);

/// How well a pose matches a body standing along `up` (unit), with arms anywhere from hanging to
/// held out to the sides: 1 entirely, 0 or less not at all.
double standing_score(const BodyJoints& body, const std::vector<glm::dmat4>& world,
                      const glm::dvec3& up);
/// The least standing_score(), or length of upwards(), of a standing body.
inline constexpr double kStandingScore = 0.7;

/// The up axis of a skeleton at rest; none if the rest pose is not a standing body.
std::optional<UpAxis> up_at_rest(const Skeleton& skeleton);

/// The up axis of a motion: the axis along which the body stands on average. If the rest pose has
/// another axis, that axis decides when the motion shows too little, or when the lowest joint is at
/// height 0 only along the rest pose's axis. None without roles.
std::optional<UpAxis> up_in_motion(const Skeleton& skeleton, const Motion& motion);

/// The skeleton with its whole rest pose turned about the origin.
Skeleton with_rest_turned(Skeleton skeleton, const glm::dmat3& turn);

/// The lowest and the highest joint along a direction.
struct Heights {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};
Heights heights_of(const std::vector<glm::dmat4>& world, const glm::dvec3& up);

/// At most `most` times, evenly spaced from beginning to end; always includes 0.
std::vector<float> sample_times(const Motion& motion, std::size_t most);

}  // namespace marrow
