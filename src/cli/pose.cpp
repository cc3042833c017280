// marrow pose: world-space increments from the command line, applied like a drag in the window.
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "base/index.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/words.h"
#include "edit/rest_edit.h"

namespace marrow::cli {
namespace {

/// One step of `pose`, in the order of the command line.
struct PoseStep {
  enum class Kind { rotate, translate, scale } kind = Kind::rotate;
  static constexpr const char* kVerbs[] = {"Rotate", "Move", "Scale"};  ///< by kind
  std::string joint;
  glm::vec4 values{0.0f};  ///< rotate: axis and degrees; translate, scale: x, y, z
  std::optional<glm::vec3> pivot;
};
/// Repeated options are grouped; pose_steps() puts them back in order.
struct PoseOptions : FileOptions {
  bool reset = false, makes_rest = false;
  std::string stored;  ///< a stored pose's name, or empty
  std::vector<std::string> joints, rotations, translations, scales, pivots;
  std::vector<PoseStep> steps{};
};

Scene applied(const PoseOptions& options, const Scene& scene, const Operation& operation,
              const std::string& place) {
  Applied result = apply(scene, operation, implementation_of(Backend::fast));
  require_implementation();
  if (!result.scene) throw io::Error(options.file(), place, result.reason);
  return std::move(*result.scene);
}

Scene at_rest(const PoseOptions& options, Scene scene) {
  std::vector<Id> skeletons;
  for (const Node& node : scene.nodes) {
    if (node.skeleton) skeletons.push_back(node.id);
  }
  for (const Id id : skeletons)
    scene = applied(options, scene, op::ResetPose{.skeleton_node = id, .joints = {}}, "--reset");
  return scene;
}

/// Applies the stored pose to every skeleton that has it.
Scene in_stored_pose(const PoseOptions& options, Scene scene) {
  std::vector<Id> skeletons;
  std::string names;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    for (const Pose& pose : node.skeleton->poses) {
      names += (names.empty() ? "\"" : ", \"") + pose.name + "\"";
      if (pose.name == options.stored) skeletons.push_back(node.id);
    }
  }
  if (skeletons.empty())
    throw UsageError(fmt::format("--stored {}: no skeleton has that pose; {}", options.stored,
                                 names.empty() ? "the file has none" : "there are " + names));
  for (const Id id : skeletons)
    scene = applied(options, scene, op::ApplyPose{id, options.stored}, "--stored");
  return scene;
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

void check(const PoseStep& step) {
  for (int i = 0; i < 4; ++i) {
    if (!std::isfinite(step.values[i]))
      throw UsageError("--joint " + step.joint + ": expected finite numbers");
  }
  if (step.pivot && !is_finite(*step.pivot)) throw UsageError("--pivot: expected finite numbers");
  if (step.kind == PoseStep::Kind::rotate && glm::length(glm::vec3(step.values)) <= 0.0f) {
    throw UsageError("--rotate: expected an axis that is not zero, as in 0,0,1,45");
  }
}

Scene after_step(const PoseOptions& options, const Scene& scene, const PoseStep& step) {
  const std::string place = "joint " + step.joint;
  const JointRef ref = joint_of_word(options.file(), place, scene, step.joint);
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  const auto joint = at(ref.joint);
  const glm::mat4 posed =
      world_from_node(scene, ref.node) *
      implementation_of(Backend::fast).posed_matrices(skeleton)[joint];  // S W_j
  const glm::mat4 increment = increment_of(step, step.pivot.value_or(glm::vec3(posed[3])));
  return applied(options, scene,
                 op::ApplyIncrement{.targets = {skeleton.joints[joint].id},
                                    .increment = increment,
                                    .verb = PoseStep::kVerbs[static_cast<std::size_t>(step.kind)]},
                 place);
}

int pose(const PoseOptions& options) {
  return guarded(options.file(), [&] {
    for (const PoseStep& step : options.steps) check(step);
    implementation_of(Backend::fast);
    io::Loaded loaded = load(options.file(), {{"-o", options.out, Content::scene}});
    Scene scene =
        options.reset ? at_rest(options, std::move(loaded.scene)) : std::move(loaded.scene);
    if (!options.stored.empty()) scene = in_stored_pose(options, std::move(scene));
    for (const PoseStep& step : options.steps) scene = after_step(options, scene, step);
    for (std::size_t n = 0; options.makes_rest && n < scene.nodes.size(); ++n)
      if (const Node& node = scene.nodes[n]; node.skeleton)
        scene = applied(options, scene, rest_edit(scene, node.id, implementation_of(Backend::fast)),
                        "--rest");
    const std::vector<std::string> losses =
        save_scene(options.out, scene, Backend::fast, {.keep_backup = true});
    print_warnings(options.file(), loaded.warnings);
    print_warnings(options.out, losses);
  });
}

PoseStep pose_step(const std::string& joint, PoseStep::Kind kind, const std::string& text) {
  PoseStep step{kind, joint, glm::vec4(0.0f), std::nullopt};
  if (kind != PoseStep::Kind::rotate) {
    step.values = glm::vec4(
        vector3(text, kind == PoseStep::Kind::scale ? "--scale X,Y,Z" : "--translate X,Y,Z"), 0.0f);
    return step;
  }
  constexpr std::string_view kExpected = "--rotate X,Y,Z,DEGREES";
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != 4) throw UsageError(fmt::format("\"{}\": expected {}", text, kExpected));
  for (int i = 0; i < 4; ++i) step.values[i] = number(parts[at(i)], text, kExpected);
  if (glm::vec3(step.values) == glm::vec3(0.0f))
    throw UsageError(fmt::format("\"{}\": the axis of --rotate must not be 0,0,0", text));
  return step;
}

/// --joint opens a group; --rotate, --translate, --scale and --pivot belong to the joint before
/// them, a pivot to all its steps.
std::vector<PoseStep> pose_steps(const std::vector<std::string>& order, const PoseOptions& words) {
  std::vector<PoseStep> steps;
  std::size_t joint = 0, rotation = 0, translation = 0, scale = 0, pivot = 0, group_begin = 0;
  std::optional<glm::vec3> group_pivot;
  const auto close_group = [&] {
    if (joint > 0 && group_begin == steps.size())
      throw UsageError(fmt::format("--joint {}: expected --rotate, --translate or --scale after it",
                                   words.joints[joint - 1]));
    for (; group_begin < steps.size(); ++group_begin) steps[group_begin].pivot = group_pivot;
    group_pivot.reset();
  };
  const auto add = [&](PoseStep::Kind kind, const std::string& text) {
    if (joint == 0)
      throw UsageError(
          "pose: expected --joint NAME before --rotate, --translate, --scale and --pivot");
    steps.push_back(pose_step(words.joints[joint - 1], kind, text));
  };
  for (const std::string& name : order) {
    if (name == "joint") {
      close_group();
      ++joint;
    } else if (name == "rotate") {
      add(PoseStep::Kind::rotate, words.rotations[rotation++]);
    } else if (name == "translate") {
      add(PoseStep::Kind::translate, words.translations[translation++]);
    } else if (name == "scale") {
      add(PoseStep::Kind::scale, words.scales[scale++]);
    } else if (name == "pivot") {
      if (joint == 0) throw UsageError("pose: expected --joint NAME before --pivot");
      group_pivot = vector3(words.pivots[pivot++], "--pivot X,Y,Z");
    }
  }
  close_group();
  return steps;
}

Job declare_pose(Options& own) {
  const auto words = std::make_shared<PoseOptions>();
  own.add("FILE", words->files, "", "The scene or model").required().one_value();
  own.add("--joint", words->joints, "NAME",
          "The joint that the increments after it move; may repeat")
      .may_repeat();
  own.add("--rotate", words->rotations, "X,Y,Z,DEGREES", "About an axis through the pivot")
      .may_repeat();
  own.add("--translate", words->translations, "X,Y,Z", "Along the world's axes").may_repeat();
  own.add("--scale", words->scales, "X,Y,Z", "Along the world's axes, about the pivot")
      .may_repeat();
  own.add("--pivot", words->pivots, "X,Y,Z", "World space; the joint's origin when not given")
      .may_repeat();
  own.flag("--reset", words->reset, "Back to rest first");
  own.add("--stored", words->stored, "NAME", "A stored pose of the file, before the increments");
  own.flag(
      "--rest", words->makes_rest,
      "Makes the pose the rest pose: binds the mesh again in its present shape; motions are kept");
  own.add("-o,--out", words->out, "OUT", "The scene to write").required();
  return [own, words] {
    words->steps = pose_steps(own.given(), *words);
    if (words->steps.empty() && !words->reset && !words->makes_rest && words->stored.empty())
      throw UsageError(
          "pose: expected --joint NAME with --rotate, --translate or --scale, --reset, --stored or "
          "--rest");
    return pose(*words);
  };
}

}  // namespace

const Command kPose = {"pose", "Moves joints by world-space increments and saves the scene",
                       declare_pose};

}  // namespace marrow::cli
