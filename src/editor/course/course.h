// The assignment in the editor: runs checks in the background, sums up the results, keeps unsafe
// functions out of this process. No ImGui.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/runner.h"
#include "editor/session.h"

namespace marrow {

struct CourseState;

/// The editor's functions are a student's: a handout.
bool is_handout();
/// In a handout no function is called until all checks were run; those that crashed or never
/// returned stay out, by name, and the panel says so. Document and deformer were made with
/// `functions`, which changes and must outlive the editor.
void begin_course(Session& session, CourseState& course, Tasks& implementation);

void show_course_tab(Session& session, CourseState& course);

/// Why no check can be run here, as a sentence for the user; empty: they can.
std::string why_no_checks(const CourseState& course);
// Running checks: a new run cancels the one under way.
void run_all_checks(Session& session, CourseState& course);
void run_task(Session& session, CourseState& course, int task);
void run_one_check(Session& session, CourseState& course, std::size_t check);
void stop_checks(CourseState& course);
bool are_checks_running(const CourseState& course);
/// Once a frame: takes the results that have arrived. `is_binding`: another thread calls the
/// functions, which must not change then (files/files_state.h).
void advance_course(Session& session, CourseState& course, bool is_binding);
/// Seconds until advance_course() should be called again; very large when nothing runs.
double seconds_to_course(const CourseState& course);

/// What was found, as one result per check of course::checks(); a test may hand in its own.
void take_results(CourseState& course, const std::vector<std::size_t>& checks,
                  const std::vector<course::Result>& results);
const course::Result* result_of(const CourseState& state, std::size_t check);

struct Score {
  int points = 0, of = 0;
  int passed = 0, failed = 0,
      checks = 0;  ///< those neither passed nor failed were not run, or still are
};
Score score_of(const CourseState& state, int task);  ///< 0: of all but extra tasks

/// The earliest stage at which a failed check saw a wrong value, and that check; none while none
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
