#include "edit/rename.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <unordered_map>

#include "base/text.h"
#include "base/utf8.h"

namespace marrow {
namespace {

bool starts_with(std::string_view text, const FindReplace& what) {
  if (text.size() < what.from.size()) return false;
  const auto same = [&](char a, char b) { return what.match_case ? a == b : lower(a) == lower(b); };
  return std::equal(what.from.begin(), what.from.end(), text.begin(), same);
}

constexpr std::size_t kLongestName = 120;  // characters

bool is_control(std::uint32_t character) {
  const bool is_line_end = character == 0x2028 || character == 0x2029;
  return character < 0x20 || (character >= 0x7f && character <= 0x9f) || is_line_end;
}

}  // namespace

std::string replaced(std::string_view name, const FindReplace& what) {
  std::string result;
  while (!name.empty()) {
    const bool is_found = !what.from.empty() && starts_with(name, what);
    if (is_found) {
      result += what.to;
    } else {
      result += name.front();
    }
    name.remove_prefix(is_found ? what.from.size() : 1);
  }
  return result;
}

RenamePlan rename_plan(const Skeleton& skeleton, const std::vector<Id>* joints,
                       const FindReplace& what) {
  RenamePlan plan;
  std::unordered_map<std::string, int> bearers;  // of each name, once all is done
  for (const Joint& joint : skeleton.joints) {
    const bool is_meant =
        !joints || std::find(joints->begin(), joints->end(), joint.id) != joints->end();
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

std::string why_bad_name(std::string_view name) {
  if (name.find_first_not_of(' ') == std::string_view::npos)
    return "A name needs at least one character.";
  std::size_t length = 0;
  while (!name.empty()) {
    const Utf8Character character = first_character(name);
    if (character.size == 0) return "The name is not valid UTF-8 text.";
    name.remove_prefix(character.size);
    if (is_control(character.code))
      return "A name cannot hold line breaks, tabs or other control characters.";
    if (++length > kLongestName) return "A name can have at most 120 characters.";
  }
  return {};
}

}  // namespace marrow
