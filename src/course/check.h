// The assignment's checks as data, for the Course tab, `marrow grade` and ctest.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/contract.h"
#include "scene/falloff.h"
#include "scene/scene.h"

namespace marrow::course {

/// The checks of an extra task give points, but they are not needed to pass, and the total excludes
/// them. `task` is from 1 to kTasks (rig/contract.h).
constexpr bool is_extra(int task) { return task >= 5; }
std::string_view title_of(int task);  ///< "Kinematics"

/// The stages of an edit and a frame, in order. The first stage that fails is the first to fix.
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
  center_blend
};
/// A name that students know: "find_joints", "closest point".
std::string_view name_of(Stage stage);

/// The outcome of a check, with the place of a failure for the editor to show.
struct Outcome {
  bool passed = true;
  /// The result in words and numbers, computed from laws or by hand, never with a solution.
  std::string expected;
  std::string got;
  std::string likely_reason;   ///< the known mistake that fits, else the law; may be empty
  bool names_mistake = false;  ///< `likely_reason` is a known mistake
  std::string joint;           ///< name, or empty
  int vertex = -1;
  /// In checks of all stages: the stage of the first unexpected result. None: the check's own
  /// stage.
  std::optional<Stage> stage;
  std::vector<glm::vec3> expected_points{};  ///< world space, for a ghost
  std::vector<glm::vec3> got_points{};
  /// Both lists have one point for each vertex of the mesh in the check's scene.
  bool points_are_vertices = false;
  /// If not empty, both lists are the tips of arrows (normals) that begin at these points.
  std::vector<glm::vec3> arrows_from{};
  /// The points given to closest_on_line_segment(), world space.
  std::vector<glm::vec3> asked_points{};
};

struct Check {
  int task = 1;       ///< 1..kTasks
  std::string name;   ///< stable, [a-z0-9_.]: "task3.vertex_exactly_at_radius"
  std::string story;  ///< the case in one sentence
  int points = 1;
  Outcome (*run)(const Tasks& tasks) = nullptr;
  Stage stage = Stage::kinematics;
  /// Makes the scene of the case: one skeleton and mostly one mesh. Null: a case of numbers only.
  Scene (*scene)() = nullptr;
  bool is_timed = false;  ///< runs only once, without changed inputs
};

/// The seed of the random inputs of checks; hand-made inputs do not depend on it.
void set_input_seed(unsigned seed);
unsigned input_seed();  ///< 1, if none was set

/// Chooses the numbers of hand-made cases. Equal variants give equal numbers on every machine.
struct Variant {
  unsigned course_seed = 0;
  std::string student;  ///< empty: the usual numbers
};
void set_variant(Variant variant);
const Variant& variant();

/// Conventions in which a course may differ from the assignment sheet.
struct Dialect {
  /// The rule of the weights: Falloff::inverse or linear; the other one is then a known mistake.
  /// None: inverse, without that mistake. With linear, inverse_distance_weights() gets each d / r.
  std::optional<Falloff> weights{};
  /// The course's letter for each matrix, by its letter in rig.h.
  std::map<std::string, std::string> letters{};
  /// Vectors are rows, v' = v T: the functions get and return the transpose of every matrix
  /// (ImplementationProcess). The checks themselves use columns only.
  bool has_rows = false;
};
void set_dialect(Dialect dialect);
const Dialect& dialect();
bool has_linear_weights();  ///< (r - d) / r
/// A text of the checks with the course's letters and, if vectors are rows, with the factors of its
/// products in reverse order.
std::string in_letters(const std::string& text);
/// Matrices as the course's functions expect and return them: transposed if vectors are rows.
glm::mat3 in_convention(const glm::mat3& matrix);
glm::mat4 in_convention(const glm::mat4& matrix);
std::vector<glm::mat4> in_convention(std::vector<glm::mat4> matrices);
Skeleton in_convention(Skeleton skeleton);
template <typename T>
const T& in_convention(const T& without_matrices) {
  return without_matrices;
}

/// All checks in task order. They keep no state: the same tasks and seed give the same outcome.
const std::vector<Check>& checks();

/// A failed outcome of functions that gave no result: `got` is what happened instead. `reason`: a
/// known mistake, if any.
Outcome without_result(std::string got, std::string reason = {});
/// Calls check.run(tasks), and if that passes, again with changed inputs (variations.cpp). An
/// exception or a missing function is a failed outcome. Call it in a separate process, because
/// functions may crash or never return.
Outcome run_check(const Check& check, const Tasks& tasks);

}  // namespace marrow::course
