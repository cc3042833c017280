// marrow pose: world-space increments from the command line, on the same road as a drag in the window.
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "edit/operation.h"

namespace marrow::cli {
namespace {

Scene applied(const PoseOptions& options, const Scene& scene, const Operation& operation, const std::string& place) {
  Applied result = apply(scene, operation, bodies_of(Backend::fast));
  require_bodies();
  if (!result.scene) throw io::Error(options.file, place, result.reason);
  return std::move(*result.scene);
}

Scene at_rest(const PoseOptions& options, Scene scene) {
  std::vector<Id> skeletons;
  for (const Node& node : scene.nodes) {
    if (node.skeleton) skeletons.push_back(node.id);
  }
  for (const Id id : skeletons) scene = applied(options, scene, op::ResetPose{.skeleton_node = id, .joints = {}}, "--reset");
  return scene;
}

std::string names_of_joints(const Scene& scene) {
  constexpr std::size_t kEnough = 200;  // characters
  std::string names;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) {
      if (names.size() > kEnough) return names + ", ...";
      names += (names.empty() ? "" : ", ") + joint.name;
    }
  }
  return names.empty() ? "none: it has no skeleton" : names;
}

/// U of a step, about a pivot in world space.
glm::mat4 increment_of(const PoseStep& step, const glm::vec3& pivot) {
  const glm::vec3 xyz(step.values);
  if (step.kind == PoseStep::Kind::translate) return glm::translate(glm::mat4(1.0f), xyz);
  glm::mat4 turn(1.0f);
  if (step.kind == PoseStep::Kind::rotate) {
    turn = glm::rotate(turn, glm::radians(step.values.w), glm::normalize(xyz));
  } else {
    turn = glm::scale(turn, xyz);
  }
  return glm::translate(glm::mat4(1.0f), pivot) * turn * glm::translate(glm::mat4(1.0f), -pivot);
}

const char* verb_of(PoseStep::Kind kind) {
  switch (kind) {
    case PoseStep::Kind::rotate:
      return "Rotate";
    case PoseStep::Kind::translate:
      return "Move";
    case PoseStep::Kind::scale:
      return "Scale";
  }
  return "Move";
}

void check(const PoseStep& step) {
  for (int i = 0; i < 4; ++i) {
    if (!std::isfinite(step.values[i])) throw UsageError("--joint " + step.joint + ": expected finite numbers");
  }
  if (step.pivot && !is_finite(*step.pivot)) throw UsageError("--pivot: expected finite numbers");
  if (step.kind == PoseStep::Kind::rotate && glm::length(glm::vec3(step.values)) <= 0.0f) {
    throw UsageError("--rotate: expected an axis that is not zero, as in 0,0,1,45");
  }
}

Scene after_step(const PoseOptions& options, const Scene& scene, const PoseStep& step) {
  const std::string place = "joint " + step.joint;
  const JointRef ref = find_joint(scene, std::string_view(step.joint));
  if (ref.node < 0) throw io::Error(options.file, place, "expected the name of a joint in this file (" + names_of_joints(scene) + ")");

  const Skeleton& skeleton = *scene.nodes[static_cast<std::size_t>(ref.node)].skeleton;
  const auto joint = static_cast<std::size_t>(ref.joint);
  const glm::mat4 posed = world_from_node(scene, ref.node) * bodies_of(Backend::fast).posed_matrices(skeleton)[joint];  // S W_j
  const glm::mat4 increment = increment_of(step, step.pivot.value_or(glm::vec3(posed[3])));
  return applied(options, scene,
                 op::ApplyIncrement{.targets = {skeleton.joints[joint].id}, .increment = increment, .verb = verb_of(step.kind)}, place);
}

}  // namespace

int pose(const PoseOptions& options) {
  return guarded(options.file, [&] {
    for (const PoseStep& step : options.steps) check(step);
    bodies_of(Backend::fast);
    io::Loaded loaded = load(options.file);
    Scene scene = options.reset ? at_rest(options, std::move(loaded.scene)) : std::move(loaded.scene);
    for (const PoseStep& step : options.steps) scene = after_step(options, scene, step);
    const std::vector<std::string> losses = save_scene(options.out, scene, Backend::fast);
    print_warnings(options.file, loaded.warnings);
    print_warnings(options.out, losses);
  });
}

}  // namespace marrow::cli
