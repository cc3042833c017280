// Samples the targets of motions at many times and makes tracks of the samples. Only
// edit/motions/*.cpp include it.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// A sample of a target at one time: T R S in its parent's space, and a node's morph weights.
struct Placed {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
  std::vector<double> weights{};
};

Placed placed_at(const MotionTrack& track, float seconds);

/// The joint's present transform, without shear.
Placed placed_of(const Joint& joint);

/// The motion's track of a target; without one, a track that holds it as it is in the scene.
/// Precondition: the scene has the target.
MotionTrack track_for(const Scene& scene, const Motion& motion, Id target);

/// A track of linear keys at these times, which rise from 0 or later, with one `placed` per time. A
/// channel that never changes is held without keys; morph weights then have one key.
MotionTrack sampled_track(Id target, const std::vector<float>& times,
                          const std::vector<Placed>& placed);

/// The track with its rotations replaced by samples; all other channels keep their keys.
MotionTrack with_rotations(const MotionTrack& track, const std::vector<float>& times,
                           const std::vector<Placed>& placed);

/// Times of all keys of the motion between 0 and `end`, and of all frames, each once, rising; `end`
/// is one of them.
std::vector<float> times_of_frames_and_keys(const Motion& motion, double end);

/// Targets of the motion's tracks that the scene has.
std::vector<Id> targets_of(const Scene& scene, const Motion& motion);

}  // namespace marrow
