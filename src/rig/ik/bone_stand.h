// The points of a bone that inverse kinematics pulls on, in world space.
#pragma once

#include "rig/ik/problem.h"
#include "scene/scene.h"

namespace marrow {

/// Weight of a bone's base and side point. A tip has 1, so base and side give way.
inline constexpr double kBaseWeight = 1e-4;

/// World space. Infinite for a joint without a finite position.
struct BoneStand {
  glm::dvec3 tip{0.0};   ///< S W_j e_j
  glm::dvec3 base{0.0};  ///< the joint's origin
  glm::dvec3 side{0.0};  ///< the point of IkHandle::is_side; without length: the base
};

/// For a joint of the skeleton of `problem`, in the skeleton's pose.
BoneStand stand_of_bone(const IkProblem& problem, int joint);
/// Precondition: the joint exists.
BoneStand stand_of_bone(const Scene& scene, const JointRef& bone);

/// Length along the bones from the beginning of a joint's limb (ik_limb()) to its tip, world units.
double limb_length(const IkProblem& problem, int joint);
double limb_length(const Scene& scene, const JointRef& bone);

/// Adds handles that move a bone to `to`: its tip, and base and side as far as the tip allows.
void pull_bone(IkProblem& problem, int joint, const BoneStand& to, double weight = 1.0);

}  // namespace marrow
