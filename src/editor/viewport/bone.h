// A bone before it is there: where it would begin, how far it would reach and what it would hold.
// Nothing here changes the document.
#pragma once

#include "editor/session.h"
#include "editor/viewport/bone_plan.h"
#include "editor/viewport/drag_state.h"

namespace marrow {

/// The bone that a press with the add tool (or E) begins: from the active joint's tip to `ghost`,
/// as its child; with no active joint a root at `ghost`, in the shown skeleton, else the first,
/// else one that is made with it.
op::AddJoint bone_from(const Session& session, const GhostPoint& ghost);

/// A radius in skeleton units that reaches a little beyond the skin under the pointer (`thickness`,
/// world units, of the mesh there), at least a quarter of the parent's; where there is no skin, the
/// parent's; else a twentieth of the scene.
float radius_for_new_joint(const Session& session, const op::AddJoint& bone, float thickness);

/// What adding it means to the document: both sides of the body while session.is_symmetric.
Operation bone_operation(const Session& session, const op::AddJoint& bone);

/// The id that the bone itself (not its mirror image) will have.
Id id_of_new_joint(const Session& session, const op::AddJoint& bone);

/// How it would stand in the world and what it would hold, counted as after the click: the source
/// vertices of the meshes that follow the skeleton (all unbound ones when the skeleton is yet to be
/// made; those with weights of their file hold nothing). Only vertices within the capsule's
/// bounding box are asked for exactly. Nothing when the edit would be refused.
std::optional<BonePlan> planned(const Session& session, const op::AddJoint& bone);

}  // namespace marrow
