// Poses in the clipboard: a skeleton's pose as text, and text as a pose of the same or another
// skeleton.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// Ul of the joints that `chosen` names, of all when it names none of this skeleton's, as JSON
/// (io/pose_text.h).
std::string copied_pose(const Skeleton& skeleton, const std::string& skeleton_name,
                        const std::vector<Id>& chosen);

struct PastedPose {
  std::vector<Pose::Entry> entries;    ///< by joint; never empty when there is no reason
  std::vector<std::string> not_found;  ///< names that no joint here has
  std::string
      reason;  ///< why there is nothing to paste, for the user, one line; then the rest is empty
};
/// A pose from text, for the joints of the same names: exactly the same, else but for the case of
/// its letters where that leaves no doubt. A joint that stands as the text says keeps every bit of
/// its Ul: pasting what was just copied changes nothing.
PastedPose pasted_pose(std::string_view text, const Skeleton& skeleton);

/// "head, neck and 3 more": at most five names in quotes.
std::string some_of(const std::vector<std::string>& names);

}  // namespace marrow
