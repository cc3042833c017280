// The edit that makes a pose the rest pose.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Makes the pose of a skeleton its rest pose; nothing visible moves, so locks do not matter. With
/// Ul, W and T of the present pose,
///
///   L' = L Ul, so B' = W;   Ul' = I, so T' = I;   v' = the vertex as the picture shows it
///   Ul'_pose = Ul^-1 Ul_pose of stored poses
///
/// Keys hold L Ul, which stays: in all motions every joint, prop, pin and collider and the vertices
/// of one joint keep their places, up to rounding. A vertex of several joints was at
/// sum w_j T_j(t) v, and now is at sum w_j T_j(t) T_j^-1 v'. Both are equal whenever the vertex's
/// joints are placed relative to each other as in the new rest pose. Elsewhere they differ for any
/// v': a vertex has one rest position, so blending starts from the new one. rig/README.md lists
/// what else changes; for inverse kinematics see rest_edit(). Refused if a joint has scale 0.
struct MakeRest {
  Id skeleton_node = kNoId;

  MARROW_OPERATION(MakeRest);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op
