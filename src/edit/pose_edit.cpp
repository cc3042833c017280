#include "edit/pose_edit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/index.h"
#include "base/text.h"
#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "io/error.h"
#include "io/number_text.h"
#include "io/pose_text.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/ik.h"
#include "rig/joint_pose.h"

namespace marrow {
namespace {

/// With less shear than this share of its largest element a matrix counts as unsheared.
constexpr float kShear = 1e-4f;

/// The joints that may get a pose, by id.
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

/// True for edits that pose listed joints.
bool poses_joints(const Operation& operation) {
  if (const auto* sequence = std::get_if<op::Sequence>(&operation))
    return std::all_of(sequence->operations.begin(), sequence->operations.end(), poses_joints);
  return std::holds_alternative<op::ApplyIncrement>(operation) ||
         std::holds_alternative<op::SetUserLocal>(operation) ||
         std::holds_alternative<op::ResetPose>(operation);
}

/// A handle for each pinned joint at or below a moved one, if free joints can hold it. Moved joints
/// keep the pose of the edit, except after a reset: those may turn away from rest again.
op::SolveIk ik_for_pins(const Scene& scene, int node, const std::vector<NamedJoint>& moved,
                        bool is_reset, bool whole_body) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  op::SolveIk ik{scene.nodes[at(node)].id, {}, whole_body, {}};
  for (const NamedJoint& joint : moved)
    if (!is_reset) ik.held.push_back(skeleton.joints[at(joint.joint)].id);
  const std::vector<char> is_blocked = blocked_joints(skeleton, ik.held);
  for (int j = 0; j < int(skeleton.joints.size()); ++j) {
    const Joint& joint = skeleton.joints[at(j)];
    if (!joint.pinned || joint.locked) continue;
    const bool is_moved = std::any_of(moved.begin(), moved.end(), [&](const NamedJoint& top) {
      return is_in_subtree(skeleton, top.joint, j);
    });
    if (!is_moved || turnable_joints(skeleton, j, whole_body, is_blocked).empty()) continue;
    const BoneStand stand = stand_of_bone(scene, {node, j});
    const glm::vec3 tip(stand.tip), base(stand.base), side(stand.side);
    if (!is_finite(tip) || !is_finite(base)) continue;
    ik.handles.push_back({joint.id, tip, base});
    if (is_finite(side) && joint.extent != glm::vec3(0.0f)) ik.handles.back().side = side;
  }
  return ik;
}

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

std::optional<glm::dvec3> world_tip(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const glm::dvec3 tip = stand_of_bone(scene, ref).tip;
  return is_finite(glm::vec3(tip)) ? std::optional(tip) : std::nullopt;
}

std::string why_no_ik(const Scene& scene, Id joint, bool whole_body) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint).reason;
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  const Joint& itself = skeleton.joints[at(ref.joint)];
  if (itself.locked) return fmt::format("{} is locked: unlock it in the tree first.", itself.name);
  if (std::string why = zero_scale_message(scene, ref.node, ref.joint); !why.empty()) return why;
  IkProblem problem;
  problem.skeleton = &skeleton;
  problem.world_from_skeleton = world_from_node(scene, ref.node);
  problem.handles = {{.joint = ref.joint}};
  problem.free = ik_chain(skeleton, ref.joint, whole_body);
  const double length = ik_chain_lengths(problem, user_locals_of(skeleton)).front();
  return length > 0.0 ? std::string() : no_free_joint_message(itself);
}

Operation holding_pins(const Scene& scene, const Operation& operation, bool whole_body) {
  if (!poses_joints(operation)) return operation;
  op::Sequence sequence{{operation}, {}};
  for (const std::vector<NamedJoint>& moved :
       by_skeleton(named_joints(scene, named_by(scene, operation)).joints)) {
    op::SolveIk ik = ik_for_pins(scene, moved.front().node, moved,
                                 std::holds_alternative<op::ResetPose>(operation), whole_body);
    if (!ik.handles.empty()) sequence.operations.push_back(std::move(ik));
  }
  return sequence.operations.size() > 1 ? Operation(std::move(sequence)) : operation;
}

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
    return {{}, {}, "The clipboard holds a pose without joints: copy one first (Ctrl+C)."};
  return {
      {},
      {},
      "No joint here has a name from the pose in the clipboard: " + some_of(pose.not_found) + "."};
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
