// The assignment in the editor: runs checks in the background, sums up results, keeps unsafe
// functions out of this process. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "course/runner.h"
#include "editor/editor.h"

namespace marrow {

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
// A new run cancels the one under way.
void run_all_checks(Session& session, CourseState& course);
void run_task(Session& session, CourseState& course, int task);
void run_one_check(Session& session, CourseState& course, std::size_t check);
void stop_checks(CourseState& course);
bool are_checks_running(const CourseState& course);
/// Once a frame: takes new results. `is_binding` (files/files_state.h): another thread calls the
/// functions, which must not change then.
void advance_course(Session& session, CourseState& course, bool is_binding);
/// Seconds until advance_course() should be called again; 1e9 without a run.
double seconds_to_course(const CourseState& course);

/// Stores results[i] as that of course::checks()[checks[i]].
void take_results(CourseState& course, const std::vector<std::size_t>& checks,
                  const std::vector<course::Result>& results);
const course::Result* result_of(const CourseState& state, std::size_t check);

struct Score {
  int points = 0, of = 0;
  int passed = 0, failed = 0, checks = 0;  ///< the rest was not run, or is still running
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
