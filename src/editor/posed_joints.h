// Where joints are in the picture, and what they hold there. No ImGui.
#pragma once

#include <optional>
#include <vector>

#include "editor/session.h"
#include "view/picture/picking.h"

namespace marrow {

/// The place of a joint, posed. None if the id is unknown or the deformer has not seen it yet.
std::optional<Stand> joint_stand(const Session& session, Id joint);

/// A joint's posed frame in world space, S W_j. None if the id is unknown or the deformer has not
/// seen it.
std::optional<glm::mat4> world_from_joint(const Session& session, Id joint);

/// Meshes bound to a skeleton with the weights of their file: capsules do not move them.
std::vector<Id> meshes_with_file_weights(const Scene& scene, Id skeleton);

/// Number of source vertices that a joint holds; 0 if the id is unknown.
std::uint32_t captured_by(const Session& session, Id joint);

/// None if the id is unknown or the deformer has not seen it.
std::optional<view::WorldCapsule> world_capsule(const Session& session, Id joint);

}  // namespace marrow
