#include "edit/operations/ik_operations.h"

#include <algorithm>

#include "base/index.h"
#include "edit/operations/shared.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/elbows.h"
#include "rig/ik/ik.h"
#include "scene/joint_places.h"

namespace marrow {
namespace {

// Weight of a pin; a handle has 1. Out of reach, a pin misses 10,000 times less than the handle.
constexpr double kPinWeight = 1e4;

bool is_handle(const IkProblem& problem, int joint) {
  return std::any_of(problem.handles.begin(), problem.handles.end(),
                     [&](const IkHandle& handle) { return handle.joint == joint; });
}

/// Makes pinned joints handles at their present places, unless they are handles already.
void hold_pins(IkProblem& problem) {
  const Skeleton& skeleton = *problem.skeleton;
  for (int j = 0; j < int(skeleton.joints.size()); ++j) {
    if (!skeleton.joints[at(j)].pinned || is_handle(problem, j)) continue;
    const BoneStand stand = stand_of_bone(problem, j);
    if (is_finite(glm::vec3(stand.tip)) && is_finite(glm::vec3(stand.base)))
      pull_bone(problem, j, stand, kPinWeight);
  }
}

void free_ik_joints(IkProblem& problem, const op::SolveIk& operation) {
  const std::vector<char> is_blocked = blocked_joints(*problem.skeleton, operation.held);
  for (const IkHandle& handle : problem.handles)
    for (const int j :
         turnable_joints(*problem.skeleton, handle.joint, operation.whole_body, is_blocked))
      problem.free.push_back(j);
  sort_unique(problem.free);
}

/// Adds the operation's handles. Returns a reason if a handle is impossible.
std::string add_handles(const Scene& scene, int node, const op::SolveIk& operation,
                        IkProblem& problem) {
  for (const op::SolveIk::Handle& handle : operation.handles) {
    const JointRef ref = find_joint(scene, handle.joint);
    if (ref.node != node) return refused_missing("joint of this skeleton", handle.joint).reason;
    const std::string& name = problem.skeleton->joints[at(ref.joint)].name;
    if (!is_finite(handle.target))
      return fmt::format("The target of {} is not a finite number; nothing was moved.", name);
    if (std::string why = zero_scale_message(scene, node, ref.joint); !why.empty()) return why;
    if (is_handle(problem, ref.joint))
      return fmt::format("{} cannot reach two targets at once.", name);
    problem.handles.push_back({.joint = ref.joint, .target = glm::dvec3(handle.target)});
    for (const bool is_side : {false, true}) {
      const std::optional<glm::vec3>& place = is_side ? handle.side : handle.base;
      if (!place) continue;
      if (!is_finite(*place))
        return fmt::format("The place for {} is not a finite number; nothing was moved.", name);
      problem.handles.push_back({.joint = ref.joint,
                                 .target = glm::dvec3(*place),
                                 .weight = kBaseWeight,
                                 .is_base = !is_side,
                                 .is_side = is_side});
    }
  }
  return {};
}

/// Sets up the solver's problem. Returns a reason when it is impossible.
std::string take_problem(const Scene& scene, int node, const op::SolveIk& operation,
                         IkProblem& problem) {
  problem.skeleton = scene.nodes[at(node)].skeleton.get();
  problem.world_from_skeleton = world_from_node(scene, node);
  if (std::string why = add_handles(scene, node, operation, problem); !why.empty()) return why;
  hold_pins(problem);
  free_ik_joints(problem, operation);
  problem.elbows = ik_elbows(scene, node, problem.free);
  const std::vector<double> lengths = ik_chain_lengths(problem, user_locals_of(*problem.skeleton));
  const bool is_out_of_reach = std::equal(lengths.begin(), lengths.end(), problem.handles.begin(),
                                          [](double length, const IkHandle& handle) {
                                            return length == 0.0 || handle.is_base ||
                                                   handle.is_side || handle.weight == kPinWeight;
                                          });
  return is_out_of_reach
             ? no_free_joint_message(problem.skeleton->joints[at(problem.handles.front().joint)])
             : std::string();
}

}  // namespace

std::vector<char> blocked_joints(const Skeleton& skeleton, const std::vector<Id>& held) {
  std::vector<char> is_blocked(skeleton.joints.size(), 0);
  for (const Id id : held)
    for (int j = joint_index(skeleton, id); j >= 0; j = skeleton.joints[at(j)].parent)
      is_blocked[at(j)] = 1;
  return is_blocked;
}

std::vector<int> turnable_joints(const Skeleton& skeleton, int joint, bool whole_body,
                                 const std::vector<char>& is_blocked) {
  std::vector<int> free = ik_chain(skeleton, joint, whole_body);
  std::erase_if(free, [&](int j) { return is_blocked[at(j)] != 0; });
  return free;
}

std::string zero_scale_message(const Scene& scene, int node, int joint) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  const std::vector<glm::dmat4> places = posed_places(skeleton);
  const std::vector<glm::mat4> posed(places.begin(), places.end());
  const Joint& tip = skeleton.joints[at(joint)];
  const std::string flat =
      singular_joint(skeleton, posed, world_from_node(scene, node), tip.parent);
  if (flat.empty()) return {};
  return fmt::format(
      "{0} cannot reach anywhere: {1} above it has a zero scale. Reset the pose of {1} first.",
      tip.name, flat);
}

std::string no_free_joint_message(const Joint& joint) {
  return fmt::format("{} cannot reach anywhere: no joint that would move its tip is free to turn.",
                     joint.name);
}

Applied op::SolveIk::applied(const Scene& scene, const Tasks& tasks) const {
  const FoundNode found = find_skeleton_node(scene, skeleton_node);
  if (found.node < 0) return found.refusal;
  if (handles.empty()) return refused("No joint was named: say whose tip should reach the target.");
  IkProblem problem;
  if (std::string why = take_problem(scene, found.node, *this, problem); !why.empty())
    return {std::nullopt, std::move(why)};
  const IkSolution solution = solve_ik(problem, ik_gradient_of(tasks));
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    Joint& joint = skeleton.joints[j];
    joint.user_local = solution.user_locals[j];
    if (!is_usable(joint.user_local))
      return refused("{} cannot turn there: the numbers get too large.", joint.name);
  }
  return {std::move(result), {}};
}

std::string op::SolveIk::label(const Scene& before) const {
  std::vector<Id> joints;
  for (const op::SolveIk::Handle& handle : handles) joints.push_back(handle.joint);
  return "IK: " + names_of(before, joints);
}

void op::SolveIk::line(Line& line) {
  line.word("ik");
  line.list(handles, "none", [&](Handle& handle) {
    line.id(handle.joint);
    line.vector("to", handle.target);
    for (const bool is_side : {false, true}) {
      std::optional<glm::vec3>& place = is_side ? handle.side : handle.base;
      if (line.has(is_side ? "side" : "base", place)) line.vector(*place);
    }
  });
  line.id("of", skeleton_node);
  line.flag("whole-body", whole_body);
  if (line.has("holding", !held.empty())) line.ids(held);
}

Locks op::SolveIk::locks(const Scene&) const {
  std::vector<Id> pulled;
  for (const Handle& handle : handles) pulled.push_back(handle.joint);
  return {Locks::Rule::keep, std::move(pulled)};
}

std::string why_wrong_gradient(const Scene& scene, const op::SolveIk& operation,
                               const Tasks& tasks) {
  const FoundNode found = find_skeleton_node(scene, operation.skeleton_node);
  IkProblem problem;
  if (found.node < 0 || operation.handles.empty() ||
      !take_problem(scene, found.node, operation, problem).empty())
    return {};
  return why_wrong_gradient(tasks, problem);
}

Applied op::SetPinned::applied(const Scene& scene, const Tasks&) const {
  return with_joints(scene, joints, [&](Joint& joint, std::size_t) {
    joint.pinned = pinned;
    return std::string();
  });
}

std::string op::SetPinned::label(const Scene& before) const {
  return (pinned ? "Pin " : "Unpin ") + names_of(before, joints);
}

void op::SetPinned::line(Line& line) {
  line.choice(pinned, "pin", "unpin");
  line.ids(joints);
}

Applied op::SetLimits::applied(const Scene& scene, const Tasks&) const {
  return with_joints(scene, {joint}, [&](Joint& limited, std::size_t) {
    limited.limits = limits;
    return std::string();
  });
}

std::string op::SetLimits::label(const Scene& before) const {
  return (limits ? "Limit " : "Free ") + shown_name(before, joint);
}

void op::SetLimits::line(Line& line) {
  bool is_limited = limits.has_value();
  line.choice(is_limited, "limit", "free");
  line.id(joint);
  if (!is_limited) return;
  if (line.reads()) limits.emplace();
  line.vector("from", limits->lower);
  line.vector("to", limits->upper);
  if (line.has("rest", limits->rest != glm::vec3(0.0f))) line.vector(limits->rest);
}

Applied op::SetPole::applied(const Scene& scene, const Tasks&) const {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return refused_missing("joint", joint);
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  const std::string& name = skeleton.joints[at(ref.joint)].name;
  if (pole && !is_finite(*pole))
    return refused("{} cannot point there: the direction is not a finite number.", name);
  const glm::dvec3 above = bone_above(skeleton, ref.joint);
  if (pole && *pole != glm::vec3(0.0f)) {
    if (above == glm::dvec3(0.0))
      return refused("{} has no bone above it: it cannot bend like an elbow.", name);
    const double across = glm::length(glm::cross(glm::normalize(above), glm::dvec3(*pole)));
    if (!(across > 0.1 * glm::length(glm::dvec3(*pole))))
      return refused("{} cannot point along the bone above it.", name);
  }
  Scene result = scene;
  edit_skeleton(result, ref.node).joints[at(ref.joint)].pole = pole;
  return {std::move(result), {}};
}

std::string op::SetPole::label(const Scene& before) const {
  if (!pole) return "Reset the bend of " + shown_name(before, joint);
  return *pole == glm::vec3(0.0f) ? fmt::format("Let {} turn freely", shown_name(before, joint))
                                  : "Turn the bend of " + shown_name(before, joint);
}

void op::SetPole::line(Line& line) {
  line.id("pole", joint);
  if (line.has("to", pole)) line.vector(*pole);
}

}  // namespace marrow
