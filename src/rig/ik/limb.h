// Limbs in closed form: two bones with an elbow between them, and a hand or foot at their end. Only
// rig/ik/*.cpp include it.
#pragma once

#include <optional>
#include <vector>

#include "rig/ik/ik.h"

namespace marrow {

/// A limb of an IkProblem. Its three joints turn for no other handle.
struct IkLimb {
  int upper = -1;  ///< turns freely: a thigh, an upper arm
  int elbow = -1;  ///< bends about `axis`
  int hand = -1;   ///< below the elbow, turns freely; -1: the handle's point is fixed to the elbow
  glm::dvec3 axis{0.0};  ///< in the elbow's frame of L
  bool is_axis_certain = false;
  const IkHandle* tip = nullptr;
  const IkHandle* base = nullptr;  ///< of the hand, not null where there is one
  const IkHandle* side = nullptr;  ///< of the hand, or null
  bool is_alone = false;           ///< no joint above it is free
};

/// The limbs of the problem, by their handles: pointers into `problem`. A tip alone with a free
/// hand above it is none: its hand could turn in many ways.
std::vector<IkLimb> ik_limbs(const IkProblem& problem);

/// Ul of the limb's joints for its handles' targets, in the pose `user_locals` of the joints above.
struct IkLimbPose {
  glm::dmat4 upper{1.0}, elbow{1.0}, hand{1.0};
  bool reaches = false;  ///< every target is met
};

/// The elbow bends by the law of cosines, straight where the target is too far away; the upper
/// joint turns the limb towards the target and keeps the limb's swivel: the angle about the line
/// from its base to its end, from the side in which the rest pose would bend if it were turned
/// there the short way, to the side in which the limb bends. So the pose is a function of the
/// targets, the joints above and the swivel, whatever way led there. Out of reach of the base the
/// tip has priority, then the base. Nothing for joints that are limited too tightly, sheared,
/// unevenly scaled, or without length.
std::optional<IkLimbPose> limb_pose(const IkProblem& problem, const IkLimb& limb,
                                    const std::vector<glm::dmat4>& user_locals);

}  // namespace marrow
