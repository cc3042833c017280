// The picture of a range-of-motion trial: one joint in its worst motion, seen from a side that
// shows the bend.
#pragma once

#include "rig/measure/range_of_motion.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// Shows the trial's joint for a square target: its vertices, colored by weight, fill the picture.
/// Of the capsules, only the joint's own is shown; a ring marks the place of the complaint. `bent`
/// must be moved(scene, trial.worst), and `deformed` up to date with it; both must outlive the
/// picture. For a joint without vertices, its bone fills the picture.
Picture picture_of_trial(const Scene& bent, const Deformer& deformed, const JointTrial& trial);

}  // namespace marrow::view
