// A bone not yet added: its base, radius, and the vertices it would capture. The document stays
// unchanged.
#pragma once

#include "editor/drag_state.h"
#include "editor/session.h"
#include "editor/viewport_state.h"

namespace marrow {

/// The bone that a press with the add tool (or E) begins: a child of the active joint, from its tip
/// to `ghost`. If no joint is active, a root at `ghost` in shown_or_first_skeleton().
op::AddJoint bone_from(const Session& session, const GhostPoint& ghost);

/// A radius in skeleton units that reaches a little beyond the skin (`thickness` of the mesh at the
/// pointer, world units), at least a quarter of the parent's radius. If `thickness` is 0: the
/// parent's radius, or without a parent a twentieth of the scene's size.
float radius_for_new_joint(const Session& session, const op::AddJoint& bone, float thickness);

/// The edit that adds the bone; on both sides while session.is_symmetric.
Operation bone_operation(const Session& session, const op::AddJoint& bone);

/// The id that the bone (not its mirror image) will have.
Id id_of_new_joint(const Session& session, const op::AddJoint& bone);

/// The bone's capsules and the source vertices it would capture, in the skeleton's meshes or, if
/// the skeleton is new, in all unbound ones, but not in meshes with their file's weights. Evaluates
/// only vertices in the capsule's bounding box. None if the edit would be refused.
std::optional<BonePlan> planned(const Session& session, const op::AddJoint& bone);

}  // namespace marrow
