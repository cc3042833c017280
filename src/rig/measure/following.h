// Whether the skin nearest to a bone turns with its joint: a joint that moves nothing tears nothing
// either, so the other meters call it good.
#pragma once

#include <vector>

#include "rig/measure/bleed.h"

namespace marrow {

/// Meters::follows, one per joint.
std::vector<Meter> following_of(const SkinnedRig& rig);

/// The share of a joint's own skin that the joint itself would move under other radii (one per
/// joint, of the larger ends), by the falloff's formula: its mean weight there. Bones that are as
/// near count as the joint's. 1 without own skin that capsules can hold.
double own_share(const SkinnedRig& rig, std::size_t joint, const std::vector<float>& radii);

}  // namespace marrow
