// The input of inverse kinematics: targets of tips, and free joints.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// A target for a tip: the end of the posed bone, S W_j e_j.
struct IkHandle {
  int joint = -1;
  glm::dvec3 target{0.0};  ///< world space, finite
  double weight = 1.0;     ///< factor of this handle's term in f, > 0
  /// Pulls on the bone's base, the joint's origin, instead of its tip. "Tip" below means either.
  bool is_base = false;
  /// Pulls on a point next to the base instead, as far from it as the tip: fixes the bone's
  /// rotation about itself.
  bool is_side = false;
};

/// A joint that bends about one axis and to one side: an elbow or a knee.
struct IkElbow {
  int joint = -1;
  glm::dvec3 axis{0.0};     ///< unit, in the frame of L; turning about it bends a straight limb
  bool is_certain = false;  ///< applies even if the present pose is bent about another axis
};

struct IkProblem {
  const Skeleton* skeleton = nullptr;  ///< not null; joint indices below refer to it
  glm::mat4 world_from_skeleton{1.0f};
  std::vector<IkHandle> handles;
  /// Joints that may turn, ascending. Their limits, if any, are kept.
  std::vector<int> free;
  std::vector<IkElbow> elbows{};  ///< at most one per joint; ignored at joints with limits
};

}  // namespace marrow
