// Find and replace in joint names: a plan that lists the new names.
#pragma once

#include "edit/operation.h"

namespace marrow {

struct FindReplace {
  std::string from, to;     ///< plain text; an empty `from` finds nothing
  bool match_case = false;  ///< letters beyond ASCII are always compared exactly
};

/// `name` with every `from` replaced, left to right; replacements are not searched again.
std::string replaced(std::string_view name, const FindReplace& what);

struct RenamePlan {
  struct Row {
    Id joint = kNoId;
    std::string before, after;
    std::string conflict;  ///< why `after` is refused, a sentence for the user; else empty
  };
  std::vector<Row> rows;  ///< joints whose name would change, in the skeleton's order
  std::size_t conflicts = 0;
};
/// The plan for a skeleton's joints, or only for those in `joints`.
RenamePlan rename_plan(const Skeleton& skeleton, const std::vector<Id>* joints,
                       const FindReplace& what);

/// The plan as one edit; none without a change or with a conflict.
std::optional<op::RenameJoints> rename_operation(const RenamePlan& plan);

}  // namespace marrow
