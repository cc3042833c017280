#include "edit/rename.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "base/index.h"
#include "base/text.h"
#include "edit/name_rules.h"

namespace marrow {
namespace {

bool starts_with(std::string_view text, const FindReplace& what) {
  if (text.size() < what.from.size()) return false;
  const auto same = [&](char a, char b) { return what.match_case ? a == b : lower(a) == lower(b); };
  return std::equal(what.from.begin(), what.from.end(), text.begin(), same);
}

}  // namespace

std::string replaced(std::string_view name, const FindReplace& what) {
  std::string result;
  while (!name.empty()) {
    const bool is_found = !what.from.empty() && starts_with(name, what);
    result += is_found ? what.to : std::string(1, name.front());
    name.remove_prefix(is_found ? what.from.size() : 1);
  }
  return result;
}

RenamePlan rename_plan(const Skeleton& skeleton, const std::vector<Id>* joints,
                       const FindReplace& what) {
  RenamePlan plan;
  std::unordered_map<std::string, int> bearers;  // joints per name after the edit
  for (const Joint& joint : skeleton.joints) {
    const bool is_meant = !joints || list_has(*joints, joint.id);
    const std::string after = is_meant ? replaced(joint.name, what) : joint.name;
    ++bearers[after];
    if (after != joint.name) plan.rows.push_back({joint.id, joint.name, after, {}});
  }
  for (RenamePlan::Row& row : plan.rows) {
    row.conflict = why_bad_name(row.after);
    if (row.conflict.empty() && bearers[row.after] > 1)
      row.conflict = fmt::format("{} joints would be called {}.", bearers[row.after], row.after);
    if (!row.conflict.empty()) ++plan.conflicts;
  }
  return plan;
}

std::optional<op::RenameJoints> rename_operation(const RenamePlan& plan) {
  if (plan.rows.empty() || plan.conflicts > 0) return std::nullopt;
  op::RenameJoints operation;
  for (const RenamePlan::Row& row : plan.rows) {
    operation.joints.push_back(row.joint);
    operation.names.push_back(row.after);
  }
  return operation;
}

}  // namespace marrow
