// Curves as straight lines, for programs that read no others.
#pragma once

#include "scene/motion.h"

namespace marrow {

/// The motion with linear keys at all frames, and at the times of all keys, in every channel of a
/// target's place and morph weights, from the channel's first key to its last. Channels with step
/// interpolation stay, as do IK targets and pins.
Motion with_linear_keys(const Motion& motion);

}  // namespace marrow
