// The assignment's checks as data: one list for the editor's Assignment panel, for `marrow grade`
// and for ctest.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow::course {

/// Its checks give points, but passing does not need them, and the total is without them.
inline constexpr int kExtraTask = 5;

/// What a check is about, in the order in which an edit and a frame go through them: the first that
/// fails is where to look first.
enum class Stage {
  kinematics,
  increment,
  closest_point,
  find_joints,
  weights,
  skin,
  normals,
  gradient
};
std::string_view name_of(
    Stage stage);  ///< "find_joints", "closest point": as a student would call it

/// What a check found. Where it failed is said so that an editor can fly there.
struct Outcome {
  bool passed = true;
  std::string expected;  ///< in words and numbers, computed by the check from laws or by hand,
                         ///< never from a solution
  std::string got;
  std::string likely_reason;  ///< a known misconception that fits, or empty
  std::string joint;          ///< name, or empty
  int vertex = -1;
  std::optional<Stage> stage;  ///< where a check that goes the whole way first saw something else
                               ///< than expected; empty: the check's own
  std::vector<glm::vec3> expected_points{};  ///< world space, for a ghost
  std::vector<glm::vec3> got_points{};
  bool points_are_vertices =
      false;  ///< both lists have one point for each vertex of the mesh in the check's scene
};

struct Check {
  int task = 1;       ///< 1..5
  std::string name;   ///< stable, [a-z0-9_.]: "task3.vertex_exactly_at_radius"
  std::string story;  ///< the case in one sentence
  int points = 1;
  Outcome (*run)(const Tasks& tasks) = nullptr;
  Stage stage = Stage::kinematics;
  Scene (*scene)() = nullptr;  ///< the case, to be looked at in the editor: one skeleton, mostly
                               ///< one mesh; null: a case of numbers only
};

/// In the order of the tasks. The functions never keep state: same tasks, same outcome.
const std::vector<Check>& checks();

/// check.run(tasks), where an exception or a missing body is a failed outcome. What crashes or
/// never ends is for the caller to contain, in a process of its own.
Outcome run_check(const Check& check, const Tasks& tasks);

}  // namespace marrow::course
