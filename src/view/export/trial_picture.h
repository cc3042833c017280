// The picture of a trial of the range-of-motion sheet: one joint in its worst motion, seen from
// where its bend shows.
#pragma once

#include "rig/measure/range_of_motion.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// A picture of the trial's joint, for a square target: what the joint holds is coloured by its
/// weight and fills the picture, its capsule is the only one shown, a ring marks the place that the
/// complaint is about. `bent` is moved(scene, trial.worst), `deformed` is up to date with it; both
/// must outlive the picture. A joint that holds nothing is framed by its bone.
Picture picture_of_trial(const Scene& bent, const Deformer& deformed, const JointTrial& trial);

}  // namespace marrow::view
