#include "edit/pose_clipboard.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

#include "base/index.h"
#include "base/text.h"
#include "io/error.h"
#include "io/number_text.h"
#include "io/pose_text.h"

namespace marrow {
namespace {

/// The joint of each name: its index, or -1.
std::vector<int> found_joints(const std::vector<io::PoseText::Joint>& wanted,
                              const Skeleton& skeleton) {
  std::unordered_map<std::string, int> by_name;
  std::unordered_map<std::string, std::vector<int>> by_letters;
  for (int j = 0; j < int(skeleton.joints.size()); ++j) {
    const std::string& name = skeleton.joints[std::size_t(j)].name;
    by_name[name] = j;
    by_letters[lower(name)].push_back(j);
  }
  std::vector<int> found(wanted.size(), -1);
  std::vector<char> is_taken(skeleton.joints.size(), 0);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (const auto exact = by_name.find(wanted[i].name); exact != by_name.end())
      is_taken[std::size_t(found[i] = exact->second)] = 1;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto like = by_letters.find(lower(wanted[i].name));
    if (found[i] >= 0 || like == by_letters.end() || like->second.size() != 1) continue;
    if (const auto j = std::size_t(like->second.front()); !is_taken[j])
      is_taken[std::size_t(found[i] = int(j))] = 1;
  }
  return found;
}

}  // namespace

std::string copied_pose(const Skeleton& skeleton, const std::string& skeleton_name,
                        const std::vector<Id>& chosen) {
  io::PoseText all{skeleton_name, {}}, some{skeleton_name, {}};
  for (const Joint& joint : skeleton.joints) {
    all.joints.push_back({joint.name, joint.user_local});
    if (list_has(chosen, joint.id)) some.joints.push_back(all.joints.back());
  }
  return io::text_of(some.joints.empty() ? all : some);
}

PastedPose pasted_pose(std::string_view text, const Skeleton& skeleton) try {
  const io::PoseText read = io::read_pose_text(text, "The clipboard");
  const std::vector<int> found = found_joints(read.joints, skeleton);
  PastedPose pose;
  std::map<int, glm::mat4> by_joint;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] < 0)
      pose.not_found.push_back(read.joints[i].name);
    else
      by_joint[found[i]] = read.joints[i].user_local;
  }
  for (const auto& [index, user_local] : by_joint) {
    const Joint& joint = skeleton.joints[std::size_t(index)];
    const bool stands_so = io::as_written(joint.user_local) == user_local;
    pose.entries.push_back({joint.id, stands_so ? joint.user_local : user_local});
  }
  if (!pose.entries.empty()) return pose;
  if (read.joints.empty())
    return {{}, {}, "The clipboard holds a pose of no joints: copy one first (Ctrl+C)."};
  return {
      {},
      {},
      "No joint here has a name of the pose in the clipboard: " + some_of(pose.not_found) + "."};
} catch (const io::Error& error) {
  return {{}, {}, error.what()};
}

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 5;
  const std::size_t shown = std::min(names.size(), kMost);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + io::in_quotes(names[i]);
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

}  // namespace marrow
