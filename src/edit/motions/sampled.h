// Where targets of motions are at many times, and tracks made of that. Only edit/motions/*.cpp
// include it.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// A target at one time: T R S in its parent's space, and a node's morph weights.
struct Placed {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
  std::vector<double> weights{};
};

Placed placed_at(const MotionTrack& track, float seconds);

/// As the joint stands; what shears is lost.
Placed placed_of(const Joint& joint);

/// The motion's track of a target; without one, a track that holds it as it stands in the scene.
/// Precondition: the scene has the target.
MotionTrack track_for(const Scene& scene, const Motion& motion, Id target);

/// A track of linear keys at these times, rising from 0 or later, one `placed` each. What never
/// changes is held without keys; of morph weights it is one key.
MotionTrack sampled_track(Id target, const std::vector<float>& times,
                          const std::vector<Placed>& placed);

/// The track with other rotations, sampled so; all other channels keep their keys.
MotionTrack with_rotations(const MotionTrack& track, const std::vector<float>& times,
                           const std::vector<Placed>& placed);

/// In place of its target's, or at the end.
void put_track(Motion& motion, MotionTrack track);

/// Times of all keys of the motion between 0 and `end`, and of all frames, each once, rising; `end`
/// is one of them.
std::vector<float> times_of_frames_and_keys(const Motion& motion, double end);

/// Targets of the motion's tracks that the scene has.
std::vector<Id> targets_of(const Scene& scene, const Motion& motion);

}  // namespace marrow
