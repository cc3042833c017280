// Finds the roles of a figure's joints, by their names or by their shape, for rigs of any program:
// "mixamorig:LeftUpLeg", "thigh.L", "Bip01 L Thigh", "lfemur" and "thigh_l" all name the left
// thigh.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/joint_words.h"
#include "scene/skeleton.h"

namespace marrow {

enum class BodyPart {
  none,
  root,  ///< above the hips
  hips,
  spine,  ///< from the hips up to the neck; there may be several, numbered by `rank`
  neck,   ///< there may be several, numbered by `rank`
  head,
  clavicle,
  upper_arm,
  forearm,
  hand,
  thigh,
  shin,
  foot,
  toe,
  thumb,  ///< fingers: `rank` counts from the hand outwards
  index,
  middle,
  ring,
  little,
};

struct JointRole {
  BodyPart part = BodyPart::none;
  BodySide side = BodySide::none;
  int rank = 0;  ///< number among the joints of this part and side, from the body outwards
  bool operator==(const JointRole&) const = default;
};

/// One role per joint: the part that Joint::human_bone states, else one that no joint states, by
/// the name. Ignores a prefix up to the last ':' or '|', words of programs ("mixamorig",
/// "Armature"), numbers, case and separators. An ambiguous name depends on the other names:
/// "LeftArm" is the upper arm, but the forearm if there is an "UpperArm"; a shoulder is the collar
/// bone if there is an upper arm. Each part of a side is assigned once, except spines, necks and
/// fingers. Helper joints (twist, roll, ik, end) have no role.
std::vector<JointRole> joint_roles(const Skeleton& skeleton);

struct BodyRoles {
  std::vector<JointRole> roles;  ///< one per joint
  bool by_shape = false;
};

/// joint_roles(), or, if names state neither both thighs nor both upper arms, the roles by the tree
/// and the rest pose, in any units and axes: two long limbs of equal lengths that hang down, two on
/// a joint above them, a head. Feet tell the front and so the left. Roles by name where the shape
/// is not clear, as with animals.
BodyRoles body_roles(const Skeleton& skeleton);

/// The name's letters and digits in lower case, without prefix, to compare names where no role is
/// known.
std::string plain_name(std::string_view name);

}  // namespace marrow
