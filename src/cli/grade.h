// What the parts of `marrow grade` share.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"
#include "course/expectation.h"
#include "course/runner.h"

namespace marrow::cli {

/// What is graded: the course's checks and the instructor's, which live here.
struct Graded {
  std::vector<course::Expectation> hidden;
  std::vector<const course::Check*> checks;  ///< chosen by --task and --check, in the order of the tasks
  /// As Gradescope has it: "visible", or what the instructor's file says.
  std::string visibility_of(const course::Check& check) const;
};
/// Throws UsageError for a name or task that there is not, io::Error for a broken file of the instructor's.
Graded graded(const GradeOptions& options);

/// What came of one submission.
struct Marks {
  std::string bodies;  ///< whose: "student", "textbook", or a folder
  std::vector<course::Result> results;
  double seconds = 0.0;
};

struct Score {
  int got = 0, most = 0, passed = 0, checks = 0;
};
Score score_of(const Marks& marks, int task);  ///< of one task
Score total_of(const Marks& marks);            ///< without the extra task
bool has_passed(const Marks& marks, bool extra_too);

/// A table for people: each check, and of what failed what was expected, what came out, the likely reason and where.
std::string as_text(const Marks& marks, const Graded& graded);
/// What Gradescope's autograder reads as results.json.
std::string as_json(const Marks& marks, const Graded& graded);
std::string as_junit(const Marks& marks, const Graded& graded);

/// Runs what is graded; a progress bar on a terminal. Throws std::runtime_error after Ctrl-C.
Marks run_checks(const GradeOptions& options, const Graded& graded, const std::string& bodies, const std::vector<std::string>& command);

/// The instructor's checks: every .json of a folder, in the order of their names. All but the one of the name `only`, where that is given,
/// have no more than their head. Throws io::Error.
std::vector<course::Expectation> read_hidden(const std::string& folder, const std::string& only = {});
void make_hidden(const GradeOptions& options);
void make_kit(const GradeOptions& options);
/// A whole class. Returns the exit status.
int grade_class(const GradeOptions& options);

}  // namespace marrow::cli
