#include "edit/operations/rest_operations.h"

#include <algorithm>
#include <cmath>

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

/// The factor by which T scales lengths across a bone, exactly 1 for a rigid motion.
float stretch_across(const glm::dmat3& skinning, const glm::dvec3& bone) {
  constexpr double kRigid = 1e-5;
  const double volume = std::abs(glm::determinant(skinning));
  const double along = glm::length(skinning * unit_or_zero(bone));
  const double factor = along > 0.0 ? std::sqrt(volume / along) : std::cbrt(volume);
  return std::abs(factor - 1.0) < kRigid ? 1.0f : float(factor);
}

void make_rest(Skeleton& skeleton) {
  const std::vector<glm::dmat4> bind = rest_places(skeleton), posed = posed_places(skeleton);
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    Joint& joint = skeleton.joints[j];
    const glm::dmat3 frame(bind[j]);
    const float factor = stretch_across(glm::dmat3(posed[j]) * glm::inverse(frame),
                                        frame * glm::dvec3(joint.extent));
    if (factor != 1.0f) joint.set_radii(joint.radii().scaled(factor));
    if (!is_posed(joint)) continue;
    const glm::dmat4 from_old = glm::inverse(glm::dmat4(joint.user_local));
    if (joint.limits) joint.limits->rest = limited_angles(*joint.limits, joint.user_local);
    if (joint.pole) joint.pole = glm::vec3(glm::dmat3(from_old) * glm::dvec3(*joint.pole));
    joint.bind_local = glm::mat4(glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local));
    joint.user_local = glm::mat4(1.0f);
    for (Pose& pose : skeleton.poses)
      for (Pose::Entry& entry : pose.entries)
        if (entry.joint == joint.id)
          entry.user_local = without_rounding(glm::mat4(from_old * glm::dmat4(entry.user_local)));
  }
}

/// Binds the skeleton's meshes again as they are in `before`, with the same weights. In `scene` the
/// joints are at their new rest already.
void bind_meshes(const Scene& before, const Node& rig, const Tasks& tasks, Scene& scene) {
  const glm::dmat4 from_world =
      glm::inverse(exact_world_from_node(before, node_index(before, rig.id)));
  Deformer posed = Deformer::with(tasks), bare = Deformer::with(tasks);
  posed.update(before);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = scene.nodes[n];
    if (!node.mesh || node.bound_to != rig.id) continue;
    const glm::dmat4 rig_from_mesh = from_world * exact_world_from_node(before, int(n));
    node.mesh = std::make_shared<const Mesh>(
        rebound_mesh(*posed.mesh(node.id), rig_from_mesh, active_morph_weights(node)));
    if (!node.explicit_weights) node.touch_ups = nullptr;
  }
  bare.update(scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = scene.nodes[n];
    if (!node.mesh || node.bound_to != rig.id || node.explicit_weights) continue;
    TouchUps layer = touch_ups_between(*bare.mesh(node.id), *posed.mesh(node.id), *rig.skeleton);
    const bool is_muted = layer.vertices.empty() && node.touch_up_strength == 0.0f;
    if (is_muted) node.touch_ups = before.nodes[n].touch_ups;
    if (layer.vertices.empty()) continue;
    node.touch_ups = std::make_shared<const TouchUps>(std::move(layer));
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
      return refused("{} is scaled to nothing in this pose: reset it first.", joint.name);
  Scene result = scene;
  make_rest(edit_skeleton(result, found.node));
  bind_meshes(scene, scene.nodes[at(found.node)], tasks, result);
  return {std::move(result), {}};
}

std::string op::MakeRest::label(const Scene& before) const {
  return "Make the pose of " + shown_name(before, skeleton_node) + " its rest";
}

void op::MakeRest::line(Line& line) { line.id("make-rest", skeleton_node); }

}  // namespace marrow
