// Posed places of joints and capsules, and the vertices they capture.
#pragma once

#include <optional>
#include <vector>

#include "editor/session.h"
#include "view/picture/picking.h"

namespace marrow {

/// A posed joint's frames for a gizmo. None if the id is unknown or not in the deformer yet.
std::optional<GizmoFrames> joint_frames(const Session& session, Id joint);

/// A joint's posed frame in world space, S W_j. None if the id is unknown or not in the deformer
/// yet.
std::optional<glm::mat4> world_from_joint(const Session& session, Id joint);

/// Meshes bound to a skeleton with the weights of their file: capsules have no effect on them.
std::vector<Id> meshes_with_file_weights(const Scene& scene, Id skeleton);

/// Number of source vertices that a joint captures; 0 if the id is unknown.
std::uint32_t captured_by(const Session& session, Id joint);

/// A joint's posed capsule. None if the id is unknown or not in the deformer yet.
std::optional<view::WorldCapsule> world_capsule(const Session& session, Id joint);

}  // namespace marrow
