// Poses as edits: operations that apply a list of Ul to all joints or some, mirrored, or in part.
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

/// The joints that take a pose: all that it names (`only` is empty), or those of `only` among them.
/// Locked joints keep their pose.
struct JointMask {
  std::vector<Id> only = {};
};

/// The edit that gives the joints of this skeleton what `pose` says. Joints that do not exist, are
/// locked or outside of the mask are left out. If none is left, then the edit has no entries.
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
