#include "view/pose_picture.h"

#include <algorithm>

#include "view/picking.h"

namespace marrow::view {

namespace {

constexpr float kAir = 0.06f;  // of the bounds' diagonal, on every side

bool is_of(const Node& node, Id skeleton) { return node.id == skeleton || (node.mesh && node.bound_to == skeleton); }

bool has_mesh(const Scene& scene, Id skeleton) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& node) { return node.mesh && node.bound_to == skeleton; });
}

void add_ball(Bounds& bounds, const glm::vec3& middle, float radius) {
  bounds.add(middle - radius);
  bounds.add(middle + radius);
}

}  // namespace

Camera camera_for_poses(const Scene& scene, const Deformer& at_rest, Id skeleton, float aspect) {
  Bounds bounds;
  for (const DeformedMesh& mesh : at_rest.meshes())
    if (mesh.skeleton == skeleton)
      for (const glm::vec3& point : mesh.positions) bounds.add(glm::vec3(mesh.world_from_output * glm::vec4(point, 1.0f)));
  const Node* node = find_node(scene, skeleton);
  if (bounds.empty() && node && node->skeleton)
    for (const WorldCapsule& capsule : world_capsules(scene, at_rest))
      if (joint_index(*node->skeleton, capsule.joint) >= 0) {
        add_ball(bounds, capsule.base, capsule.radius);
        add_ball(bounds, capsule.tip, capsule.radius);
      }
  if (bounds.empty()) return {};
  const float air = kAir * bounds.diagonal();
  bounds.low -= air;
  bounds.high += air;
  return framed(Camera{}, bounds, aspect);
}

Scene scene_of_pose(const Scene& scene, Id skeleton, const std::vector<Pose::Entry>& pose) {
  Scene posed = scene;
  for (Node& node : posed.nodes) node.visible = is_of(node, skeleton);
  const int index = node_index(posed, skeleton);
  if (index < 0 || !posed.nodes[std::size_t(index)].skeleton) return posed;
  Skeleton& changed = edit_skeleton(posed, index);
  for (Joint& joint : changed.joints) joint.user_local = glm::mat4(1.0f);
  for (const Pose::Entry& entry : pose)
    if (const int joint = joint_index(changed, entry.joint); joint >= 0) changed.joints[std::size_t(joint)].user_local = entry.user_local;
  return posed;
}

Picture picture_of_pose(const Scene& posed, const Deformer& deformed, Id skeleton, const Camera& camera) {
  Picture picture;
  picture.scene = &posed;
  picture.deformed = &deformed;
  picture.camera = camera;
  picture.transparent = true;
  picture.show.grid = false;
  picture.show.joints = false;
  picture.show.uncovered = false;
  picture.show.capsules = !has_mesh(posed, skeleton);
  return picture;
}

}  // namespace marrow::view
