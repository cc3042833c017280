// The assignment's checks as data, for the Assignment panel, `marrow grade` and ctest.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/contract.h"
#include "scene/scene.h"

namespace marrow::course {

/// The checks of an extra task give points, but passing does not need them, and the total excludes
/// them. `task` is from 1 to kTasks (rig/contract.h).
constexpr bool is_extra(int task) { return task >= 5; }
std::string_view title_of(int task);  ///< "Kinematics"

/// Stages of an edit and a frame, in order: the first stage that fails is the first to look at.
enum class Stage {
  kinematics,
  increment,
  closest_point,
  find_joints,
  weights,
  skin,
  normals,
  gradient,
  unit_spline,
  curve,
  dual_quaternion,
  dual_blend,
  smooth,
  surface_frame,
  delta_mush,
  similarity,
  center,
  center_blend
};
/// "find_joints", "closest point": as a student would call it
std::string_view name_of(Stage stage);

/// The outcome of a check, with the place of a failure for the editor.
struct Outcome {
  bool passed = true;
  /// In words and numbers, computed by the check from laws or by hand, never from a solution.
  std::string expected;
  std::string got;
  std::string likely_reason;   ///< the known mistake that fits, or else the law; or empty
  bool names_mistake = false;  ///< the former
  std::string joint;           ///< name, or empty
  int vertex = -1;
  /// Where a check that goes the whole way first saw something else than expected; empty: the
  /// check's own.
  std::optional<Stage> stage;
  std::vector<glm::vec3> expected_points{};  ///< world space, for a ghost
  std::vector<glm::vec3> got_points{};
  /// Both lists have one point for each vertex of the mesh in the check's scene.
  bool points_are_vertices = false;
  /// Where not empty, both lists are the tips of arrows from these points: normals.
  std::vector<glm::vec3> arrows_from{};
  std::vector<glm::vec3> asked_points{};  ///< world space: the points whose nearest were asked for
};

struct Check {
  int task = 1;       ///< 1..kTasks
  std::string name;   ///< stable, [a-z0-9_.]: "task3.vertex_exactly_at_radius"
  std::string story;  ///< the case in one sentence
  int points = 1;
  Outcome (*run)(const Tasks& tasks) = nullptr;
  Stage stage = Stage::kinematics;
  /// The case, to be looked at in the editor: one skeleton, mostly one mesh; null: a case of
  /// numbers only.
  Scene (*scene)() = nullptr;
};

/// In task order. The functions keep no state: same tasks, same outcome.
const std::vector<Check>& checks();

/// check.run(tasks); an exception or a missing function is a failed outcome. To be run in a process
/// of its own: functions may crash or never return.
Outcome run_check(const Check& check, const Tasks& tasks);

}  // namespace marrow::course
