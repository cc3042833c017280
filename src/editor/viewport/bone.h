// A bone not yet added: its base, its radius, the vertices it would hold. The document stays
// unchanged.
#pragma once

#include "editor/bone_plan.h"
#include "editor/drag_state.h"
#include "editor/session.h"

namespace marrow {

/// The skeleton of a new joint: the shown one, else the first, else kNoId: it makes one.
Id skeleton_for_new_joint(const Session& session);

/// The bone of a press with the add tool (or E): the active joint's child, from its tip to `ghost`;
/// with no active joint a root at `ghost`, in the shown skeleton, else the first, else a new one.
op::AddJoint bone_from(const Session& session, const GhostPoint& ghost);

/// A radius in skeleton units, a little beyond the skin under the pointer (`thickness` of the mesh
/// there, world units), at least a quarter of the parent's; without skin the parent's; else a
/// twentieth of the scene.
float radius_for_new_joint(const Session& session, const op::AddJoint& bone, float thickness);

/// The edit that adds it: on both sides while session.is_symmetric.
Operation bone_operation(const Session& session, const op::AddJoint& bone);

/// The id of the bone itself (not its mirror image) once added.
Id id_of_new_joint(const Session& session, const op::AddJoint& bone);

/// Its place in the world and what it would hold: source vertices of the skeleton's meshes (all
/// unbound ones when the skeleton is new; meshes with weights of their file hold none). Only
/// vertices in the capsule's bounding box are evaluated. None when the edit would be refused.
std::optional<BonePlan> planned(const Session& session, const op::AddJoint& bone);

}  // namespace marrow
