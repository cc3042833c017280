// Poses in the clipboard: a skeleton's pose as text, and text as a pose of any skeleton.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// Ul of the `chosen` joints, or of all when none is this skeleton's, as JSON (io/pose_text.h).
std::string copied_pose(const Skeleton& skeleton, const std::string& skeleton_name,
                        const std::vector<Id>& chosen);

struct PastedPose {
  std::vector<Pose::Entry> entries;    ///< by joint; never empty when there is no reason
  std::vector<std::string> not_found;  ///< names that no joint here has
  std::string
      reason;  ///< why there is nothing to paste, for the user, one line; then the rest is empty
};
/// A pose from text, for joints of the same names: exact, or in any case where that is unique. A
/// joint that already has the text's pose keeps every bit of its Ul: pasting a copy changes
/// nothing.
PastedPose pasted_pose(std::string_view text, const Skeleton& skeleton);

/// "head, neck and 3 more": at most five names in quotes.
std::string some_of(const std::vector<std::string>& names);

}  // namespace marrow
