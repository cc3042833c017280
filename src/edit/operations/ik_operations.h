// Inverse kinematics as an edit, with pins and limits.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Inverse kinematics (rig/ik/ik.h): turns joints of one skeleton so that the tips of all handles
/// come as near as possible to their targets in world space. Pinned joints without a handle keep
/// their tips, with priority over handles, and their bases, as far as possible. Locked joints never
/// turn.
struct SolveIk {
  struct Handle {
    Id joint = kNoId;
    glm::vec3 target{0.0f};
    /// Target of the bone's base, as far as the tips allow: keeps a foot flat.
    std::optional<glm::vec3> base{};
    /// Target of the point next to the base (IkHandle::is_side), as far as the tips allow: keeps a
    /// foot from rolling.
    std::optional<glm::vec3> side{};
    bool operator==(const Handle&) const = default;
  };
  Id skeleton_node = kNoId;
  std::vector<Handle> handles;
  /// Every ancestor may turn; otherwise only those up to the next joint that branches.
  bool whole_body = false;
  /// Joints that neither turn nor move, as they are being dragged.
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
  std::optional<glm::vec3> pole;  ///< in the frame of L; zero: no elbow; none: automatic

  MARROW_OPERATION(SetPole);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {joint}}; }
};

}  // namespace marrow::op

namespace marrow {

/// The error of the gradient of `tasks` for this operation in `scene` (why_wrong_gradient() in
/// rig/ik/ik.h). Empty if none, or if there is nothing to solve.
std::string why_wrong_gradient(const Scene& scene, const op::SolveIk& operation,
                               const Tasks& tasks);

// Shared with ik_edits.cpp.

/// One flag per joint: joints of `held` and their ancestors, which would move them.
std::vector<char> held_in(const Skeleton& skeleton, const std::vector<Id>& held);

/// ik_chain() without held joints.
std::vector<int> free_for(const Skeleton& skeleton, int joint, bool whole_body,
                          const std::vector<char>& is_held);

/// The reason why a tip cannot be placed: a joint above it has a zero scale. Empty without one.
std::string why_flat(const Scene& scene, int node, int joint);
/// The reason if no free joint moves a tip.
std::string why_idle(const Joint& joint);

}  // namespace marrow
