// A pose that becomes the rest pose.
#pragma once

#include <string>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Makes the pose of a skeleton its rest pose; nothing that is seen moves. With Ul the present pose
/// and T = W B^-1 of it,
///
///   L' = L Ul, so that B' = W, and Ul' = I, so that T' = I
///   v' = the vertex as the picture shows it, under any blend (rebound_mesh())
///   stored poses: Ul'_pose = Ul^-1 Ul_pose
///
/// Keys hold L Ul, which stays: every joint keeps its place in the world at all times of all
/// motions, and so do props, pins, colliders and vertices of one joint, exactly up to rounding. A
/// vertex of several joints was at sum w_j T_j(t) v and is at sum w_j T_j(t) T_j^-1 (sum w_k T_k v)
/// now. That is the same place now, wherever its joints have the same T_j(t) T_j^-1, and for no
/// other choice of v' in general: a vertex has one rest position, and linear blending is not the
/// same from another rest. Such vertices shift within the skin around a joint, by as much as the
/// joints there turned to the new rest, at times when they stand otherwise.
///
/// Extents stay. A radius grows as T stretches space across its bone, by the geometric mean. Rows
/// stay: where capsules hold other vertices at the new rest, or with other weights, touch-ups of
/// strength 1 make up for it; only vertices that no joint held may become held. Limits and poles
/// stay where they are in the parent's frame (RotationLimits::rest). Chains of springs swing about
/// the new rest. Motions with inverse kinematics may play differently: rest_edit() keeps them.
/// Refused where a joint is scaled to nothing.
struct MakeRest {
  Id skeleton_node = kNoId;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const MakeRest&) const = default;
};

}  // namespace marrow::op
