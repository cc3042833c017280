// Types and functions that the parts of `marrow grade` share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/expectation.h"
#include "course/runner.h"

namespace marrow::cli {

/// Grades one student's functions, or with `submissions` a whole class; see src/course/README.md.
struct GradeOptions {
  std::string backend = "student";  ///< or "textbook"
  std::vector<int> tasks;           ///< only these; none: all
  std::vector<std::string> checks;  ///< only these names; none: all
  bool list = false;                ///< names, points and stories, and no grading
  std::string json, junit, text;    ///< where to write results: a path, "-", or empty
  std::string hidden;               ///< a folder of the instructor's checks, or empty
  int jobs = 1;
  double seconds = 10.0;      ///< of each check
  int megabytes = 1024;       ///< that the functions may ask for in a check
  bool accepts_leak = false;  ///< hidden checks also where submissions could read them
  std::string submissions, out_dir,
      source;          ///< a class, see hand_ins.h; where results go; this repository
  std::string roster;  ///< a CSV table of the class's students, or empty
  std::string make_hidden, kit,
      out;             ///< a scene to make a check of; "gradescope" or "classroom"; what to write
  std::string answer;  ///< in the processes that grading starts: the check to run
};

/// --source, else the sources that this program was built from or that are installed with it.
/// Absolute. Throws UsageError where there are none.
std::filesystem::path source_of(const GradeOptions& options);

/// The checks of a run: the course's and the instructor's. It owns the latter.
struct Graded {
  std::vector<course::Expectation> hidden;
  std::vector<const course::Check*>
      checks;  ///< chosen by --task and --check, in the order of the tasks
  /// As Gradescope has it: "visible", or the value in the instructor's file.
  std::string visibility_of(const course::Check& check) const;
  std::vector<const course::Check*> all() const;  ///< chosen or not
  course::Outcome outcome_of(const course::Check& check, const Tasks& tasks) const;
};
/// Throws UsageError for an unknown name or task, io::Error for a broken file of the instructor's.
Graded graded(const GradeOptions& options);

/// The results of one submission.
struct Marks {
  std::string implementation;  ///< whose: "student", "textbook", or a folder
  std::vector<course::Result> results;
  double seconds = 0.0;
};

struct Score {
  int got = 0, most = 0, passed = 0, checks = 0;
};
Score score_of(const Marks& marks, int task);  ///< of one task
Score total_of(const Marks& marks);            ///< without extra tasks
Score extra_of(const Marks& marks);            ///< of them alone
bool has_passed(const Marks& marks, bool extra_too);

/// Without the checks that are kept back, of which not even a sum may tell.
Marks seen_by_student(const Marks& marks, const Graded& graded);

/// A table for people: each check; of failures the expected and actual result, the likely reason
/// and the place.
std::string as_text(const Marks& marks, const Graded& graded);
/// The text of results.json for Gradescope's autograder.
std::string as_json(const Marks& marks, const Graded& graded);
/// What students see.
std::string as_junit(const Marks& marks, const Graded& graded);

/// Runs what is graded; a progress bar on a terminal. Throws std::runtime_error after Ctrl-C.
Marks run_checks(const GradeOptions& options, const Graded& graded,
                 const std::string& implementation);

/// The instructor's checks: every .json of a folder, by name. With `only`, all others have just
/// their head. Throws io::Error.
std::vector<course::Expectation> read_hidden(const std::string& folder,
                                             const std::string& only = {});
void make_hidden(const GradeOptions& options);
/// Fills skeleton, positions and normals: of the first bound mesh and its skeleton, without one of
/// the first skeleton.
void take_scene(const std::string& path, course::Expectation& wanted);
void make_kit(const GradeOptions& options);
/// A whole class. Returns the exit status.
int grade_class(const GradeOptions& options);

}  // namespace marrow::cli
