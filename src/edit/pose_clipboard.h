// Poses in the clipboard: copies a skeleton's pose as text, pastes text as a pose of any skeleton.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

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
/// A pose from text, for joints of the same names: exactly, or ignoring case where that is unique.
/// A joint that already has the text's pose keeps every bit of its Ul, so pasting a copy changes
/// nothing.
PastedPose pasted_pose(std::string_view text, const Skeleton& skeleton);

/// "head, neck and 3 more": at most five names in quotes.
std::string some_of(const std::vector<std::string>& names);

}  // namespace marrow
