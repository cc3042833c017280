// Pictures that frame themselves: a joint in the worst motion of its range-of-motion trial, seen
// from a side that shows the bend; and stored poses, all seen from the same camera in front.
#pragma once

#include "rig/measure/range_of_motion.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// Shows the trial's joint for a square target: its vertices, colored by weight, fill the picture.
/// Of the capsules, only the joint's own is shown; a ring marks the place of the complaint. `bent`
/// must be moved(scene, trial.worst), and `deformed` up to date with it; both must outlive the
/// picture. For a joint without vertices, its bone fills the picture; for a root, all of the skin.
Picture picture_of_trial(const Scene& bent, const Deformer& deformed, const JointTrial& trial);

/// The camera for poses of a skeleton: frames its meshes at rest (its capsules if no mesh is bound)
/// and the bones of all stored poses. In `scene` the skeleton must be at rest, and `at_rest` must
/// be up to date with it. Without anything to frame: the default camera.
Camera camera_for_poses(const Scene& scene, const Deformer& at_rest, Id skeleton, float aspect);

/// Makes a scene for picture_of_pose(): only the skeleton, in `pose`, and the meshes that it
/// deforms. Ignores entries of `pose` whose joint does not exist.
Scene scene_of_pose(const Scene& scene, Id skeleton, const std::vector<Pose::Entry>& pose);

/// A picture of such a scene with a transparent background. `deformed` must be up to date with
/// `posed`; both must outlive the picture.
Picture picture_of_pose(const Scene& posed, const Deformer& deformed, Id skeleton,
                        const Camera& camera);

}  // namespace marrow::view
