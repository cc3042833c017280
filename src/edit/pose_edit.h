// Poses as edits: operations that apply a list of Ul to all joints or some, mirrored, or in part.
#pragma once

#include <string>
#include <vector>

#include "edit/operation.h"

namespace marrow {

/// Ul of every joint now.
std::vector<Pose::Entry> present_pose(const Skeleton& skeleton);

/// The stored pose of that name, nullptr without one.
const Pose* stored_pose(const Skeleton& skeleton, std::string_view name);

/// Joints that take a pose: all that it names (`only` is empty), or those in `only`, except locked
/// ones.
struct JointMask {
  std::vector<Id> only = {};
};

/// The edit that gives this skeleton's joints the Ul of `pose`, without missing, locked and masked
/// joints. No entries if none is left.
op::SetUserLocal taken_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                            const JointMask& mask, std::string what);

/// The same with the mirrored pose (mirrored_entries): the right arm takes the left one's entry.
op::SetUserLocal flipped_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                              const JointMask& mask, const Tasks& tasks, std::string what);

/// Interpolates each joint: P = L Ul as translation, rotation, scale, by t (0: exactly `from`, 1:
/// exactly `to`, beyond: extrapolated), Ul = L^-1 P. Joints only in `to` start from their present
/// Ul; joints only in `from` and blends that are not finite are left out. `sheared`, if given, gets
/// the number of joints with a shear in `from` or `to`, which the in-between drops.
op::SetUserLocal blended_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& from,
                              const std::vector<Pose::Entry>& to, float t, const JointMask& mask,
                              std::string what, int* sheared = nullptr);

}  // namespace marrow
