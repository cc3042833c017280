#include "edit/operations/pose_operations.h"

#include <algorithm>

#include "edit/name_rules.h"
#include "edit/operations/node_operations.h"
#include "edit/operations/shared.h"
#include "edit/operations/transform_text.h"
#include "scene/joint_places.h"

namespace marrow {
namespace {

/// Joints of one skeleton without an ancestor in the list.
std::vector<int> top_most(const Skeleton& skeleton, const std::vector<NamedJoint>& joints) {
  std::vector<char> is_named(skeleton.joints.size(), 0);
  for (const NamedJoint& joint : joints) is_named[at(joint.joint)] = 1;
  std::vector<char> is_below(skeleton.joints.size(), 0);
  std::vector<int> top;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const int parent = skeleton.joints[j].parent;
    is_below[j] = parent >= 0 && (is_below[at(parent)] || is_named[at(parent)]);
    if (is_named[j] && !is_below[j]) top.push_back(int(j));
  }
  return top;
}

/// Ul' = L^-1 W_p^-1 U W for the top-most joints of one skeleton. Returns a reason when one cannot
/// move.
std::string move_joints(Scene& scene, const std::vector<NamedJoint>& joints,
                        const glm::mat4& increment, const Tasks& tasks) {
  const int node = joints.front().node;
  const glm::mat4 world_from_skeleton = world_from_node(scene, node);
  Skeleton& skeleton = edit_skeleton(scene, node);
  const std::vector<glm::mat4> posed = posed_of(skeleton, tasks);
  for (const int j : top_most(skeleton, joints)) {
    Joint& joint = skeleton.joints[at(j)];
    if (const std::string flat = singular_joint(skeleton, posed, world_from_skeleton, joint.parent);
        !flat.empty()) {
      return fmt::format(
          "{0} cannot move: {1} above it has a zero scale. Reset the pose of {1} first.",
          joint.name, flat);
    }
    const glm::mat4 parent_posed = world_from_parent(skeleton, posed, world_from_skeleton, j);
    const glm::mat4 user_local = tasks.user_local_after_increment(
        joint.bind_local, parent_posed, world_from_skeleton * posed[at(j)], increment);
    joint.user_local = without_rounding(user_local);
    if (!is_usable(joint.user_local))
      return fmt::format("{} cannot move there: the numbers get too large.", joint.name);
  }
  return {};
}

Applied incremented_joints(const Scene& scene, const op::ApplyIncrement& operation,
                           const Tasks& tasks) {
  const NamedJoints named = named_joints(scene, operation.targets);
  if (named.missing != kNoId && find_node(scene, named.missing))
    return refused(
        "Joints and objects cannot be moved in one go: select only joints or only objects.");
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  if (operation.increment == glm::mat4(1.0f)) return {scene, {}};
  Scene result = scene;
  for (const std::vector<NamedJoint>& joints : by_skeleton(named.joints)) {
    if (std::string why = move_joints(result, joints, operation.increment, tasks); !why.empty())
      return {std::nullopt, std::move(why)};
  }
  return {std::move(result), {}};
}

/// "store-pose NAME of NODE"
template <class Operation>
void line_pose(Line& line, const char* word, Operation& operation) {
  line.text(word, operation.name);
  line.id("of", operation.skeleton_node);
}

auto find_pose(Skeleton& skeleton, const std::string& name) {
  return std::find_if(skeleton.poses.begin(), skeleton.poses.end(),
                      [&](const Pose& pose) { return pose.name == name; });
}

/// Changes a stored pose in a copy of its skeleton: change(skeleton, iterator to the pose).
template <typename Change>
Applied with_pose_of(const Scene& scene, Id node, const std::string& name, const Change& change) {
  return with_skeleton_of(scene, node, [&](Skeleton& skeleton) {
    const auto pose = find_pose(skeleton, name);
    if (pose == skeleton.poses.end())
      return fmt::format("\"{}\" has no pose called \"{}\".", name_of(scene, node), name);
    return change(skeleton, pose);
  });
}

std::vector<Id> ids_of(const std::vector<Pose::Entry>& entries) {
  std::vector<Id> ids;
  ids.reserve(entries.size());
  for (const Pose::Entry& entry : entries) ids.push_back(entry.joint);
  return ids;
}

const char* verb_of(TransformText::Kind kind) {
  if (kind == TransformText::Kind::turn) return "Rotate";
  return kind == TransformText::Kind::scale ? "Scale" : "Move";
}

/// The place of the last target, which the gizmo also uses: the usual pivot. World space.
glm::vec3 place_of(const Scene& scene, const std::vector<Id>& targets) {
  const Id last = targets.empty() ? kNoId : targets.back();
  if (const int node = node_index(scene, last); node >= 0) return world_from_node(scene, node)[3];
  const JointRef ref = find_joint(scene, last);
  if (ref.node < 0) return glm::vec3(0.0f);
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  return (world_from_node(scene, ref.node) * glm::mat4(posed_place(skeleton, ref.joint)))[3];
}

}  // namespace

Applied op::ApplyIncrement::applied(const Scene& scene, const Tasks& tasks) const {
  if (targets.empty()) return refused("Nothing is selected: select a joint or an object first.");
  if (!is_usable(increment))
    return refused("The movement is not a finite number; nothing was moved.");
  if (find_node(scene, targets.front())) return incremented_nodes(scene, targets, increment);
  return incremented_joints(scene, *this, tasks);
}

std::string op::ApplyIncrement::label(const Scene& before) const {
  return verb + " " + names_of(before, targets);
}

void op::ApplyIncrement::line(Line& line) {
  TransformText form;
  if (line.mode() == Line::Mode::print) form = text_of(increment, place_of(line.before(), targets));
  line_kind(line, form);
  line.ids(targets);
  line_rest(line, form, "world");
  if (line.reads()) increment = matrix_of(form, place_of(line.before(), targets));
  line.text_unless("as", verb, verb_of(form.kind));
}

Applied op::SetUserLocal::applied(const Scene& scene, const Tasks&) const {
  return with_joints(scene, ids_of(entries), [&](Joint& joint, std::size_t place) {
    const glm::mat4& user_local = entries[place].user_local;
    if (!is_usable(user_local))
      return fmt::format("The pose of {} needs finite numbers; it stays as it was.", joint.name);
    joint.user_local = user_local;
    return std::string();
  });
}

std::string op::SetUserLocal::label(const Scene& before) const {
  if (!what.empty()) return what;
  return "Pose " + names_of(before, ids_of(entries));
}

void op::SetUserLocal::line(Line& line) {
  line.word("pose");
  line.list(entries, "none", [&](Pose::Entry& entry) {
    line.id(entry.joint);
    line.word("to");
    line_matrix(line, entry.user_local, "own");
  });
  line.text_unless("as", what, "");
}

Locks op::SetUserLocal::locks(const Scene&) const { return {Locks::Rule::refuse, ids_of(entries)}; }

Applied op::ResetPose::applied(const Scene& scene, const Tasks& tasks) const {
  op::SetUserLocal rest;
  for (const Id joint : joints) rest.entries.push_back({joint, glm::mat4(1.0f)});
  if (!rest.entries.empty()) return rest.applied(scene, tasks);

  return with_skeleton_of(scene, skeleton_node, [](Skeleton& skeleton) {
    for (Joint& joint : skeleton.joints) joint.user_local = glm::mat4(1.0f);
    return std::string();
  });
}

std::string op::ResetPose::label(const Scene& before) const {
  return joints.empty() ? std::string("Reset pose") : "Reset " + names_of(before, joints);
}

void op::ResetPose::line(Line& line) {
  line.word("reset");
  line.ids(joints, "all");
  line.id("of", skeleton_node);
}

Applied op::StorePose::applied(const Scene& scene, const Tasks&) const {
  return with_skeleton_of(scene, skeleton_node, [&](Skeleton& skeleton) {
    Pose pose{name, {}};
    for (const Joint& joint : skeleton.joints) pose.entries.push_back({joint.id, joint.user_local});
    const auto old = find_pose(skeleton, name);
    if (old == skeleton.poses.end()) {
      skeleton.poses.push_back(std::move(pose));
    } else {
      *old = std::move(pose);
    }
    return why_bad_name(name);
  });
}

std::string op::StorePose::label(const Scene&) const { return "Store pose " + name; }

void op::StorePose::line(Line& line) { line_pose(line, "store-pose", *this); }

Applied op::ApplyPose::applied(const Scene& scene, const Tasks&) const {
  return with_pose_of(scene, skeleton_node, name, [&](Skeleton& skeleton, auto pose) {
    // Deleted joints are left out; joints that the pose does not list keep their Ul.
    for (const NamedJoint& named : named_joints(scene, ids_of(pose->entries)).joints)
      if (scene.nodes[at(named.node)].id == skeleton_node)
        skeleton.joints[at(named.joint)].user_local = pose->entries[named.place].user_local;
    return std::string();
  });
}

std::string op::ApplyPose::label(const Scene&) const { return "Apply pose " + name; }

void op::ApplyPose::line(Line& line) { line_pose(line, "apply-pose", *this); }

Applied op::DeletePose::applied(const Scene& scene, const Tasks&) const {
  return with_pose_of(scene, skeleton_node, name, [](Skeleton& skeleton, auto pose) {
    skeleton.poses.erase(pose);
    return std::string();
  });
}

std::string op::DeletePose::label(const Scene&) const { return "Delete pose " + name; }

void op::DeletePose::line(Line& line) { line_pose(line, "delete-pose", *this); }

Applied op::RenamePose::applied(const Scene& scene, const Tasks&) const {
  return with_pose_of(scene, skeleton_node, name, [&](Skeleton& skeleton, auto pose) {
    const auto namesake = find_pose(skeleton, new_name);
    if (namesake != skeleton.poses.end() && namesake != pose)
      return fmt::format("Another pose is called \"{}\" already.", new_name);
    pose->name = new_name;
    return why_bad_name(new_name);
  });
}

std::string op::RenamePose::label(const Scene&) const {
  return "Rename pose " + name + " to " + new_name;
}

void op::RenamePose::line(Line& line) {
  line.text("rename-pose", name);
  line.text("to", new_name);
  line.id("of", skeleton_node);
}

}  // namespace marrow
