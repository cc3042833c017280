// Whether the skin nearest to a bone turns with its joint: a joint that moves nothing tears nothing
// either, so the other meters call it good.
#pragma once

#include <vector>

#include "rig/measure/bleed.h"

namespace marrow {

/// Meters::follows, one per joint.
std::vector<Meter> following_of(const SkinnedRig& rig);

}  // namespace marrow
