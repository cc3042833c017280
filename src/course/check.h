// The assignment's checks as data: one list for the editor's Assignment panel, for `marrow grade` and for ctest.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow::course {

/// What a check found. Where it failed is said so that an editor can fly there.
struct Outcome {
  bool passed = true;
  std::string expected;  ///< in words and numbers, computed by the check from laws or by hand, never from a solution
  std::string got;
  std::string likely_reason;  ///< a known misconception that fits, or empty
  std::string joint;          ///< name, or empty
  int vertex = -1;
  std::vector<glm::vec3> expected_points{};  ///< world space, for a ghost
  std::vector<glm::vec3> got_points{};
};

struct Check {
  int task = 1;       ///< 1..5
  std::string name;   ///< stable, [a-z0-9_.]: "task3.vertex_exactly_at_radius"
  std::string story;  ///< the case in one sentence
  int points = 1;
  Outcome (*run)(const Tasks& tasks) = nullptr;
};

/// In the order of the tasks. The functions never keep state: same tasks, same outcome.
const std::vector<Check>& checks();

/// check.run(tasks), where an exception or a missing body is a failed outcome. What crashes or never ends is for the caller to contain, in
/// a process of its own.
Outcome run_check(const Check& check, const Tasks& tasks);

}  // namespace marrow::course
