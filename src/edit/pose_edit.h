// Operations that apply a pose, a list of Ul: to all or some joints, mirrored, blended, or pasted
// as text; and inverse kinematics for edits.
#pragma once

#include "edit/operation.h"
#include "scene/skeleton.h"

namespace marrow {

/// The present Ul of every joint.
std::vector<Pose::Entry> present_pose(const Skeleton& skeleton);

/// The stored pose of that name, nullptr without one.
const Pose* stored_pose(const Skeleton& skeleton, std::string_view name);

/// The joints that get a pose: all that the pose lists if `only` is empty, otherwise those in
/// `only`. Locked joints never do.
struct JointMask {
  std::vector<Id> only = {};
};

/// The edit that gives this skeleton's joints the Ul of `pose`. Missing, locked and masked joints
/// are left out; no entries if no joint is left.
op::SetUserLocal taken_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                            const JointMask& mask, std::string what);

/// Applies the mirrored pose (mirrored_entries): the right arm gets the left arm's entry.
op::SetUserLocal flipped_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                              const JointMask& mask, const Tasks& tasks, std::string what);

/// Interpolates each joint: P = L Ul as translation, rotation, scale, by t (0: exactly `from`, 1:
/// exactly `to`, beyond: extrapolated), Ul = L^-1 P. Joints only in `to` start from their present
/// Ul; joints only in `from` and blends that are not finite are left out. `sheared`, if given, gets
/// the number of joints with a shear in `from` or `to`, which is lost in between.
op::SetUserLocal blended_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& from,
                              const std::vector<Pose::Entry>& to, float t, const JointMask& mask,
                              std::string what, int* sheared = nullptr);

/// The tip of a joint's posed bone, S W_j e_j, world space. None if the joint is unknown or the tip
/// is not finite.
std::optional<glm::dvec3> world_tip(const Scene& scene, Id joint);

/// The reason, for the user, why a joint's tip cannot be pulled; empty when it can.
std::string why_no_ik(const Scene& scene, Id joint, bool whole_body);

/// Adds inverse kinematics to an edit of joints' poses (ApplyIncrement, SetUserLocal, ResetPose
/// with a list, Sequence of these), so that pinned joints below the edited ones stay where they are
/// in `scene`, the scene before the edit: their tips and, as far as possible, their bases. Edited
/// joints get the pose of the edit. Returns `operation` itself if it is of another kind or moves no
/// pinned joint, or if no joint is free to hold one.
Operation holding_pins(const Scene& scene, const Operation& operation, bool whole_body);

/// Ul of the `chosen` joints as JSON (io/pose_text.h); of all joints if none of `chosen` belongs to
/// this skeleton.
std::string copied_pose(const Skeleton& skeleton, const std::string& skeleton_name,
                        const std::vector<Id>& chosen);

struct PastedPose {
  std::vector<Pose::Entry> entries;    ///< sorted by joint; not empty if `reason` is empty
  std::vector<std::string> not_found;  ///< names without a joint in this skeleton
  /// Why there is nothing to paste, one line for the user; then the other members are empty.
  std::string reason;
};
/// A pose from text, for joints with equal names, ignoring case where that is unique. A joint that
/// already has the text's pose keeps every bit of its Ul, so pasting a copy changes nothing.
PastedPose pasted_pose(std::string_view text, const Skeleton& skeleton);

/// "head, neck and 3 more": at most five names in quotes.
std::string some_of(const std::vector<std::string>& names);

}  // namespace marrow
