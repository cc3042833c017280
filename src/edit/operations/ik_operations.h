// Edits of inverse kinematics: moving tips of bones to targets, and setting pins, limits, poles.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Inverse kinematics (rig/ik/ik.h): turns joints of one skeleton so that the tips of all handles
/// come as near as possible to their targets. Points are in world space. A pinned joint without a
/// handle keeps its tip, with priority over handles, and as far as possible its base. Locked joints
/// never turn.
struct SolveIk {
  struct Handle {
    Id joint = kNoId;
    glm::vec3 target{0.0f};  ///< where the bone's tip is to go
    /// Target of the bone's base, as far as the tips allow: keeps a foot flat.
    std::optional<glm::vec3> base{};
    /// Target of the point next to the base (IkHandle::is_side), as far as the tips allow: keeps a
    /// foot from rolling.
    std::optional<glm::vec3> side{};
    bool operator==(const Handle&) const = default;
  };
  Id skeleton_node = kNoId;
  std::vector<Handle> handles;
  /// True: all ancestors of a handle's joint may turn. False: only ancestors below the nearest one
  /// with several children.
  bool whole_body = false;
  /// Joints that the solver neither turns nor moves, because the user is dragging them.
  std::vector<Id> held{};

  MARROW_OPERATION(SolveIk);
  Locks locks(const Scene& before) const;
};

struct SetPinned {
  std::vector<Id> joints;
  bool pinned = true;

  MARROW_OPERATION(SetPinned);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, joints}; }
};

struct SetLimits {
  Id joint = kNoId;
  std::optional<RotationLimits> limits;

  MARROW_OPERATION(SetLimits);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
};

/// The side to which an elbow or a knee bends (Joint::pole).
struct SetPole {
  Id joint = kNoId;
  /// A direction in the frame of L; zero: neither an elbow nor a knee; none: automatic.
  std::optional<glm::vec3> pole;

  MARROW_OPERATION(SetPole);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
};

}  // namespace marrow::op

namespace marrow {

/// A sentence that explains how the gradient of `tasks` is wrong for this operation in `scene`
/// (why_wrong_gradient() in rig/ik/ik.h). Empty if it is right or if there is nothing to solve.
std::string why_wrong_gradient(const Scene& scene, const op::SolveIk& operation,
                               const Tasks& tasks);

// Shared with edit/pose_edit.cpp.

/// One flag per joint: true for joints of `held`, and for their ancestors, which would move them.
std::vector<char> blocked_joints(const Skeleton& skeleton, const std::vector<Id>& held);

/// ik_chain() without blocked joints.
std::vector<int> turnable_joints(const Skeleton& skeleton, int joint, bool whole_body,
                                 const std::vector<char>& is_blocked);

/// The message for a tip that cannot be placed because a joint above it has a zero scale. Empty if
/// none has. `joint`: an index in the skeleton of scene.nodes[node].
std::string zero_scale_message(const Scene& scene, int node, int joint);
/// The message for the case that no free joint moves the tip of `joint`. Checks nothing.
std::string no_free_joint_message(const Joint& joint);

}  // namespace marrow
