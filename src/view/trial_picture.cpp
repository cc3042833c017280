#include "view/trial_picture.h"

#include <algorithm>
#include <cmath>

#include "view/picking.h"

namespace marrow::view {

namespace {

constexpr float kAir = 1.2f;           // of what fills the picture
constexpr float kLeastWeight = 0.05f;  // a vertex that follows less is not what the picture is about
constexpr float kSteepest = 1.1f;      // radians of pitch: beyond, nobody knows where up is
constexpr float kHardlyBent = 0.2f;    // sine of the angle between a bone and its parent's

glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point) { return glm::vec3(matrix * glm::vec4(point, 1.0f)); }

/// The joint and its parent as they stand in the world.
struct Limb {
  std::size_t index = 0;
  glm::vec3 base{0.0f}, tip{0.0f};
  glm::vec3 parent_base{0.0f};  ///< `base` for a root
};

/// What is to be seen, world space.
struct Subject {
  std::vector<glm::vec3> points;  ///< of the joint: its vertices and its bone
  glm::vec3 middle{0.0f};         ///< of the vertices that the joint moves
  glm::vec3 middle_of_all{0.0f};  ///< of all that the skeleton deforms
};

Limb limb_of(const Node& rig, const PosedSkeleton& posed, std::size_t joint) {
  const Joint& here = rig.skeleton->joints[joint];
  const glm::mat4 world = posed.world_from_skeleton * posed.posed[joint];
  Limb limb{joint, glm::vec3(world[3]), image(world, here.extent), glm::vec3(world[3])};
  if (here.parent >= 0) limb.parent_base = image(posed.world_from_skeleton, glm::vec3(posed.posed[std::size_t(here.parent)][3]));
  return limb;
}

float weight_of(const Influences& rows, std::size_t vertex, std::size_t joint) {
  for (std::uint32_t k = rows.row_begin[vertex]; k < rows.row_begin[vertex + 1]; ++k) {
    if (rows.joint[k] == joint) return rows.weight[k];
  }
  return 0.0f;
}

Subject subject_of(const Deformer& deformed, Id rig, const Limb& limb) {
  Subject subject{{limb.base, limb.tip, 0.5f * (limb.base + limb.parent_base)}, limb.base, limb.base};
  glm::dvec3 sum(0.0), sum_of_all(0.0);
  double held = 0.0, all = 0.0;
  for (const DeformedMesh& mesh : deformed.meshes()) {
    if (mesh.skeleton != rig) continue;
    for (std::size_t i = 0; i < mesh.mesh->positions.size(); ++i) {
      const glm::vec3 point = image(mesh.world_from_output, mesh.positions[i]);
      const float weight = weight_of(mesh.influences, i, limb.index);
      sum_of_all += glm::dvec3(point);
      all += 1.0;
      sum += double(weight) * glm::dvec3(point);
      held += double(weight);
      if (weight >= kLeastWeight) subject.points.push_back(point);
    }
  }
  if (held > 0.0) subject.middle = glm::vec3(sum / held);
  if (all > 0.0) subject.middle_of_all = glm::vec3(sum_of_all / all);
  return subject;
}

glm::vec3 direction_of(const Camera& camera) { return glm::normalize(eye_of(camera) - camera.target); }

glm::vec3 unit_or(const glm::vec3& vector, const glm::vec3& otherwise) {
  const float length = glm::length(vector);
  return length > 1e-6f ? vector / length : otherwise;
}

/// From the subject towards the eye: across the plane in which the limb is bent, on the side where the body is not in the way, and a little
/// from the front and above so that round things look round.
glm::vec3 view_direction(const Limb& limb, const Subject& subject) {
  const glm::vec3 front = direction_of(Camera{});
  const glm::vec3 bone = unit_or(limb.tip - limb.base, glm::vec3(0.0f, 1.0f, 0.0f));
  const glm::vec3 parent = unit_or(limb.base - limb.parent_base, bone);
  const glm::vec3 across = glm::cross(parent, bone);
  const glm::vec3 aside = unit_or(front - bone * glm::dot(front, bone), front);
  glm::vec3 direction = glm::length(across) < kHardlyBent ? aside : glm::normalize(across);
  const glm::vec3 outwards = subject.middle - subject.middle_of_all;
  const float side = glm::dot(direction, unit_or(outwards, front)) + 0.5f * glm::dot(direction, front);
  if (side < 0.0f) direction = -direction;
  return glm::normalize(direction + 0.4f * front);
}

/// Looks at the points along `direction` from where they fill a square picture.
Camera camera_towards(const std::vector<glm::vec3>& points, const glm::vec3& direction) {
  Camera camera;
  camera.yaw = std::atan2(direction.x, direction.z);
  camera.pitch = std::clamp(std::asin(std::clamp(direction.y, -1.0f, 1.0f)), -kSteepest, kSteepest);
  const glm::mat3 view(view_from_world(camera));
  Bounds seen;
  for (const glm::vec3& point : points) seen.add(view * point);
  const glm::vec3 half = 0.5f * (seen.high - seen.low);
  camera.target = glm::transpose(view) * seen.center();
  const float across = std::max({half.x, half.y, 1e-3f});
  camera.distance = kAir * across / std::tan(0.5f * camera.field_of_view) + half.z;
  return camera;
}

}  // namespace

Picture picture_of_trial(const Scene& bent, const Deformer& deformed, const JointTrial& trial) {
  Picture picture;
  picture.scene = &bent;
  picture.deformed = &deformed;
  picture.show.grid = false;
  picture.show.joints = false;
  picture.show.uncovered = false;
  picture.show.colors = MeshColors::joint_weight;
  picture.show.heat_joint = trial.joint;
  const JointRef at = find_joint(bent, trial.joint);
  if (at.node < 0) return picture;
  const Node& rig = bent.nodes[std::size_t(at.node)];
  for (const Node& node : bent.nodes) {
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) {
      if (joint.id != trial.joint) picture.show.hidden.insert(joint.id);
    }
  }
  const PosedSkeleton* posed = deformed.skeleton(rig.id);
  if (!posed) return picture;
  const Limb limb = limb_of(rig, *posed, std::size_t(at.joint));
  const Subject subject = subject_of(deformed, rig.id, limb);
  picture.camera = camera_towards(subject.points, view_direction(limb, subject));
  return picture;
}

}  // namespace marrow::view
