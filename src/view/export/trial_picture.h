// The picture of a range-of-motion trial: one joint in its worst motion, from where its bend shows.
#pragma once

#include "rig/measure/range_of_motion.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// The trial's joint for a square target: its vertices, coloured by weight, fill the picture; only
/// its capsule is shown; a ring marks the complaint's place. `bent` is moved(scene, trial.worst),
/// `deformed` is up to date with it; both must outlive the picture. A joint without vertices is
/// framed by its bone.
Picture picture_of_trial(const Scene& bent, const Deformer& deformed, const JointTrial& trial);

}  // namespace marrow::view
