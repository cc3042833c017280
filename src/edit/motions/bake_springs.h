// Chains that swing, made into keys of a motion.
#pragma once

#include <string>

#include "base/progress.h"
#include "rig/springs/simulation.h"
#include "scene/scene.h"

namespace marrow {

/// What is played before the first key: the state of the springs then.
struct SpringBake {
  float settle = 2.0f;  ///< seconds that the motion's first pose is held
  int rounds = 0;       ///< then the motion as often as this, for one that begins where it ends
  SpringContact contact = SpringContact::turned;
  bool operator==(const SpringBake&) const = default;
};

/// The motion with a linear rotation key a frame, of its frame rate, for every joint that swings;
/// its last key stands at the motion's end. Other keys stay as they are, to the byte; rotations
/// that these joints had are not heard and go. The springs are simulated as rig/springs/ says from
/// rest; frames between two steps are interpolated. Stopped by `progress` the motion comes back as
/// it was. Precondition: why_no_bake() is empty.
Motion with_baked_springs(const Scene& scene, const Motion& motion, const SpringBake& options,
                          const ProgressCallback& progress = {});

/// "No joint swings: ..." where nothing can be baked; else empty.
std::string why_no_bake(const Scene& scene, std::size_t motion);

}  // namespace marrow
