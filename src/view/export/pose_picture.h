// Small pictures of stored poses: the skeleton's meshes from the front, a little from the side,
// every pose from the same place.
#pragma once

#include "view/picture/picture.h"

namespace marrow::view {

/// The camera for poses of a skeleton: its meshes at rest (its capsules where no mesh is bound to
/// it) and the bones of all its stored poses fill the picture. `at_rest` is up to date with
/// `scene`, in which the skeleton is at rest. A skeleton of nothing: the default camera.
Camera camera_for_poses(const Scene& scene, const Deformer& at_rest, Id skeleton, float aspect);

/// A scene for picture_of_pose(): the skeleton at rest but for `pose`, and nothing else to be seen
/// than it and what it deforms. Joints that are gone are left out.
Scene scene_of_pose(const Scene& scene, Id skeleton, const std::vector<Pose::Entry>& pose);

/// A picture of such a scene on a transparent ground, for a small target. `deformed` is up to date
/// with `posed`; both must outlive the picture.
Picture picture_of_pose(const Scene& posed, const Deformer& deformed, Id skeleton,
                        const Camera& camera);

}  // namespace marrow::view
