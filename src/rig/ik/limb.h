// Limbs in closed form: two bones with an elbow between them, and a hand or foot at their end. Only
// rig/ik/*.cpp include it.
#pragma once

#include <optional>
#include <vector>

#include "rig/ik/ik.h"

namespace marrow {

/// A limb of an IkProblem. Its three joints are moved by no other handle.
struct IkLimb {
  int upper = -1;  ///< turns freely: a thigh, an upper arm
  int elbow = -1;  ///< bends about `axis`
  /// Below the elbow, turns freely. -1: the handle's point is fixed to the elbow.
  int hand = -1;
  glm::dvec3 axis{0.0};  ///< in the elbow's frame of L
  bool is_axis_certain = false;
  const IkHandle* tip = nullptr;
  const IkHandle* base = nullptr;  ///< pulls on the hand's base; not null if there is a hand
  const IkHandle* side = nullptr;  ///< pulls on the hand's side point; may be null
  bool is_alone = false;           ///< no joint above it is free
};

/// The limbs at the problem's handles, with pointers into `problem`. A single tip below a free hand
/// is not a limb, because the hand could turn in many ways.
std::vector<IkLimb> ik_limbs(const IkProblem& problem);

/// Ul of a limb's joints.
struct IkLimbPose {
  glm::dmat4 upper{1.0}, elbow{1.0}, hand{1.0};
  bool reaches = false;  ///< every target is met
};

/// Poses a limb for its handles' targets, with the joints above as in `user_locals`. The elbow
/// bends by the law of cosines, and is straight if the target is too far away. The upper joint
/// turns the limb towards the target and keeps the limb's swivel. The swivel is an angle about the
/// line from the limb's base to its end: from the side to which the rest pose would bend if it were
/// turned there by the smallest rotation, to the side to which the limb bends. So the pose is a
/// function of targets, joints above and swivel, not of the path that led there. If not all targets
/// can be met, the tip has priority over the base. nullopt for joints that are limited too tightly,
/// sheared, unevenly scaled, or without length.
std::optional<IkLimbPose> limb_pose(const IkProblem& problem, const IkLimb& limb,
                                    const std::vector<glm::dmat4>& user_locals);

}  // namespace marrow
