// Small pictures of stored poses: the skeleton's meshes, all from the same place in front.
#pragma once

#include "view/picture/picture.h"

namespace marrow::view {

/// The camera for poses of a skeleton: its meshes at rest (its capsules without bound meshes) and
/// the bones of all stored poses fill the picture. `at_rest` is up to date with `scene`, where the
/// skeleton is at rest. Nothing to see: the default camera.
Camera camera_for_poses(const Scene& scene, const Deformer& at_rest, Id skeleton, float aspect);

/// A scene for picture_of_pose(): only the skeleton, in `pose`, and what it deforms. Missing joints
/// are left out.
Scene scene_of_pose(const Scene& scene, Id skeleton, const std::vector<Pose::Entry>& pose);

/// A picture of such a scene on a transparent ground. `deformed` is up to date with `posed`; both
/// must outlive the picture.
Picture picture_of_pose(const Scene& posed, const Deformer& deformed, Id skeleton,
                        const Camera& camera);

}  // namespace marrow::view
