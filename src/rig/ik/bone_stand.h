// A bone in the world as inverse kinematics takes hold of it.
#pragma once

#include "rig/ik/problem.h"
#include "scene/scene.h"

namespace marrow {

/// Weight of a bone's base and of the point beside it, next to a tip's 1: they give way.
inline constexpr double kBaseWeight = 1e-4;

/// World space. Infinite for a joint that stands nowhere.
struct BoneStand {
  glm::dvec3 tip{0.0};   ///< S W_j e_j
  glm::dvec3 base{0.0};  ///< the joint's origin
  glm::dvec3 side{0.0};  ///< the point of IkHandle::is_side; the base of a bone without length
};

/// Of a joint of the skeleton of `problem`, in the pose of the skeleton.
BoneStand stand_of_bone(const IkProblem& problem, int joint);
/// Precondition: the joint is there.
BoneStand stand_of_bone(const Scene& scene, const JointRef& bone);

/// From the beginning of a joint's limb (ik_limb()) to its tip along the bones, world units.
double limb_length(const IkProblem& problem, int joint);
double limb_length(const Scene& scene, const JointRef& bone);

/// Adds the handles that bring a bone there: its tip, and base and side as far as tips allow.
void pull_bone(IkProblem& problem, int joint, const BoneStand& to, double weight = 1.0);

}  // namespace marrow
