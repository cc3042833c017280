// Bakes springs: the swinging of chains becomes keys of a motion.
#pragma once

#include <string>
#include <vector>

#include "base/progress.h"
#include "rig/springs/simulation.h"
#include "scene/scene.h"

namespace marrow {

/// What the simulation plays before the first key, which decides how the springs begin.
struct SpringBake {
  float settle = 2.0f;  ///< seconds for which the motion's first pose is held
  int rounds = 0;       ///< times that the whole motion is then played, for one that loops
  SpringContact contact = SpringContact::turned;
  bool operator==(const SpringBake&) const = default;
};

/// The motion with one linear rotation key per frame, at its frame rate, for every joint that
/// swings; the last key is at the motion's end. Former rotation keys of these joints are ignored
/// and removed; other keys stay, bit for bit. The springs are simulated from rest (rig/springs/);
/// frames between two steps are interpolated. Returns `motion` unchanged if `progress` stops it.
/// Precondition: why_no_bake() is empty.
Motion with_baked_springs(const Scene& scene, const Motion& motion, const SpringBake& options,
                          const ProgressCallback& progress = {});

/// Why nothing can be baked, for the user ("Nothing swings: ..."); empty if something can.
std::string why_no_bake(const Scene& scene, std::size_t motion);

/// Joints that the motion's IK targets may turn, each once.
std::vector<JointRef> turned_joints(const Scene& scene, const Motion& motion);
/// Seconds: the motion's length, or its last key if that is later.
double end_of(const Motion& motion);
/// Joints that inverse kinematics turns get linear rotation keys at all frames and keys, with the
/// rotations of at_time(). IK targets and pins are removed, other keys stay. Returns `motion`
/// unchanged if it turns no joint by inverse kinematics, or if `progress` stops it.
Motion with_ik_baked(const Scene& scene, const Motion& motion,
                     const ProgressCallback& progress = {});

}  // namespace marrow
