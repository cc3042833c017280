#include "edit/operations/rest_operations.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "edit/operations/line.h"
#include "edit/operations/shared.h"
#include "rig/joint_pose.h"
#include "rig/skinning/deformer.h"
#include "rig/skinning/rebound_mesh.h"
#include "scene/joint_places.h"
#include "scene/morph.h"
#include "scene/normals.h"

namespace marrow {
namespace {

bool is_posed(const Joint& joint) { return joint.user_local != glm::mat4(1.0f); }

/// The factor of lengths across a bone, exactly 1 for a rigid motion.
float stretch_across(const glm::dmat3& skinning, const glm::dvec3& bone) {
  constexpr double kRigid = 1e-5;
  const double volume = std::abs(glm::determinant(skinning));
  const double along = glm::length(skinning * unit_or_zero(bone));
  const double factor = along > 0.0 ? std::sqrt(volume / along) : std::cbrt(volume);
  return std::abs(factor - 1.0) < kRigid ? 1.0f : float(factor);
}

/// Gives a joint the rest L Ul.
void make_rest(Joint& joint) {
  if (!is_posed(joint)) return;
  const glm::dmat4 user_local(joint.user_local);
  if (joint.limits) joint.limits->rest = limited_angles(*joint.limits, joint.user_local);
  if (joint.pole)
    joint.pole = glm::vec3(glm::inverse(glm::dmat3(user_local)) * glm::dvec3(*joint.pole));
  joint.bind_local = without_rounding(glm::mat4(glm::dmat4(joint.bind_local) * user_local));
  joint.user_local = glm::mat4(1.0f);
}

void make_rest(Skeleton& skeleton) {
  const std::vector<glm::dmat4> bind = rest_places(skeleton), posed = posed_places(skeleton);
  std::unordered_map<Id, glm::dmat4> from_old;  // Ul^-1
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    Joint& joint = skeleton.joints[j];
    const glm::dmat3 frame(bind[j]);
    const float factor = stretch_across(glm::dmat3(posed[j]) * glm::inverse(frame),
                                        frame * glm::dvec3(joint.extent));
    if (factor != 1.0f) joint.set_radii(joint.radii().scaled(factor));
    if (is_posed(joint)) from_old[joint.id] = glm::inverse(glm::dmat4(joint.user_local));
    make_rest(joint);
  }
  for (Pose& pose : skeleton.poses)
    for (Pose::Entry& entry : pose.entries)
      if (const auto found = from_old.find(entry.joint); found != from_old.end())
        entry.user_local =
            without_rounding(glm::mat4(found->second * glm::dmat4(entry.user_local)));
}

bool is_bound_to(const Node& node, Id skeleton) { return node.mesh && node.bound_to == skeleton; }

/// Binds the skeleton's meshes anew, as `posed` shows them.
void bind_meshes(const Deformer& posed, Id skeleton, Scene& scene) {
  const glm::dmat4 skeleton_from_world =
      glm::inverse(exact_world_from_node(scene, node_index(scene, skeleton)));
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = scene.nodes[n];
    const DeformedMesh* mesh = is_bound_to(node, skeleton) ? posed.mesh(node.id) : nullptr;
    if (mesh != nullptr)
      node.mesh = std::make_shared<const Mesh>(
          rebound_mesh(*mesh, skeleton_from_world * exact_world_from_node(scene, int(n)),
                       active_morph_weights(node)));
  }
}

/// Gives vertices that capsules hold differently at the new rest touch-ups, so that their rows
/// stay.
void keep_rows(const Deformer& before, Id skeleton, const Tasks& tasks, Scene& scene) {
  const auto has_capsules = [&](const Node& node) {
    return is_bound_to(node, skeleton) && !node.explicit_weights;
  };
  if (std::none_of(scene.nodes.begin(), scene.nodes.end(), has_capsules)) return;
  Scene bare = scene;
  for (Node& node : bare.nodes)
    if (has_capsules(node)) node.touch_ups = nullptr;
  Deformer after = Deformer::with(tasks);
  after.update(bare);
  for (Node& node : scene.nodes) {
    const DeformedMesh* was = has_capsules(node) ? before.mesh(node.id) : nullptr;
    const DeformedMesh* is = was != nullptr ? after.mesh(node.id) : nullptr;
    if (is == nullptr) continue;
    std::optional<TouchUps> layer = touch_ups_that_keep_rows(
        *was, *is, *find_node(scene, skeleton)->skeleton,
        node.touch_ups ? *node.touch_ups : TouchUps(), node.touch_up_strength);
    if (!layer) continue;
    node.touch_ups =
        layer->vertices.empty() ? nullptr : std::make_shared<const TouchUps>(std::move(*layer));
    node.touch_up_strength = 1.0f;
  }
}

}  // namespace

Applied op::MakeRest::applied(const Scene& scene, const Tasks& tasks) const {
  const FoundNode found = find_skeleton_node(scene, skeleton_node);
  if (found.node < 0) return found.refusal;
  const std::vector<Joint>& joints = scene.nodes[at(found.node)].skeleton->joints;
  if (std::none_of(joints.begin(), joints.end(), is_posed)) return {scene, {}};
  for (const Joint& joint : joints)
    if (!is_invertible(joint.user_local))
      return refused(
          "This pose cannot be the rest pose: {0} is scaled to nothing. Reset {0} first.",
          joint.name);
  Deformer posed = Deformer::with(tasks);
  posed.update(scene);
  Scene result = scene;
  make_rest(edit_skeleton(result, found.node));
  bind_meshes(posed, skeleton_node, result);
  keep_rows(posed, skeleton_node, tasks, result);
  return {std::move(result), {}};
}

std::string op::MakeRest::label(const Scene& before) const {
  return "Make the pose of " + shown_name(before, skeleton_node) + " its rest";
}

void op::MakeRest::line(Line& line) {
  line.word("make-rest");
  line.id(skeleton_node);
}

Locks op::MakeRest::locks(const Scene& before) const {
  Locks asked;
  const Node* node = find_node(before, skeleton_node);
  if (node == nullptr || !node->skeleton) return asked;
  for (const Joint& joint : node->skeleton->joints)
    if (is_posed(joint)) asked.joints.push_back(joint.id);
  return asked;
}

}  // namespace marrow
