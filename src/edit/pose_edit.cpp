#include "edit/pose_edit.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "rig/joint_pose.h"

namespace marrow {
namespace {

/// Of the largest element: below it a matrix counts as translation, rotation, scale.
constexpr float kShear = 1e-4f;

/// The joints that may take a pose, by id.
std::unordered_map<Id, const Joint*> takers(const Skeleton& skeleton, const JointMask& mask) {
  const std::unordered_set<Id> only(mask.only.begin(), mask.only.end());
  std::unordered_map<Id, const Joint*> joints;
  for (const Joint& joint : skeleton.joints)
    if (!joint.locked && (only.empty() || only.count(joint.id) > 0)) joints[joint.id] = &joint;
  return joints;
}

/// The mirror image of a joint at rest is at rest up to rounding.
bool is_nearly_rest(const glm::mat4& user_local) {
  constexpr float kRounding = 4e-7f;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      if (!(std::abs(user_local[column][row] - (column == row ? 1.0f : 0.0f)) <= kRounding))
        return false;
  return true;
}

/// An interpolated Ul, and whether an end had a shear.
struct Between {
  glm::mat4 user_local{1.0f};
  bool is_sheared = false;
};

Between between(const glm::mat4& bind_local, const glm::mat4& from, const glm::mat4& to, float t) {
  float shear_from = 0.0f, shear_to = 0.0f;
  const JointPose start = decompose(bind_local * from, &shear_from),
                  end = decompose(bind_local * to, &shear_to);
  const bool is_sheared = std::max(shear_from, shear_to) > kShear;
  if (t == 0.0f || from == to) return {from, is_sheared};
  if (t == 1.0f) return {to, is_sheared};
  const glm::dmat4 pose(compose(interpolate(start, end, t)));
  return {without_rounding(glm::mat4(glm::inverse(glm::dmat4(bind_local)) * pose)), is_sheared};
}

}  // namespace

std::vector<Pose::Entry> present_pose(const Skeleton& skeleton) {
  std::vector<Pose::Entry> entries;
  for (const Joint& joint : skeleton.joints) entries.push_back({joint.id, joint.user_local});
  return entries;
}

const Pose* stored_pose(const Skeleton& skeleton, std::string_view name) {
  const auto found = std::find_if(skeleton.poses.begin(), skeleton.poses.end(),
                                  [&](const Pose& pose) { return pose.name == name; });
  return found == skeleton.poses.end() ? nullptr : &*found;
}

op::SetUserLocal taken_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                            const JointMask& mask, std::string what) {
  const std::unordered_map<Id, const Joint*> joints = takers(skeleton, mask);
  op::SetUserLocal operation{{}, std::move(what)};
  for (const Pose::Entry& entry : pose)
    if (joints.count(entry.joint) > 0) operation.entries.push_back(entry);
  return operation;
}

op::SetUserLocal flipped_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& pose,
                              const JointMask& mask, const Tasks& tasks, std::string what) {
  std::vector<Pose::Entry> mirrored = mirrored_entries(skeleton, pose, tasks);
  for (Pose::Entry& entry : mirrored)
    if (is_nearly_rest(entry.user_local)) entry.user_local = glm::mat4(1.0f);
  return taken_pose(skeleton, mirrored, mask, std::move(what));
}

op::SetUserLocal blended_pose(const Skeleton& skeleton, const std::vector<Pose::Entry>& from,
                              const std::vector<Pose::Entry>& to, float t, const JointMask& mask,
                              std::string what, int* sheared) {
  const std::unordered_map<Id, const Joint*> joints = takers(skeleton, mask);
  std::unordered_map<Id, const glm::mat4*> starts;
  for (const Pose::Entry& entry : from) starts[entry.joint] = &entry.user_local;
  op::SetUserLocal operation{{}, std::move(what)};
  if (sheared) *sheared = 0;
  for (const Pose::Entry& entry : to) {
    const auto joint = joints.find(entry.joint);
    if (joint == joints.end()) continue;
    const auto start = starts.find(entry.joint);
    const glm::mat4& begin = start == starts.end() ? joint->second->user_local : *start->second;
    const Between now = between(joint->second->bind_local, begin, entry.user_local, t);
    if (!is_usable(now.user_local)) continue;
    if (sheared && now.is_sheared) ++*sheared;
    operation.entries.push_back({entry.joint, now.user_local});
  }
  return operation;
}

}  // namespace marrow
