// An editor with an arm: a capped cylinder of radius 0.5 along y from 0 to 2, bound to a chain of
// three joints (shoulder, elbow, wrist), seen from the front.
#pragma once

#include <algorithm>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <optional>

#include "editor/editor.h"
#include "editor/panels/tree_rows.h"
#include "rig/implementations.h"
#include "support/cases.h"
#include "support/joints.h"
#include "support/matrices.h"
#include "support/random_rig.h"

namespace marrow::test {

inline constexpr Id kArmMesh = 1, kArmSkeleton = 2, kShoulder = 10, kElbow = 11, kWrist = 12;

inline Scene arm_scene() {
  Skeleton skeleton;
  const auto add = [&](Id id, const char* name, int parent, float y, float length) {
    skeleton.joints.push_back({.id = id,
                               .name = name,
                               .parent = parent,
                               .bind_local = glm::translate(glm::mat4(1.0f), {0.0f, y, 0.0f}),
                               .extent = {0.0f, length, 0.0f},
                               .radius = 0.6f});
  };
  add(kShoulder, "shoulder", -1, 0.0f, 0.8f);
  add(kElbow, "elbow", 0, 0.8f, 0.8f);
  add(kWrist, "wrist", 1, 0.8f, 0.4f);
  Scene scene;
  scene.nodes = {
      {.id = kArmMesh,
       .name = "Arm",
       .mesh = std::make_shared<Mesh>(capped_cylinder(21, 16)),
       .bound_to = kArmSkeleton},
      {.id = kArmSkeleton, .name = "Skeleton", .skeleton = std::make_shared<Skeleton>(skeleton)}};
  scene.next_id = 20;
  return scene;
}

/// Turns the elbow about z: by these angles (radians) at these times, linear between them.
inline std::shared_ptr<const Motion> elbow_motion(const std::string& name,
                                                  const std::vector<float>& times,
                                                  const std::vector<float>& angles) {
  std::vector<glm::quat> turns;
  for (const float angle : angles) turns.push_back(glm::angleAxis(angle, glm::vec3(0, 0, 1)));
  return turning_motion(name, {.target = kElbow, .translation = {0.0f, 0.8f, 0.0f}}, times, turns);
}

inline Scene arm_with(std::vector<std::shared_ptr<const Motion>> motions) {
  Scene scene = arm_scene();
  scene.motions = std::move(motions);
  return scene;
}

/// An editor with the textbook's functions, and a viewport of 800 x 600 along -z, y up.
inline Editor editor_with(const Scene& scene) {
  Editor editor(tasks_of(Backend::textbook));
  editor.document = Document(tasks_of(Backend::textbook), scene);
  editor.camera = {.target = {0.0f, 1.0f, 0.0f}, .distance = 8.0f, .yaw = 0.0f, .pitch = 0.0f};
  editor.picture_size = {800.0f, 600.0f};
  editor.deformer.update(editor.document.scene());
  return editor;
}

inline Editor editor_with(const Scene& scene, Tab tab, std::vector<Id> selected = {},
                          std::optional<Tool> tool = {}) {
  Editor editor = editor_with(scene);
  editor.tab = tab;
  if (tool) editor.tool = *tool;
  if (!selected.empty()) editor.document.select(std::move(selected));
  return editor;
}

inline Editor arm_editor(Tab tab = Tab::pose, std::vector<Id> selected = {},
                         Tool tool = Tool::rotate) {
  return editor_with(arm_scene(), tab, std::move(selected), tool);
}

inline const Joint& joint_named(const Editor& editor, Id id) {
  return joint_by_id(editor.document.scene(), id);
}
inline Id id_of(const Editor& editor, std::string_view name) {
  return joint_named(editor.document.scene(), name).id;
}

/// The pixel of a point of the world.
inline glm::vec2 pixel_of(const Editor& editor, const glm::vec3& world) {
  return project(editor.camera, world, editor.picture_size).pixel;
}

inline const TreeRow& row_of(const std::vector<TreeRow>& rows, Id id) {
  return *std::find_if(rows.begin(), rows.end(), [&](const TreeRow& row) { return row.id == id; });
}

/// Compares the bits of nodes and joints, because == does not distinguish 0 and -0.
inline bool same_bits(const Scene& a, const Scene& b) {
  if (a.nodes.size() != b.nodes.size() || a.next_id != b.next_id) return false;
  for (std::size_t n = 0; n < a.nodes.size(); ++n) {
    const auto &sa = a.nodes[n].skeleton, &sb = b.nodes[n].skeleton;
    if (!sa != !sb || (sa && sa->joints.size() != sb->joints.size())) return false;
    if (std::memcmp(&a.nodes[n].local, &b.nodes[n].local, sizeof(glm::mat4)) != 0) return false;
    for (std::size_t j = 0; sa && j < sa->joints.size(); ++j) {
      const Joint &x = sa->joints[j], &y = sb->joints[j];
      if (std::memcmp(&x.user_local, &y.user_local, sizeof(glm::mat4)) != 0 ||
          std::memcmp(&x.radius, &y.radius, sizeof(float)) != 0 ||
          std::memcmp(&x.bind_local, &y.bind_local, sizeof(glm::mat4)) != 0 ||
          std::memcmp(&x.extent, &y.extent, sizeof(glm::vec3)) != 0)
        return false;
    }
  }
  return true;
}

/// Number of steps in the history, including the first state.
inline std::size_t steps(const Editor& editor) { return editor.document.history().steps().size(); }
/// The name of the last step.
inline const std::string& last_step(const Editor& editor) {
  return editor.document.history().steps().back().label;
}

}  // namespace marrow::test
