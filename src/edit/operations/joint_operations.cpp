#include "edit/operations/joint_operations.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "edit/mirror.h"
#include "edit/name_rules.h"
#include "edit/operations/node_operations.h"
#include "edit/operations/shared.h"
#include "edit/operations/transform_text.h"
#include "rig/rest_edits.h"

namespace marrow {
namespace {

/// The scene with the edited skeleton in a node, or the reason why the edit was refused.
Applied with_skeleton(const Scene& scene, int node, SkeletonEdit edit) {
  if (!edit.skeleton) return {std::nullopt, std::move(edit.reason)};
  Scene result = scene;
  result.nodes[at(node)].skeleton = std::make_shared<const Skeleton>(std::move(*edit.skeleton));
  return {std::move(result), {}};
}

/// A new skeleton at the world's origin, the scene's last node, with all unbound meshes bound to
/// it.
Applied with_new_skeleton(const Scene& scene, const Tasks& tasks) {
  Applied result = op::AddSkeleton{}.applied(scene, tasks);
  if (!result.scene) return result;
  const Id skeleton = result.scene->nodes.back().id;
  std::vector<Node>& nodes = result.scene->nodes;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (is_unbound_mesh(*result.scene, int(n))) nodes[n].bound_to = skeleton;
  return result;
}

const Joint& joint_of(const Scene& scene, const JointRef& ref) {
  return scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)];
}

/// The ids of all values, in the enumeration's order.
template <NamedChoice Value>
std::vector<std::string_view> choice_words() {
  std::vector<std::string_view> words;
  for (const auto& row : ChoiceTable<Value>::rows) words.push_back(row.id);
  return words;
}

/// A value as its id. A removed value is read as its replacement.
template <NamedChoice Value>
void line_choice(Line& line, Value& value) {
  if constexpr (requires { ChoiceTable<Value>::removed; }) {
    for (const RemovedChoice<Value>& removed : ChoiceTable<Value>::removed) {
      if (!line.has(removed.id, false)) continue;
      value = removed.instead;
      return;
    }
  }
  line.one_of(value, choice_words<Value>());
}

/// "shin.L and shin.R 0.054 -> 0.068": for a pair that gets one radius, otherwise empty.
std::string pair_text(const Scene& scene, const op::SetRadius& operation) {
  if (operation.joints.size() != 2 || operation.radii.size() != 2 ||
      operation.radii[0] != operation.radii[1] || !operation.tip_radii.empty())
    return {};
  const JointRef one = find_joint(scene, operation.joints[0]),
                 other = find_joint(scene, operation.joints[1]);
  if (one.node < 0 || one.node != other.node) return {};
  const Joint &a = joint_of(scene, one), &b = joint_of(scene, other);
  if (mirrored_name(a.name) != b.name) return {};
  const float radius = std::max(operation.radii[0], 0.0f);
  if (a.radius == b.radius) return a.name + " and " + b.name + " " + change(a.radius, radius);
  return a.name + " " + change(a.radius, radius) + ", " + b.name + " " + change(b.radius, radius);
}

/// The posed joints of a skeleton and their frames in the world.
struct PosedStand {
  const Skeleton& skeleton;
  glm::mat4 world_from_skeleton;
  std::vector<glm::mat4> posed;

  PosedStand(const Scene& scene, int node, const Tasks& tasks)
      : skeleton(*scene.nodes[at(node)].skeleton),
        world_from_skeleton(world_from_node(scene, node)),
        posed(posed_of(skeleton, tasks)) {}

  glm::dmat4 world_from(int joint) const {
    const glm::dmat4 world(world_from_skeleton);
    return joint < 0 ? world : world * glm::dmat4(posed[at(joint)]);
  }
  /// The joint of zero scale that prevents placing below `parent`; empty without one.
  std::string squashed(int parent) const {
    return singular_joint(skeleton, posed, world_from_skeleton, parent);
  }
};

}  // namespace

op::SetRadius op::SetRadius::to(std::vector<Id> joints, const std::vector<Radii>& radii) {
  SetRadius edit{std::move(joints), {}, {}};
  bool is_any_tapered = false;
  for (const Radii& its : radii) {
    edit.radii.push_back(its.at_origin);
    edit.tip_radii.push_back(its.at_tip);
    is_any_tapered |= its.is_tapered();
  }
  if (!is_any_tapered) edit.tip_radii.clear();
  return edit;
}

Applied op::SetRadius::applied(const Scene& scene, const Tasks&) const {
  for (const std::size_t given :
       {radii.size(), tip_radii.empty() ? radii.size() : tip_radii.size()})
    if (given != joints.size())
      return refused("{} radii were given for {} joints: expected one per joint.", given,
                     joints.size());
  return with_joints(scene, joints, [&](Joint& joint, std::size_t place) {
    const float radius = radii[place], tip = tip_radii.empty() ? radius : tip_radii[place];
    if (!std::isfinite(radius) || !std::isfinite(tip))
      return fmt::format("The radius of {} needs a finite number; it stays {:.3g}.", joint.name,
                         joint.radius);
    joint.set_radii({std::max(radius, 0.0f), std::max(tip, 0.0f)});
    return std::string();
  });
}

std::string op::SetRadius::label(const Scene& before) const {
  if (const std::string pair = pair_text(before, *this); !pair.empty()) return "Radius " + pair;
  if (joints.size() != 1 || radii.size() != 1) return "Radius of " + names_of(before, joints);
  const JointRef ref = find_joint(before, joints.front());
  if (ref.node < 0) return "Radius";
  const Joint& joint = joint_of(before, ref);
  if (!tip_radii.empty())
    return fmt::format("Radius {} {} to {} at the tip", joint.name, number(radii.front(), 3),
                       number(tip_radii.front(), 3));
  return "Radius " + joint.name + " " + change(joint.radius, std::max(radii.front(), 0.0f));
}

void op::SetRadius::line(Line& line) {
  line.word("radius");
  line.ids(joints);
  line.numbers("to", radii);
  if (line.has("tips", !tip_radii.empty())) line.numbers(tip_radii);
}

Applied op::SetExtent::applied(const Scene& scene, const Tasks&) const {
  return with_joints(scene, {joint}, [&](Joint& changed, std::size_t) {
    if (!is_finite(extent) || !std::isfinite(roll.value_or(0.0f)))
      return fmt::format("The extent of {} needs finite numbers; it stays as it was.",
                         changed.name);
    changed.extent = extent;
    changed.roll = roll.value_or(changed.roll);
    changed.extent_guessed &= roll.has_value();
    return std::string();
  });
}

std::string op::SetExtent::label(const Scene& before) const {
  return (roll ? "Roll of " : "Extent of ") + shown_name(before, joint);
}

void op::SetExtent::line(Line& line) {
  line.id("extent", joint);
  line.vector("to", extent);
  if (line.has("roll", roll)) line.number(*roll);
}

Applied op::SetSkeletonChoices::applied(const Scene& scene, const Tasks&) const {
  return with_skeleton_of(scene, skeleton_node, [&](Skeleton& skeleton) {
    std::string why;
    for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*in_choices) {
      const std::optional<Value> value = choices.*in_choices;
      if (value && !is_known(*value))
        why = fmt::format("There is no {} number {}.", ChoiceTable<Value>::word, int(*value));
    });
    if (!why.empty()) return why;
    if (!std::isfinite(radius_factor) || radius_factor < 0.0f)
      return std::string("Radii are scaled by a finite factor of at least 0; nothing was changed.");
    choices.apply_to(skeleton);
    for (Joint& joint : skeleton.joints) joint.set_radii(joint.radii().scaled(radius_factor));
    return why;
  });
}

/// "Falloff linear, distance through the body, radii x 2"
std::string op::SetSkeletonChoices::label(const Scene&) const {
  const std::string radii =
      radius_factor == 1.0f ? std::string() : "radii x " + number(radius_factor, 3);
  std::string text;
  for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*in_choices) {
    if (!(choices.*in_choices)) return;
    std::string label = ChoiceTable<Value>::label;
    if (!text.empty()) label[0] = char(std::tolower(label[0]));
    text += (text.empty() ? "" : ", ") + label + " " + choice_row(*(choices.*in_choices)).title;
  });
  if (text.empty()) return radii.empty() ? "Radii" : "Scale " + radii;
  return text + (radii.empty() ? "" : ", " + radii);
}

void op::SetSkeletonChoices::line(Line& line) {
  line.id("choices", skeleton_node);
  line.number("times", radius_factor);
  for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*in_choices) {
    std::optional<Value>& value = choices.*in_choices;
    if (line.has(ChoiceTable<Value>::word, value)) line_choice(line, *value);
  });
}

Applied op::MoveTip::applied(const Scene& scene, const Tasks& tasks) const {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint);
  const std::string& name = joint_of(scene, ref).name;
  if (!is_usable(increment))
    return refused("The tip of {} cannot move there: the movement is not a finite number.", name);
  if (increment == glm::mat4(1.0f)) return {scene, {}};
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  SkeletonEdit edit = tip_moved(skeleton, ref.joint, world_from_node(scene, ref.node), increment,
                                children_ride, tasks);
  if (edit.skeleton) {
    const int moved = joint_index(*edit.skeleton, joint);
    if (moved >= 0) edit.skeleton->joints[at(moved)].extent_guessed = false;
  }
  Applied result = with_skeleton(scene, ref.node, std::move(edit));
  if (result.scene) keep_user_locals(scene, *result.scene);
  return result;
}

std::string op::MoveTip::label(const Scene& before) const {
  return "Move tip of " + shown_name(before, joint);
}

void op::MoveTip::line(Line& line) {
  bool children_stay = !children_ride;
  line.id("drag-tip", joint);
  line_matrix(line, increment, "world");
  line.flag("children-stay", children_stay);
  if (line.reads()) children_ride = !children_stay;
}

Applied op::MoveBase::applied(const Scene& scene, const Tasks& tasks) const {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint);
  const Joint& old = joint_of(scene, ref);
  if (!is_usable(increment))
    return refused("{} cannot move there: the movement is not a finite number.", old.name);
  if (increment == glm::mat4(1.0f)) return {scene, {}};
  const PosedStand stand(scene, ref.node, tasks);
  if (const std::string flat = stand.squashed(old.parent); !flat.empty())
    return refused("{0} cannot move: {1} above it has a zero scale. Reset the pose of {1} first.",
                   old.name, flat);
  // In the parent's frame the posed origin and L's translation move by d; joints below follow.
  const glm::dmat4 parent_from_world = glm::inverse(stand.world_from(old.parent));
  const glm::dvec4 origin = stand.world_from(ref.joint)[3];
  const glm::dvec3 distance(parent_from_world * (glm::dmat4(increment) * origin - origin));
  Scene result = scene;
  Joint& moved = edit_skeleton(result, ref.node).joints[at(ref.joint)];
  moved.bind_local[3] = glm::vec4(glm::vec3(glm::dvec3(moved.bind_local[3]) + distance), 1.0f);
  keep_user_locals(scene, result);
  return {std::move(result), {}};
}

std::string op::MoveBase::label(const Scene& before) const {
  return "Move base of " + shown_name(before, joint);
}

void op::MoveBase::line(Line& line) {
  line.id("drag-base", joint);
  line_matrix(line, increment, "world");
}

Applied op::AddJoint::applied(const Scene& scene, const Tasks& tasks) const {
  if (skeleton_node == kNoId) {
    const Applied begun = with_new_skeleton(scene, tasks);
    if (!begun.scene) return begun;
    op::AddJoint first = *this;
    first.skeleton_node = begun.scene->nodes.back().id;
    return first.applied(*begun.scene, tasks);
  }
  const FoundNode found = find_skeleton_node(scene, skeleton_node);
  if (found.node < 0) return found.refusal;
  if (!is_finite(base) || !is_finite(tip))
    return refused("A new joint needs a base and a tip with finite numbers.");
  if (!std::isfinite(radius) || radius <= 0.0f)
    return refused("A new joint needs a radius above 0.");
  const std::string wanted = name.empty() ? "joint" : name;
  if (std::string why = why_bad_name(wanted); !why.empty()) return {std::nullopt, std::move(why)};
  if (scene.next_id == std::numeric_limits<Id>::max()) return refused_full();

  const Skeleton& old = *scene.nodes[at(found.node)].skeleton;
  const int above = parent == kNoId ? -1 : joint_index(old, parent);
  if (parent != kNoId && above < 0) return refused_missing("joint to be the parent", parent);
  const PosedStand stand(scene, found.node, tasks);
  if (const std::string flat = stand.squashed(above); !flat.empty())
    return refused("No joint can be added below {}: {} has a zero scale. Reset its pose first.",
                   old.joints[at(above)].name, flat);
  // Oriented like the parent: L = T(b) is a translation, and e = L^-1 (the tip in the parent's
  // frame).
  const glm::dmat4 parent_from_world = glm::inverse(stand.world_from(above));
  const glm::dvec3 from(parent_from_world * glm::dvec4(glm::dvec3(base), 1.0));
  const glm::dvec3 to(parent_from_world * glm::dvec4(glm::dvec3(tip), 1.0));
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  Joint joint;
  joint.id = take_id(result);
  joint.name = unique_joint_name(old, wanted);
  joint.parent = above;
  joint.bind_local = glm::translate(glm::mat4(1.0f), glm::vec3(from));
  joint.extent = glm::vec3(to - from);
  joint.radius = radius;
  skeleton.joints.push_back(std::move(joint));
  return {std::move(result), {}};
}

std::string op::AddJoint::label(const Scene& before) const {
  const std::string wanted = name.empty() ? "joint" : name;
  const Node* node = find_node(before, skeleton_node);
  return "Add " + (node && node->skeleton ? unique_joint_name(*node->skeleton, wanted) : wanted);
}

void op::AddJoint::line(Line& line) {
  line.text("add-joint", name);
  line.id("below", parent);
  line.id("of", skeleton_node);
  line.vector("from", base);
  line.vector("to", tip);
  line.number("radius", radius);
}

Applied op::DeleteJoint::applied(const Scene& scene, const Tasks& tasks) const {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint);
  return with_skeleton(
      scene, ref.node,
      without_joint(*scene.nodes[at(ref.node)].skeleton, ref.joint, subtree, tasks));
}

std::string op::DeleteJoint::label(const Scene& before) const {
  return "Delete " + shown_name(before, joint) + (subtree ? " and its children" : "");
}

void op::DeleteJoint::line(Line& line) {
  line.id("delete-joint", joint);
  line.flag("with-all-below", subtree);
}

Locks op::DeleteJoint::locks(const Scene& before) const {
  if (!subtree) return {Locks::Rule::refuse, {joint}};
  const JointRef top = find_joint(before, joint);
  Locks asked;
  if (top.node < 0) return asked;
  const Skeleton& skeleton = *before.nodes[at(top.node)].skeleton;
  for (int j = top.joint; j < int(skeleton.joints.size()); ++j)
    if (is_in_subtree(skeleton, top.joint, j)) asked.joints.push_back(skeleton.joints[at(j)].id);
  return asked;
}

Applied op::SplitJoint::applied(const Scene& scene, const Tasks&) const {
  constexpr int kFewest = 2, kMost = 16;
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint);
  const Joint& split = joint_of(scene, ref);
  if (pieces < kFewest || pieces > kMost)
    return refused("{} cannot be split in {}: choose {} to {} pieces.", split.name, pieces, kFewest,
                   kMost);
  if (!(glm::length(split.extent / float(pieces)) > 0.0f))
    return refused("{} cannot be split: its bone has no length. Drag its tip first.", split.name);
  const Id added = Id(pieces - 1);
  if (scene.next_id > std::numeric_limits<Id>::max() - added) return refused_full();
  Applied result = with_skeleton(
      scene, ref.node,
      joint_split(*scene.nodes[at(ref.node)].skeleton, ref.joint, pieces, scene.next_id));
  if (result.scene) result.scene->next_id += added;
  return result;
}

std::string op::SplitJoint::label(const Scene& before) const {
  return fmt::format("Split {} in {}", shown_name(before, joint), pieces);
}

void op::SplitJoint::line(Line& line) {
  line.id("split", joint);
  line.number("into", pieces);
}

Applied op::ReparentJoint::applied(const Scene& scene, const Tasks& tasks) const {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint);
  const Joint& moved = joint_of(scene, ref);
  JointRef parent{ref.node, -1};
  if (new_parent != kNoId) parent = find_joint(scene, new_parent);
  if (parent.node < 0) return refused_missing("joint to be the parent", new_parent);
  if (parent.node != ref.node)
    return refused("{} cannot hang below a joint of another skeleton.", moved.name);
  if (parent.joint == moved.parent) return {scene, {}};
  return with_skeleton(
      scene, ref.node,
      reparented(*scene.nodes[at(ref.node)].skeleton, ref.joint, parent.joint, tasks));
}

std::string op::ReparentJoint::label(const Scene& before) const {
  if (new_parent == kNoId) return "Make " + shown_name(before, joint) + " a root";
  return "Hang " + shown_name(before, joint) + " below " + shown_name(before, new_parent);
}

void op::ReparentJoint::line(Line& line) {
  line.id("hang-joint", joint);
  line.id("below", new_parent);
}

}  // namespace marrow
