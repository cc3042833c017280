// Curves as straight lines, for programs that read no others.
#pragma once

#include "scene/motion.h"

namespace marrow {

/// The motion with one linear key per frame, at its frame rate, and per key, in every channel of a
/// target's place and morph weights, from the channel's first key to its last. Channels that hold
/// their values in steps stay, as do targets of inverse kinematics.
Motion with_linear_keys(const Motion& motion);

}  // namespace marrow
