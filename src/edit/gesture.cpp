#include "edit/gesture.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <type_traits>

#include "base/index.h"
#include "base/names.h"
#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "edit/pose_edit.h"
#include "rig/guarded.h"

namespace marrow {
namespace {

/// One skeleton with the plane between its sides. B and W in skeleton space.
struct Sides {
  const Skeleton& skeleton;
  glm::dmat4 world_from_skeleton;
  std::vector<glm::mat4> bind, posed;
  MirrorPairs pairs;
  glm::dmat4 mirror;

  Sides(const Scene& scene, int node, const Tasks& tasks)
      : skeleton(*scene.nodes[at(node)].skeleton),
        world_from_skeleton(world_from_node(scene, node)) {
    guarded::Problems unheard;  // ignored: the Deformer reports them
    bind = guarded::bind_matrices(tasks, skeleton, unheard);
    posed = guarded::posed_matrices(tasks, skeleton, bind, unheard);
    pairs = mirror_pairs(skeleton, bind);
    mirror = reflection(pairs);
  }

  glm::dmat4 bind_of(int joint) const {
    return joint < 0 ? glm::dmat4(1.0) : glm::dmat4(bind[at(joint)]);
  }
  glm::dmat4 world_from(int joint) const {
    return joint < 0 ? world_from_skeleton : world_from_skeleton * glm::dmat4(posed[at(joint)]);
  }
  /// The image of a point of `from`'s bind frame, in the bind frame of `to`.
  glm::dvec3 image_of(int from, int to, const glm::vec3& point) const {
    return glm::dvec3(glm::inverse(bind_of(to)) * mirror * bind_of(from) *
                      glm::dvec4(glm::dvec3(point), 1.0));
  }
};

glm::mat4 translation(const glm::dvec3& by) {
  return glm::translate(glm::mat4(1.0f), glm::vec3(by));
}

template <typename Op, typename... Others>
constexpr bool kIsOneOf = (std::is_same_v<Op, Others> || ...);

/// Edits of whole skeletons, of nodes, motions and springs, of locks, pins and limits, and those
/// that already edit both sides. Operations listed neither here nor below do not compile.
template <typename Op>
constexpr bool kHasNoImage =
    kIsOneOf<Op, op::SetNodeLocal, op::MirrorJoint, op::MirrorSide, op::SetLocked, op::SetPinned,
             op::SetLimits, op::SetSkeletonChoices, op::AddSkeleton, op::AddNodes, op::DeleteNode,
             op::ReparentNode, op::Bind, op::UseExplicitWeights, op::SetMorphWeights,
             op::RecalculateNormals, op::SetVisible, op::StorePose, op::ApplyPose, op::DeletePose,
             op::RenamePose, op::MakeRest, op::AddMotion, op::RenameMotion, op::DeleteMotion,
             op::MoveMotion, op::SetTracks, op::SetMotionTiming, op::PoseAt, op::SetCameraMove,
             op::SetSprings, op::SetAvatar, op::PaintWeights, op::SetTouchUpStrength,
             op::RemoveTouchUps, op::CureMesh, op::ReplaceMesh, op::TakeWeights>;

/// Makes the mirror images of one operation. `named`: its joints; `added`: names of its new joints.
struct Images {
  const Scene& scene;
  const Tasks& tasks;
  const std::vector<Id>& named;
  const std::vector<std::string>& added;

  const Joint& joint_of(const JointRef& ref) const {
    return scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)];
  }

  /// A joint and its partner by name, which is neither locked nor one of `named`.
  struct Pair {
    int node = -1;
    int joint = -1, partner = -1;
    Id partner_id = kNoId;
  };
  std::optional<Pair> pair_of(Id id, bool even_locked = false) const {
    const JointRef ref = find_joint(scene, id);
    if (ref.node < 0) return std::nullopt;
    const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
    const std::optional<std::string> name = mirrored_name(joint_of(ref).name);
    const int partner = name ? joint_index(skeleton, *name) : -1;
    if (partner < 0) return std::nullopt;
    const Joint& other = skeleton.joints[at(partner)];
    if ((other.locked && !even_locked) || list_has(named, other.id)) return std::nullopt;
    return Pair{ref.node, ref.joint, partner, other.id};
  }

  /// Ul of the partners for `entries` in `posed`, the scene before or after the edit.
  std::vector<Pose::Entry> images_of(const Scene& posed,
                                     const std::vector<Pose::Entry>& entries) const {
    std::vector<Pose::Entry> images;
    for (const Node& node : posed.nodes) {
      std::vector<Pose::Entry> paired;
      for (const Pose::Entry& entry : entries)
        if (node.skeleton && joint_index(*node.skeleton, entry.joint) >= 0 && pair_of(entry.joint))
          paired.push_back(entry);
      if (paired.empty()) continue;
      for (const Pose::Entry& image : mirrored_entries(*node.skeleton, paired, tasks))
        images.push_back(image);
    }
    return images;
  }

  /// The node's skeleton after one side moved, with the plane from before.
  Sides moved(const Scene& after, int node) const {
    Sides sides(after, node, tasks);
    const Sides before(scene, node, tasks);
    sides.pairs = before.pairs;
    sides.mirror = before.mirror;
    return sides;
  }

  /// The sides for a new bone; without pairs of joints, the sides of the meshes.
  Sides of_body(int node) const {
    Sides sides(scene, node, tasks);
    sides.pairs = sides_of_body(scene, node, sides.bind);
    sides.mirror = reflection(sides.pairs);
    return sides;
  }

  std::vector<Id> with_partners(std::vector<Id> joints) const {
    const std::vector<Id> own = joints;
    for (const Id id : own)
      if (const std::optional<Pair> pair = pair_of(id); pair && !list_has(joints, pair->partner_id))
        joints.push_back(pair->partner_id);
    return joints;
  }

  Operation both(const Operation& one, std::vector<Operation> images) const {
    if (images.empty()) return one;
    images.insert(images.begin(), one);
    return op::Sequence{std::move(images), label(scene, one) + ", both sides"};
  }

  Operation operator()(const op::ApplyIncrement& operation) const {
    const Applied done = apply(scene, operation, tasks);
    if (!done.scene) return operation;
    std::vector<Pose::Entry> moved;
    for (const Id target : operation.targets) {
      const std::optional<Pair> pair = pair_of(target);
      if (!pair) continue;
      const glm::mat4& user_local =
          done.scene->nodes[at(pair->node)].skeleton->joints[at(pair->joint)].user_local;
      if (user_local != joint_of({pair->node, pair->joint}).user_local)
        moved.push_back({target, user_local});
    }
    std::vector<Pose::Entry> images = images_of(*done.scene, moved);
    if (images.empty()) return operation;
    return both(operation, {op::SetUserLocal{std::move(images)}});
  }

  Operation operator()(const op::SetUserLocal& operation) const {
    op::SetUserLocal result = operation;
    for (const Pose::Entry& image : images_of(scene, operation.entries))
      result.entries.push_back(image);
    if (result.entries.size() > operation.entries.size() && result.what.empty())
      result.what = label(scene, operation) + ", both sides";
    return result;
  }

  Operation operator()(const op::ResetPose& operation) const {
    return op::ResetPose{operation.skeleton_node, with_partners(operation.joints)};
  }

  Operation operator()(const op::SolveIk& operation) const {
    op::SolveIk result = operation;
    for (const op::SolveIk::Handle& handle : operation.handles) {
      const std::optional<Pair> pair = pair_of(handle.joint);
      if (!pair) continue;
      const Sides sides(scene, pair->node, tasks);
      const glm::dmat4 world_mirror =
          sides.world_from_skeleton * sides.mirror * glm::inverse(sides.world_from_skeleton);
      result.handles.push_back(
          {pair->partner_id, glm::vec3(world_mirror * glm::dvec4(glm::dvec3(handle.target), 1.0))});
    }
    return result;
  }

  /// The partner gets the mirror image of the pole.
  Operation operator()(const op::SetPole& operation) const {
    const std::optional<Pair> pair = pair_of(operation.joint);
    if (!pair) return operation;
    op::SetPole image{pair->partner_id, operation.pole};
    const Sides sides(scene, pair->node, tasks);
    if (image.pole)
      *image.pole = glm::vec3(glm::inverse(glm::dmat3(sides.bind_of(pair->partner))) *
                              glm::dmat3(sides.mirror) *
                              (glm::dmat3(sides.bind_of(pair->joint)) * glm::dvec3(*image.pole)));
    return both(operation, {image});
  }

  Operation operator()(const op::SetRadius& operation) const {
    op::SetRadius result = operation;
    for (std::size_t i = 0; i < operation.joints.size() && i < operation.radii.size(); ++i) {
      const std::optional<Pair> pair = pair_of(operation.joints[i]);
      if (!pair || list_has(result.joints, pair->partner_id)) continue;
      result.joints.push_back(pair->partner_id);
      result.radii.push_back(operation.radii[i]);
      if (i < operation.tip_radii.size()) result.tip_radii.push_back(operation.tip_radii[i]);
    }
    return result;
  }

  Operation operator()(const op::SetExtent& operation) const {
    const std::optional<Pair> pair = pair_of(operation.joint);
    if (!pair) return operation;
    const Sides sides(scene, pair->node, tasks);
    op::SetExtent image{pair->partner_id,
                        glm::vec3(sides.image_of(pair->joint, pair->partner, operation.extent))};
    if (operation.roll) image.roll = -*operation.roll;
    return both(operation, {image});
  }

  /// The partner's tip goes to the image, at bind, of the joint's moved tip.
  Operation operator()(const op::MoveTip& operation) const {
    const std::optional<Pair> pair = pair_of(operation.joint);
    const Applied done = pair ? apply(scene, operation, tasks) : Applied{};
    if (!done.scene || *done.scene == scene) return operation;
    const Sides sides = moved(*done.scene, pair->node);
    const glm::dvec3 wanted =
        sides.image_of(pair->joint, pair->partner, sides.skeleton.joints[at(pair->joint)].extent);
    const glm::dvec3 distance =
        wanted - glm::dvec3(sides.skeleton.joints[at(pair->partner)].extent);
    const glm::dvec3 in_world = glm::dmat3(sides.world_from(pair->partner)) * distance;
    return both(operation,
                {op::MoveTip{pair->partner_id, translation(in_world), operation.children_ride}});
  }

  /// The partner's origin goes to the image, at bind, of the joint's moved origin.
  Operation operator()(const op::MoveBase& operation) const {
    const std::optional<Pair> pair = pair_of(operation.joint);
    const Applied done = pair ? apply(scene, operation, tasks) : Applied{};
    if (!done.scene || *done.scene == scene) return operation;
    const Sides sides = moved(*done.scene, pair->node);
    const int parent = sides.skeleton.joints[at(pair->partner)].parent;
    const glm::dvec3 distance(sides.mirror * sides.bind_of(pair->joint)[3] -
                              sides.bind_of(pair->partner)[3]);
    const glm::dvec3 in_world = glm::dmat3(sides.world_from(parent)) *
                                (glm::inverse(glm::dmat3(sides.bind_of(parent))) * distance);
    return both(operation, {op::MoveBase{pair->partner_id, translation(in_world)}});
  }

  Operation operator()(const op::AddJoint& operation) const;

  template <typename Same>
  requires kIsOneOf<Same, op::SplitJoint, op::DeleteJoint> Operation
  operator()(const Same& operation) const {
    const std::optional<Pair> pair = pair_of(operation.joint);
    if (!pair) return operation;
    Same image = operation;
    image.joint = pair->partner_id;
    return both(operation, {image});
  }

  Operation operator()(const op::ReparentJoint& operation) const {
    const std::optional<Pair> pair = pair_of(operation.joint);
    if (!pair) return operation;
    const JointRef parent = find_joint(scene, operation.new_parent);
    if (parent.node < 0) return both(operation, {op::ReparentJoint{pair->partner_id, kNoId}});
    const Skeleton& skeleton = *scene.nodes[at(parent.node)].skeleton;
    const std::optional<std::string> other_name =
        mirrored_name(skeleton.joints[at(parent.joint)].name);
    const int other = other_name ? joint_index(skeleton, *other_name) : parent.joint;
    if (other < 0 || other == pair->partner) return operation;
    return both(operation, {op::ReparentJoint{pair->partner_id, skeleton.joints[at(other)].id}});
  }

  Operation operator()(const op::Rename& operation) const {
    const op::RenameJoints both_names = renamed({{operation.target}, {operation.name}});
    return both_names.joints.size() == 1 ? Operation(operation) : Operation(both_names);
  }

  Operation operator()(const op::RenameJoints& operation) const { return renamed(operation); }

  /// If the new name of a joint still has a side, its partner is renamed, too.
  op::RenameJoints renamed(const op::RenameJoints& operation) const {
    op::RenameJoints result = operation;
    for (std::size_t i = 0; i < operation.joints.size() && i < operation.names.size(); ++i) {
      const std::optional<std::string> other_name = mirrored_name(operation.names[i]);
      // locked joints may be renamed
      const std::optional<Pair> pair = pair_of(operation.joints[i], true);
      if (!pair || !other_name) continue;
      result.joints.push_back(pair->partner_id);
      result.names.push_back(*other_name);
    }
    return result;
  }

  Operation operator()(const op::Sequence& operation) const;

  template <typename Alternative>
  requires kHasNoImage<Alternative> Operation operator()(const Alternative& operation) const {
    return operation;
  }
};

/// Names for a new joint and its partner: as wanted, with a side mark, and with a number if one is
/// taken. None for a name without a side, or if only the partner's is taken.
std::optional<std::pair<std::string, std::string>> names_of_pair(const Skeleton& skeleton,
                                                                 const std::string& wanted,
                                                                 const std::string& mark) {
  const std::string sided = mirrored_name(wanted) ? wanted : wanted + mark;
  const std::optional<std::string> other = mirrored_name(sided);
  if (!other) return std::nullopt;
  const auto is_free = [&](const std::string& name) { return joint_index(skeleton, name) < 0; };
  if (is_free(sided) && !is_free(*other)) return std::nullopt;
  const std::string name = unique_name(sided, [&](const std::string& each) {
    return !is_free(each) || !is_free(*mirrored_name(each));
  });
  return std::pair{name, *mirrored_name(name)};
}

/// ".L" for "hand.L" and for "LeftHand"; empty for a name without a side.
std::string mark_of(const std::string& name) {
  const std::optional<bool> is_left = is_left_name(name);
  return !is_left ? "" : *is_left ? ".L" : ".R";
}

/// ".L" or ".R" by the side on which the bone ends; empty if it stays near the plane.
std::string mark_beside(const Sides& sides, const op::AddJoint& operation) {
  constexpr double kLeads = 0.2;  // share of the bone's length, about 12 degrees off the plane
  const glm::dmat4 skeleton_from_world = glm::inverse(sides.world_from_skeleton);
  const glm::dvec3 base(skeleton_from_world * glm::dvec4(glm::dvec3(operation.base), 1.0));
  const glm::dvec3 tip(skeleton_from_world * glm::dvec4(glm::dvec3(operation.tip), 1.0));
  const int axis = sides.pairs.axis;
  const double beside = tip[axis] - double(sides.pairs.offset);
  if (!(std::abs(beside) > kLeads * glm::distance(base, tip))) return {};
  double left = 1.0;  // without a pair, assume a body that faces +z: its left is at +x
  for (std::size_t j = 0; j < sides.pairs.other.size(); ++j)
    if (is_left_name(sides.skeleton.joints[j].name).value_or(false) && sides.pairs.other[j] >= 0)
      left = double(sides.bind[j][3][axis] - sides.pairs.offset);
  return beside * left > 0.0 ? ".L" : ".R";
}

Operation Images::operator()(const op::AddJoint& operation) const {
  const Node* node = find_node(scene, operation.skeleton_node);
  if (!node || !node->skeleton) return operation;
  const Skeleton& skeleton = *node->skeleton;
  const int parent = operation.parent == kNoId ? -1 : joint_index(skeleton, operation.parent);
  if (operation.parent != kNoId && parent < 0) return operation;
  const Sides sides = of_body(node_index(scene, operation.skeleton_node));
  const int other_parent = parent < 0 ? -1 : sides.pairs.other[at(parent)];
  if (parent >= 0 && (other_parent < 0 || skeleton.joints[at(other_parent)].locked))
    return operation;
  const bool leaves_middle = parent >= 0 && other_parent == parent && operation.name.empty();
  const std::string mark = parent < 0      ? ""
                           : leaves_middle ? mark_beside(sides, operation)
                                           : mark_of(skeleton.joints[at(parent)].name);
  const auto names =
      names_of_pair(skeleton, operation.name.empty() ? "joint" : operation.name, mark);
  if (!names || list_has(added, names->second)) return operation;
  // Through the parents' skinning matrices T, so that the sides may have any poses:
  // X = S T_k R T_p^-1 S^-1.
  const glm::dmat4 to_bind = sides.bind_of(parent) * glm::inverse(sides.world_from(parent));
  const glm::dmat4 image = sides.world_from(other_parent) *
                           glm::inverse(sides.bind_of(other_parent)) * sides.mirror * to_bind;
  const auto image_of = [&](const glm::vec3& point) {
    return glm::vec3(image * glm::dvec4(glm::dvec3(point), 1.0));
  };
  op::AddJoint one = operation, other = operation;
  one.name = names->first;
  other.name = names->second;
  other.parent = other_parent < 0 ? kNoId : skeleton.joints[at(other_parent)].id;
  other.base = image_of(operation.base);
  other.tip = image_of(operation.tip);
  return both(one, {other});
}

/// Each part with its image, unless another part is the image. A part is applied to the scene after
/// the parts before it.
Operation Images::operator()(const op::Sequence& operation) const {
  const std::vector<Id> all = named_by(scene, operation);
  std::vector<std::string> names = added;
  for (const Operation& part : operation.operations)
    if (const auto* joint = std::get_if<op::AddJoint>(&part)) names.push_back(joint->name);
  op::Sequence result{{}, operation.what.empty() ? label(scene, operation) : operation.what};
  Scene now = scene;
  for (const Operation& part : operation.operations) {
    result.operations.push_back(std::visit(Images{now, tasks, all, names}, part));
    Applied done = apply(now, result.operations.back(), tasks);
    if (!done.scene) return operation;
    now = std::move(*done.scene);
  }
  return result;
}

struct Meaning {
  const Scene& start;
  const GestureRules& rules;
  const Tasks& tasks;

  Operation mirrored(const Operation& edit) const {
    return rules.is_symmetric ? with_symmetry(start, edit, tasks) : edit;
  }

  /// If both partners are dragged, neither gets a mirror image of the other.
  Operation each_by_itself(const Grasp& grasp) const {
    op::Sequence all;
    for (const auto& [id, increment] : grasp.each) {
      const op::ApplyIncrement one{{id}, increment, grasp.verb};
      const Id partner = mirror_partner(start, id);
      const bool has_both = list_has(grasp.ids, partner);
      all.operations.push_back(has_both ? Operation(one) : mirrored(one));
    }
    all.what = op::ApplyIncrement{grasp.ids, grasp.increment, grasp.verb}.label(start);
    return all;
  }

  Operation of(const Grasp& grasp) const {
    if (grasp.moves == GestureMoves::tip)
      return mirrored(op::MoveTip{grasp.ids.back(), grasp.increment, grasp.children_ride});
    if (grasp.moves == GestureMoves::base)
      return mirrored(op::MoveBase{grasp.ids.back(), grasp.increment});
    if (!grasp.each.empty()) return each_by_itself(grasp);
    return mirrored(op::ApplyIncrement{grasp.ids, grasp.increment, grasp.verb});
  }
};

}  // namespace

Operation with_symmetry(const Scene& scene, const Operation& operation, const Tasks& tasks) {
  const std::vector<Id> named = named_by(scene, operation);
  return std::visit(Images{scene, tasks, named, {}}, operation);
}

Operation gesture(const Scene& start, const Grasp& grasp, const GestureRules& rules,
                  const Tasks& tasks) {
  return holding_pins(start, Meaning{start, rules, tasks}.of(grasp), rules.whole_body);
}

Operation gesture(const Scene& start, const Operation& edit, const GestureRules& rules,
                  const Tasks& tasks) {
  return holding_pins(start, Meaning{start, rules, tasks}.mirrored(edit), rules.whole_body);
}

}  // namespace marrow
