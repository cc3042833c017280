// The roles of a figure's joints, from their names, for rigs of any program: "mixamorig:LeftUpLeg",
// "thigh.L", "Bip01 L Thigh", "lfemur" and "thigh_l" are one and the same.
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

/// One per joint. A prefix up to the last ':' or '|' and words that programs put before each name
/// do not count; case and what separates words does not either. Names that mean different things in
/// different rigs are told apart by what else is there: "LeftArm" is the upper arm, or the forearm
/// where there is an "UpperArm"; a shoulder is the collar bone where there is an upper arm beside
/// it. Each part of a side is given once, but for spines, necks and fingers; helpers (twist, roll,
/// ik, end) have none.
std::vector<JointRole> joint_roles(const Skeleton& skeleton);

/// The name without its prefix, lower case, letters and digits only: compared where no role is
/// known.
std::string plain_name(std::string_view name);

}  // namespace marrow
