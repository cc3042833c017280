// Roles of a figure's joints by name, for rigs of any program: "mixamorig:LeftUpLeg", "thigh.L",
// "Bip01 L Thigh", "lfemur" and "thigh_l" are the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

enum class BodyPart {
  none,
  root,  ///< above the hips
  hips,
  spine,  ///< from the hips up to the neck: as many as there are, `rank` tells them apart
  neck,   ///< likewise
  head,
  clavicle,
  upper_arm,
  forearm,
  hand,
  thigh,
  shin,
  foot,
  toe,
  thumb,  ///< fingers: by rank from the hand outwards
  index,
  middle,
  ring,
  little,
};

enum class BodySide { none, left, right };

struct JointRole {
  BodyPart part = BodyPart::none;
  BodySide side = BodySide::none;
  int rank = 0;  ///< among the joints of this part and side, from the body outwards
  bool operator==(const JointRole&) const = default;
};

/// One per joint. Ignores a prefix up to the last ':' or '|', prefixes of programs, case and
/// separators. Ambiguous names depend on the others: "LeftArm" is the upper arm, or the forearm
/// beside an "UpperArm"; a shoulder is the collar bone beside an upper arm. Each part of a side is
/// given once, except spines, necks and fingers; helpers (twist, roll, ik, end) have none.
std::vector<JointRole> joint_roles(const Skeleton& skeleton);

/// Lower-case letters and digits without prefix: compared where no role is known.
std::string plain_name(std::string_view name);

}  // namespace marrow
