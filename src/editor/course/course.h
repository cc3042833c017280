// The assignment in the editor: runs checks in the background, sums up results, keeps unsafe
// functions out of this process. No ImGui.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/runner.h"
#include "edit/document.h"
#include "editor/editor.h"
#include "rig/contract.h"
#include "rig/skinning/deformer.h"

namespace marrow {

struct CheckCase {
  std::size_t check = 0;             ///< index into course::checks()
  std::optional<Deformer> expected;  ///< deforms the scene with the expected mesh; none if unknown
  // World space.
  std::vector<std::vector<glm::vec3>> ghost;           ///< edges of the expected mesh
  std::vector<glm::vec3> expected_points, got_points;  ///< pairs that differ
  std::vector<glm::vec3> arrows_from;   ///< starts of arrows whose tips are the points; else empty
  std::vector<glm::vec3> asked_points;  ///< points whose nearest points the check asked for
  /// Expected and actual place of the reported vertex, else of the first point that differs.
  std::optional<std::pair<glm::vec3, glm::vec3>> worst;
  glm::vec3 worst_from{0.0f};  ///< start of the arrows to `worst`
};

struct CourseState {
  bool is_open = false;           ///< the tab exists
  std::filesystem::path program;  ///< this program, which runs the checks; empty: unknown
  std::unique_ptr<course::Runner> runner;
  std::vector<std::size_t> asked;          ///< the checks of the run, indices into course::checks()
  bool times_textbook = false;             ///< the run only times the textbook's functions
  std::vector<course::Result> results;     ///< one per check; empty before the first run
  std::map<std::string, double> textbook;  ///< milliseconds by check, if the textbook is built in
  std::array<bool, kTasks> is_unfolded{};  ///< indexed by task
  std::optional<std::size_t> chosen;       ///< the check whose details are shown
  std::optional<CheckCase> shown;

  // A student's functions are called in this process only after a run has tried them.
  Tasks* implementation = nullptr;  ///< called by document and deformer; nullptr: the engine
  bool is_trying = false;           ///< the first run is under way: only harmless stubs are called
  std::vector<course::UnsafeFunction> unsafe;
  std::unique_ptr<Tasks> tried;  ///< the safe functions; nullptr until all checks were run
};

/// True if the editor calls the student's functions.
bool is_handout();
/// For a handout: calls no student function until all checks were run. After that it calls none
/// that crashed or never returned; the panel names such functions. Where no checks can be run,
/// use_functions() ends the wait. Document and deformer were made with `implementation`, which this
/// changes and which must outlive the editor.
void begin_course(Session& session, CourseState& course, Tasks& implementation);
/// From now on document and deformer call these functions, which have been tried.
void use_functions(Session& session, CourseState& course, const Tasks& tasks);

void show_course_tab(Session& session, CourseState& course);

/// Why no check can be run here, as a sentence for the user; empty if checks can be run.
std::string why_no_checks(const CourseState& course);
// A new run cancels the current one.
void run_all_checks(Session& session, CourseState& course);
void run_task(Session& session, CourseState& course, int task);
void run_one_check(Session& session, CourseState& course, std::size_t check);
void stop_checks(CourseState& course);
bool are_checks_running(const CourseState& course);
/// Call once per frame: takes new results. `is_binding` (files/files_state.h): another thread is
/// calling the functions, so they must not change yet.
void advance_course(Session& session, CourseState& course, bool is_binding);
/// Seconds until advance_course() should be called again; 1e9 without a run.
double seconds_to_course(const CourseState& course);

/// Stores results[i] as the result of course::checks()[checks[i]].
void take_results(CourseState& course, const std::vector<std::size_t>& checks,
                  const std::vector<course::Result>& results);
const course::Result* result_of(const CourseState& state, std::size_t check);

struct Score {
  int points = 0, of = 0;
  int passed = 0, failed = 0, checks = 0;  ///< the others were not run or are still running
};
Score score_of(const CourseState& state, int task);  ///< task 0: all but extra tasks

/// The earliest stage at which a failed check saw a wrong value, and that check; none if no check
/// failed.
struct Divergence {
  course::Stage stage;
  std::size_t check;
};
std::optional<Divergence> first_divergence(const CourseState& state);

/// "vertex exactly at radius"
std::string check_title(const course::Check& check);
bool has_failed(course::Verdict verdict);

}  // namespace marrow
