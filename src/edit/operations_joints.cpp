// The rest side of joints: bind locals, extents, radii, and the tree of joints itself.
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "edit/names.h"
#include "edit/operations.h"
#include "rig/rest_edits.h"

namespace marrow {
namespace {

/// The scene with another skeleton in a node, or the reason why there is none.
Applied with_skeleton(const Scene& scene, int node, SkeletonEdit edit) {
  if (!edit.skeleton) return {std::nullopt, std::move(edit.reason)};
  Scene result = scene;
  result.nodes[at(node)].skeleton = std::make_shared<const Skeleton>(std::move(*edit.skeleton));
  return {std::move(result), {}};
}

/// An empty skeleton at the world's origin, the scene's last node, with every unbound mesh bound to it.
Applied with_new_skeleton(const Scene& scene, const Tasks& tasks) {
  Applied result = applied(scene, op::AddSkeleton{}, tasks);
  if (!result.scene) return result;
  const Id skeleton = result.scene->nodes.back().id;
  for (Node& node : result.scene->nodes)
    if (node.mesh && node.bound_to == kNoId) node.bound_to = skeleton;
  return result;
}

const Joint& joint_of(const Scene& scene, const JointRef& ref) { return scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)]; }

bool is_known(Falloff falloff) { return falloff == Falloff::inverse || falloff == Falloff::linear || falloff == Falloff::smooth; }

/// Where the joints of one skeleton stand, and the way from the world into the frame of a parent.
struct Stand {
  const Skeleton& skeleton;
  glm::mat4 world_from_skeleton;
  std::vector<glm::mat4> posed;

  Stand(const Scene& scene, int node, const Tasks& tasks)
      : skeleton(*scene.nodes[at(node)].skeleton), world_from_skeleton(world_from_node(scene, node)), posed(posed_of(skeleton, tasks)) {}

  glm::dmat4 world_from(int joint) const {
    const glm::dmat4 world(world_from_skeleton);
    return joint < 0 ? world : world * glm::dmat4(posed[at(joint)]);
  }
  /// The squashed joint because of which nothing can be placed below `parent`; empty when there is none.
  std::string squashed(int parent) const { return singular_joint(skeleton, posed, world_from_skeleton, parent); }
};

}  // namespace

Applied applied(const Scene& scene, const op::SetRadius& operation, const Tasks&) {
  if (operation.radii.size() != operation.joints.size()) {
    return refused("{} radii were given for {} joints: expected one a joint.", operation.radii.size(), operation.joints.size());
  }
  const NamedJoints named = named_joints(scene, operation.joints);
  if (named.missing != kNoId) return refused_missing("joint", named.missing);
  Scene result = scene;
  for (const std::vector<NamedJoint>& joints : by_skeleton(named.joints)) {
    Skeleton& skeleton = edit_skeleton(result, joints.front().node);
    for (const NamedJoint& named_joint : joints) {
      Joint& joint = skeleton.joints[at(named_joint.joint)];
      const float radius = operation.radii[named_joint.place];
      if (!std::isfinite(radius)) return refused("The radius of {} needs a finite number; it stays {:.3g}.", joint.name, joint.radius);
      joint.radius = std::max(radius, 0.0f);
    }
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetExtent& operation, const Tasks&) {
  const JointRef ref = find_joint(scene, operation.joint);
  if (ref.node < 0) return refused_missing("joint", operation.joint);
  if (!is_finite(operation.extent)) return refused("The extent of {} needs finite numbers; it stays as it was.", joint_of(scene, ref).name);
  Scene result = scene;
  Joint& joint = edit_skeleton(result, ref.node).joints[at(ref.joint)];
  joint.extent = operation.extent;
  joint.extent_guessed = false;
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetFalloff& operation, const Tasks&) {
  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  if (!is_known(operation.falloff)) return refused("There is no falloff number {}.", static_cast<int>(operation.falloff));
  Scene result = scene;
  edit_skeleton(result, found.node).falloff = operation.falloff;
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetReach& operation, const Tasks&) {
  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  if (operation.falloff && !is_known(*operation.falloff)) {
    return refused("There is no falloff number {}.", static_cast<int>(*operation.falloff));
  }
  if (!std::isfinite(operation.radius_factor) || operation.radius_factor < 0.0f) {
    return refused("Radii are scaled by a finite factor of at least 0; nothing was changed.");
  }
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  skeleton.falloff = operation.falloff.value_or(skeleton.falloff);
  for (Joint& joint : skeleton.joints) joint.radius *= operation.radius_factor;
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::MoveTip& operation, const Tasks& tasks) {
  const JointRef ref = find_joint(scene, operation.joint);
  if (ref.node < 0) return refused_missing("joint", operation.joint);
  const std::string& name = joint_of(scene, ref).name;
  if (!is_usable(operation.increment)) return refused("The tip of {} cannot move there: the movement is not a finite number.", name);
  if (operation.increment == glm::mat4(1.0f)) return {scene, {}};
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  SkeletonEdit edit = tip_moved(skeleton, ref.joint, world_from_node(scene, ref.node), operation.increment, operation.children_ride, tasks);
  if (edit.skeleton) {
    const int joint = joint_index(*edit.skeleton, operation.joint);
    if (joint >= 0) edit.skeleton->joints[at(joint)].extent_guessed = false;
  }
  return with_skeleton(scene, ref.node, std::move(edit));
}

Applied applied(const Scene& scene, const op::MoveBase& operation, const Tasks& tasks) {
  const JointRef ref = find_joint(scene, operation.joint);
  if (ref.node < 0) return refused_missing("joint", operation.joint);
  const Joint& old = joint_of(scene, ref);
  if (!is_usable(operation.increment)) return refused("{} cannot move there: the movement is not a finite number.", old.name);
  if (operation.increment == glm::mat4(1.0f)) return {scene, {}};
  const Stand stand(scene, ref.node, tasks);
  if (const std::string flat = stand.squashed(old.parent); !flat.empty()) {
    return refused("{0} cannot move: {1} above it has a zero scale. Reset the pose of {1} first.", old.name, flat);
  }
  // In the parent's frame, where L's translation lives, the posed origin moves by d; so L moves by d and everything below rides along.
  const glm::dmat4 parent_from_world = glm::inverse(stand.world_from(old.parent));
  const glm::dvec4 origin = stand.world_from(ref.joint)[3];
  const glm::dvec3 distance(parent_from_world * (glm::dmat4(operation.increment) * origin - origin));
  Scene result = scene;
  Joint& joint = edit_skeleton(result, ref.node).joints[at(ref.joint)];
  joint.bind_local[3] = glm::vec4(glm::vec3(glm::dvec3(joint.bind_local[3]) + distance), 1.0f);
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::AddJoint& operation, const Tasks& tasks) {
  if (operation.skeleton_node == kNoId) {
    const Applied begun = with_new_skeleton(scene, tasks);
    if (!begun.scene) return begun;
    op::AddJoint first = operation;
    first.skeleton_node = begun.scene->nodes.back().id;
    return applied(*begun.scene, first, tasks);
  }
  const SkeletonNode found = skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return found.refusal;
  if (!is_finite(operation.base) || !is_finite(operation.tip)) return refused("A new joint needs a base and a tip with finite numbers.");
  if (!std::isfinite(operation.radius) || operation.radius <= 0.0f) return refused("A new joint needs a radius above 0.");
  const std::string wanted = operation.name.empty() ? "joint" : operation.name;
  if (std::string why = why_bad_name(wanted); !why.empty()) return {std::nullopt, std::move(why)};
  if (scene.next_id == std::numeric_limits<Id>::max()) return refused_full();

  const Skeleton& old = *scene.nodes[at(found.node)].skeleton;
  const int parent = operation.parent == kNoId ? -1 : joint_index(old, operation.parent);
  if (operation.parent != kNoId && parent < 0) return refused_missing("joint to be the parent", operation.parent);
  const Stand stand(scene, found.node, tasks);
  if (const std::string flat = stand.squashed(parent); !flat.empty()) {
    return refused("No joint can be added below {}: {} has a zero scale. Reset its pose first.", old.joints[at(parent)].name, flat);
  }
  // Oriented as the parent is, so that L is a pure translation: L = T(b), and e = L^-1 (the tip in the parent's frame).
  const glm::dmat4 parent_from_world = glm::inverse(stand.world_from(parent));
  const glm::dvec3 base(parent_from_world * glm::dvec4(glm::dvec3(operation.base), 1.0));
  const glm::dvec3 tip(parent_from_world * glm::dvec4(glm::dvec3(operation.tip), 1.0));
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, found.node);
  Joint joint;
  joint.id = take_id(result);
  joint.name = unique_joint_name(old, wanted);
  joint.parent = parent;
  joint.bind_local = glm::translate(glm::mat4(1.0f), glm::vec3(base));
  joint.extent = glm::vec3(tip - base);
  joint.radius = operation.radius;
  skeleton.joints.push_back(std::move(joint));
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::DeleteJoint& operation, const Tasks& tasks) {
  const JointRef ref = find_joint(scene, operation.joint);
  if (ref.node < 0) return refused_missing("joint", operation.joint);
  return with_skeleton(scene, ref.node, without_joint(*scene.nodes[at(ref.node)].skeleton, ref.joint, operation.subtree, tasks));
}

Applied applied(const Scene& scene, const op::SplitJoint& operation, const Tasks&) {
  constexpr int kFewest = 2, kMost = 16;
  const JointRef ref = find_joint(scene, operation.joint);
  if (ref.node < 0) return refused_missing("joint", operation.joint);
  const Joint& joint = joint_of(scene, ref);
  if (operation.pieces < kFewest || operation.pieces > kMost) {
    return refused("{} cannot be split in {}: choose {} to {} pieces.", joint.name, operation.pieces, kFewest, kMost);
  }
  if (!(glm::length(joint.extent / static_cast<float>(operation.pieces)) > 0.0f)) {
    return refused("{} cannot be split: its bone has no length. Drag its tip first.", joint.name);
  }
  const Id added = static_cast<Id>(operation.pieces - 1);
  if (scene.next_id > std::numeric_limits<Id>::max() - added) return refused_full();
  Applied result =
      with_skeleton(scene, ref.node, joint_split(*scene.nodes[at(ref.node)].skeleton, ref.joint, operation.pieces, scene.next_id));
  if (result.scene) result.scene->next_id += added;
  return result;
}

Applied applied(const Scene& scene, const op::ReparentJoint& operation, const Tasks& tasks) {
  const JointRef ref = find_joint(scene, operation.joint);
  if (ref.node < 0) return refused_missing("joint", operation.joint);
  const Joint& joint = joint_of(scene, ref);
  JointRef parent{ref.node, -1};
  if (operation.new_parent != kNoId) parent = find_joint(scene, operation.new_parent);
  if (parent.node < 0) return refused_missing("joint to be the parent", operation.new_parent);
  if (parent.node != ref.node) return refused("{} cannot hang below a joint of another skeleton.", joint.name);
  if (parent.joint == joint.parent) return {scene, {}};
  return with_skeleton(scene, ref.node, reparented(*scene.nodes[at(ref.node)].skeleton, ref.joint, parent.joint, tasks));
}

}  // namespace marrow
