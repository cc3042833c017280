// A scene that has everything operations care about, and what is seen of it: shared by the tests of edit/.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "edit/document.h"
#include "rig/bodies.h"
#include "support/random_rig.h"
#include "support/support.h"

namespace marrow::test {

inline const Tasks& bodies() { return tasks_of(Backend::textbook); }

/// Laws about poses need correct bodies: in a handout, where they are the student's, such a test skips by name.
inline bool lacks_bodies(const char* what) {
  if (has_solution()) return false;
  skip(std::string(what) + ": the bodies are the student's");
  return true;
}

inline std::shared_ptr<const Skeleton> with_ids(Scene& scene, Skeleton skeleton) {
  for (Joint& joint : skeleton.joints) joint.id = take_id(scene);
  return std::make_shared<const Skeleton>(std::move(skeleton));
}

/// node 0 "group" (turned, unevenly scaled) > 1 "rig" (likewise; skeleton) > 2 "body" (bound to rig, explicit weights it does not use)
/// node 3 "other" (second skeleton), 4 "prop" (a rigid mesh below other), 5 "empty"
inline Scene full_scene(Random& random, const RigOptions& options = {.joints = 12, .roots = 2, .posed = true, .scaled = false}) {
  Scene scene;
  const auto add = [&](const char* name, int parent) -> Node& {
    Node node;
    node.id = take_id(scene);
    node.name = name;
    node.parent = parent;
    node.local = random.affine();
    scene.nodes.push_back(node);
    return scene.nodes.back();
  };
  add("group", -1);
  add("rig", 0);
  scene.nodes[1].skeleton = with_ids(scene, random_skeleton(random, options));
  auto mesh = std::make_shared<Mesh>(capped_cylinder(4, 6));
  mesh->weights = ExplicitWeights{{0}, {}, {}};
  for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
    mesh->weights->joint.push_back(scene.nodes[1].skeleton->joints[v % scene.nodes[1].skeleton->joints.size()].id);
    mesh->weights->weight.push_back(1.0f);
    mesh->weights->row_begin.push_back(static_cast<std::uint32_t>(v + 1));
  }
  Node& body = add("body", 1);
  body.mesh = mesh;
  body.bound_to = scene.nodes[1].id;
  add("other", -1);
  scene.nodes[3].skeleton = with_ids(scene, random_skeleton(random, {.joints = 3}));
  add("prop", 3).mesh = std::make_shared<Mesh>(capped_cylinder(3, 5));
  add("empty", -1);
  return scene;
}

inline const Joint& joint_named(const Scene& scene, const std::string& name) {
  const JointRef ref = find_joint(scene, std::string_view(name));
  REQUIRE(ref.node >= 0);
  return scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)];
}

/// S W of every joint of the scene, by id.
inline std::map<Id, glm::mat4> world_from_joints(const Scene& scene) {
  std::map<Id, glm::mat4> world;
  const std::vector<glm::mat4> world_from_node = world_from_nodes(scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    const Skeleton& skeleton = *scene.nodes[n].skeleton;
    const std::vector<glm::mat4> posed = bodies().posed_matrices(skeleton);
    for (std::size_t j = 0; j < posed.size(); ++j) world[skeleton.joints[j].id] = world_from_node[n] * posed[j];
  }
  return world;
}

/// S B of every joint of the scene, by id.
inline std::map<Id, glm::mat4> world_from_bind(Scene scene) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    for (Joint& joint : edit_skeleton(scene, static_cast<int>(n)).joints) joint.user_local = glm::mat4(1.0f);
  }
  return world_from_joints(scene);
}

inline float largest(const glm::mat4& matrix) {
  float size = 0.0f;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) size = std::max(size, std::abs(matrix[column][row]));
  return size;
}

/// Largest difference of two matrices, as a share of the larger one.
inline float difference(const glm::mat4& a, const glm::mat4& b) { return largest(a - b) / std::max({largest(a), largest(b), 1.0f}); }

inline glm::mat4 random_increment(Random& random) {
  const int kind = random.below(3);
  if (kind == 0) return glm::translate(glm::mat4(1.0f), random.vec3(2.0f));
  const glm::vec3 pivot = random.vec3(2.0f);
  const glm::mat4 turn =
      kind == 1 ? random.rotation() : glm::scale(random.rotation(), {random.uniform(0.5f, 2.0f), random.uniform(0.5f, 2.0f), 1.0f});
  return glm::translate(glm::mat4(1.0f), pivot) * turn * glm::translate(glm::mat4(1.0f), -pivot);
}

/// Applies what must be possible.
inline Scene applied_to(const Scene& scene, const Operation& operation) {
  Applied applied = apply(scene, operation, bodies());
  REQUIRE_MESSAGE(applied.scene.has_value(), applied.reason);
  REQUIRE(applied.reason.empty());
  REQUIRE(why_invalid(*applied.scene) == "");
  return std::move(*applied.scene);
}

/// The reason of what must be refused; the scene given is not changed by asking.
inline std::string refusal(const Scene& scene, const Operation& operation) {
  const Scene before = scene;
  Applied applied = apply(scene, operation, bodies());
  CHECK_FALSE(applied.scene.has_value());
  CHECK(scene == before);
  CHECK_FALSE(applied.reason.empty());
  return applied.reason;
}

inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace marrow::test
