// Poses as edits: a list of Ul turned into the operation that takes it, on all joints or some, on
// the other side of the body, in part.
#pragma once

#include <string>
#include <vector>

#include "edit/operation.h"

namespace marrow {

/// Ul of every joint as it is now; at rest: all identity.
std::vector<Pose::Entry> present_pose(const Skeleton& skeleton);
std::vector<Pose::Entry> rest_pose(const Skeleton& skeleton);

/// The stored pose of that name, nullptr when there is none.
const Pose* stored_pose(const Skeleton& skeleton, std::string_view name);

/// Who takes a pose: all joints that it names, or those of `only` among them. Locked joints keep
/// theirs.
struct JointMask {
  std::vector<Id> only = {};
};

/// The edit that gives the joints of this skeleton what `pose` says. Joints that are gone, locked
/// or outside of the mask are left out; the edit has no entries when none is left.
op::SetUserLocal taken_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                            const JointMask& mask, std::string what);

/// The same with the mirror image of the pose (mirrored_entries): what `pose` says of the left arm,
/// the right one does.
op::SetUserLocal flipped_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                              const JointMask& mask, const Tasks& tasks, std::string what);

/// From one pose to another by joint: P = L Ul as translation, rotation, scale, interpolated by t
/// (0: exactly `from`, 1: exactly `to`, beyond: further the same way), Ul = L^-1 P. Joints that
/// only `to` names go from where they stand; those that only `from` names are left out, as are
/// joints whose blend is not finite. `sheared`, when given, gets how many joints have a shear in
/// `from` or `to`, which the in-between leaves out.
op::SetUserLocal blended_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& from,
                              const std::vector<Pose::Entry>& to, float t, const JointMask& mask,
                              std::string what, int* sheared = nullptr);

}  // namespace marrow
