#include "view/export/pose_picture.h"

#include <algorithm>
#include <cmath>

#include "scene/joint_places.h"
#include "view/picture/picking.h"

namespace marrow::view {

namespace {

constexpr float kAir = 1.06f;  // margin around the framed points

bool has_mesh(const Scene& scene, Id skeleton) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(),
                     [&](const Node& node) { return node.mesh && node.bound_to == skeleton; });
}

/// Bounds of points in the camera's directions.
struct Seen {
  glm::mat3 view_from_world;
  Bounds bounds{};
  void add(const glm::vec3& world, float radius = 0.0f) {
    const glm::vec3 point = view_from_world * world;
    bounds.add(point - radius);
    bounds.add(point + radius);
  }
};

/// Adds the bones of a pose, with the thickness of their capsules.
void add_pose(Seen& seen, const Skeleton& skeleton, const glm::mat4& world_from_skeleton,
              const Pose& pose) {
  Skeleton posed = skeleton;
  for (Joint& joint : posed.joints) joint.user_local = glm::mat4(1.0f);
  for (const Pose::Entry& entry : pose.entries)
    if (const int joint = joint_index(skeleton, entry.joint); joint >= 0)
      posed.joints[std::size_t(joint)].user_local = entry.user_local;
  const std::vector<glm::dmat4> places = posed_places(posed);
  for (std::size_t j = 0; j < places.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const glm::mat4 place = world_from_skeleton * glm::mat4(places[j]);
    const glm::vec3 base(place[3]), tip(place * glm::vec4(joint.extent, 1.0f));
    const float world_per_unit = glm::length(glm::vec3(world_from_skeleton[0]));
    for (const glm::vec3& end : {base, tip})
      if (is_finite(end)) seen.add(end, joint.radius * world_per_unit);
  }
}

/// Moves the camera, without turning it, until the bounds fill the picture.
Camera filled(Camera camera, const Seen& seen, float aspect) {
  const glm::vec3 half = 0.5f * (seen.bounds.high - seen.bounds.low);
  camera.target = glm::transpose(seen.view_from_world) * seen.bounds.center();
  camera.distance =
      kAir * std::max({half.y, half.x / aspect, 1e-3f}) / std::tan(0.5f * camera.field_of_view) +
      half.z;
  return camera;
}

}  // namespace

Camera camera_for_poses(const Scene& scene, const Deformer& at_rest, Id skeleton, float aspect) {
  const Camera front;
  Seen seen{glm::mat3(view_from_world(front))};
  for (const DeformedMesh& mesh : at_rest.meshes())
    if (mesh.skeleton == skeleton)
      for (const glm::vec3& point : mesh.positions())
        seen.add(glm::vec3(mesh.world_from_output * glm::vec4(point, 1.0f)));
  const Node* node = find_node(scene, skeleton);
  if (seen.bounds.empty() && node && node->skeleton)
    for (const WorldCapsule& capsule : world_capsules(scene, at_rest))
      if (joint_index(*node->skeleton, capsule.joint) >= 0) {
        seen.add(capsule.base, capsule.radii.at_origin);
        seen.add(capsule.tip, capsule.radii.at_tip);
      }
  if (seen.bounds.empty()) return front;
  if (node && node->skeleton)
    for (const Pose& pose : node->skeleton->poses)
      add_pose(seen, *node->skeleton, world_from_node(scene, node_index(scene, skeleton)), pose);
  return filled(front, seen, aspect);
}

Scene scene_of_pose(const Scene& scene, Id skeleton, const std::vector<Pose::Entry>& pose) {
  Scene posed = scene;
  // A node is visible only if all its ancestors are.
  std::vector<char> is_needed(posed.nodes.size(), 0);
  for (std::size_t n = 0; n < posed.nodes.size(); ++n)
    if (const Node& node = posed.nodes[n];
        node.id == skeleton || (node.mesh && node.bound_to == skeleton))
      for (int up = static_cast<int>(n); up >= 0; up = posed.nodes[std::size_t(up)].parent)
        is_needed[std::size_t(up)] = 1;
  for (std::size_t n = 0; n < posed.nodes.size(); ++n) posed.nodes[n].visible = is_needed[n] != 0;
  const int index = node_index(posed, skeleton);
  if (index < 0 || !posed.nodes[std::size_t(index)].skeleton) return posed;
  Skeleton& changed = edit_skeleton(posed, index);
  for (Joint& joint : changed.joints) joint.user_local = glm::mat4(1.0f);
  for (const Pose::Entry& entry : pose)
    if (const int joint = joint_index(changed, entry.joint); joint >= 0)
      changed.joints[std::size_t(joint)].user_local = entry.user_local;
  return posed;
}

Picture picture_of_pose(const Scene& posed, const Deformer& deformed, Id skeleton,
                        const Camera& camera) {
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
