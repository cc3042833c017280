#include "course/cases.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "rig/weights.h"

namespace marrow::course {

glm::mat4 moved(float x, float y, float z) { return glm::translate(glm::mat4(1.0f), {x, y, z}); }
glm::mat4 turned_x(float degrees) { return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {1.0f, 0.0f, 0.0f}); }
glm::mat4 turned_y(float degrees) { return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {0.0f, 1.0f, 0.0f}); }
glm::mat4 turned_z(float degrees) { return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {0.0f, 0.0f, 1.0f}); }
glm::mat4 stretched(float x, float y, float z) { return glm::scale(glm::mat4(1.0f), {x, y, z}); }

glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point) { return glm::vec3(matrix * glm::vec4(point, 1.0f)); }

Joint& add_joint(Skeleton& skeleton, const char* name, int parent, const glm::mat4& bind_local, const glm::vec3& extent, float radius) {
  Joint joint;
  joint.id = Id(skeleton.joints.size() + 1);
  joint.name = name;
  joint.parent = parent;
  joint.bind_local = bind_local;
  joint.extent = extent;
  joint.radius = radius;
  return skeleton.joints.emplace_back(std::move(joint));
}

float random_number(std::mt19937& random, float low, float high) { return std::uniform_real_distribution<float>(low, high)(random); }

glm::vec3 random_point(std::mt19937& random, float size) {
  const float x = random_number(random, -size, size), y = random_number(random, -size, size), z = random_number(random, -size, size);
  return {x, y, z};
}

glm::mat4 random_rigid(std::mt19937& random) {
  const glm::vec3 move = random_point(random, 2.0f), turn = random_point(random, 150.0f);
  return moved(move.x, move.y, move.z) * turned_x(turn.x) * turned_y(turn.y) * turned_z(turn.z);
}

glm::mat4 random_affine(std::mt19937& random) {
  const glm::mat4 rigid = random_rigid(random);
  const glm::vec3 stretch = glm::vec3(1.0f) + random_point(random, 0.25f);
  return rigid * stretched(stretch.x, stretch.y, stretch.z);
}

Skeleton random_skeleton(std::mt19937& random) {
  struct Place {
    const char* name;
    int parent;
  };
  Skeleton skeleton;
  for (const Place& place : {Place{"root", -1}, Place{"spine", 0}, Place{"other root", -1}, Place{"branch", 0}, Place{"neck", 1}}) {
    Joint& joint = add_joint(skeleton, place.name, place.parent, random_affine(random), random_point(random, 1.0f), 0.5f);
    joint.user_local = random_rigid(random);
  }
  return skeleton;
}

Arm make_arm() {
  Arm arm;
  add_joint(arm.skeleton, "upper", -1, moved(1.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.75f);
  add_joint(arm.skeleton, "lower", 0, moved(2.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.75f);
  const auto add = [&](const glm::vec3& position, const glm::vec3& normal) {
    arm.positions.push_back(position);
    arm.normals.push_back(normal);
  };
  for (int ring = 0; ring < Arm::kRings; ++ring) {
    for (int i = 0; i < Arm::kRingSize; ++i) {
      const glm::vec3 out = image(turned_x(360.0f * float(i) / float(Arm::kRingSize)), {0.0f, 1.0f, 0.0f});
      add(glm::vec3(1.0f + 0.5f * float(ring), 0.0f, 0.0f) + 0.5f * out, out);
    }
  }
  add({1.0f, 0.0f, 0.0f}, {-1.0f, 0.0f, 0.0f});
  add({5.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
  add({3.0f, 9.0f, 0.0f}, {0.0f, 1.0f, 0.0f});
  add({-7.0f, 0.0f, 2.0f}, {0.0f, 0.0f, 1.0f});
  return arm;
}

Influences make_influences(const std::vector<std::vector<std::pair<int, float>>>& rows) {
  Influences influences;
  for (const auto& row : rows) {
    for (const auto& [joint, weight] : row) {
      influences.joint.push_back(std::uint32_t(joint));
      influences.weight.push_back(weight);
    }
    influences.end_row();
  }
  return influences;
}

Skinned skinned_by(const Tasks& tasks, const Arm& arm) {
  Skinned result;
  const std::size_t joints = arm.skeleton.joints.size(), vertices = arm.positions.size();
  const std::vector<glm::mat4> bind = tasks.bind_matrices(arm.skeleton), posed = tasks.posed_matrices(arm.skeleton);
  if (bind.size() != joints || posed.size() != joints) return result;
  const std::vector<glm::mat4> skinning = tasks.skinning_matrices(posed, bind);
  result.lists = tasks.find_joints(arm.skeleton, bind, arm.positions);
  const auto is_good = [&](const std::vector<int>& list) {
    return std::all_of(list.begin(), list.end(), [&](int joint) { return joint >= 0 && joint < int(joints); });
  };
  if (skinning.size() != joints || result.lists.size() != vertices) return result;
  if (!std::all_of(result.lists.begin(), result.lists.end(), is_good)) return result;
  result.influences = capsule_influences(arm.skeleton, bind, arm.positions, result.lists, tasks);
  tasks.skin(skinning, result.influences, arm.positions, arm.normals, result.positions, result.normals);
  result.has_right_sizes = result.positions.size() == vertices && result.normals.size() == vertices;
  return result;
}

}  // namespace marrow::course
