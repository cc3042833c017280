// Types and functions that the parts of `marrow grade` share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/grade/course_file.h"
#include "course/expectation.h"
#include "course/runner.h"

namespace marrow::cli {

/// Grades one student's functions, or with `submissions` a whole class; see src/course/README.md.
struct GradeOptions {
  std::string backend = "student";      ///< or "textbook"
  std::vector<int> tasks;               ///< only these; empty: all
  std::vector<std::string> checks;      ///< only these names; empty: all
  bool list = false;                    ///< prints names, points and stories instead of grading
  std::string json, junit, text, html;  ///< where to write results: a path, "-", or empty
  std::string hidden;                   ///< a folder of the instructor's checks, or empty
  std::string course;                   ///< what the course chooses, see course_file.h, or empty
  int jobs = 1;
  double seconds = 10.0;      ///< processor time for each check
  int megabytes = 1024;       ///< memory limit of the functions in a check
  bool accepts_leak = false;  ///< runs hidden checks even if submissions could read them
  bool wasm = false;          ///< compiles the submissions of a class to WebAssembly
  bool viva = false;          ///< asks about each submission of a class, see viva.h
  /// A class, see hand_ins.h; the folder for results; this repository.
  std::string submissions, out_dir, source;
  std::string roster;  ///< a CSV table of the class's students, or empty
  /// A scene to make a check of; "gradescope" or "classroom"; the file to write.
  std::string make_hidden, kit, out;
  std::string answer;   ///< in the processes that grading starts: the check to run
  int seed = 0;         ///< of the checks' random inputs; 0: a random one
  int course_seed = 0;  ///< of the numbers in hand-made cases; 0: the same for all students
  std::string student;  ///< whose numbers to use; for a class each submission's name
};

/// --source, else the sources that this program was built from or that are installed with it.
/// Absolute. Throws UsageError if there are none.
std::filesystem::path source_of(const GradeOptions& options);

/// The checks of a run. Owns the course's and the instructor's checks.
struct Graded {
  std::vector<course::Check> own;  ///< of the course
  /// Differences between the course and the assignment sheet, see course_file.h.
  std::vector<std::string> in_this_course;
  Deadline deadline;
  std::vector<course::Expectation> hidden;
  /// Chosen by --task and --check, in the order of the tasks.
  std::vector<const course::Check*> checks;
  /// In Gradescope's terms: "visible", or the value in the instructor's file.
  std::string visibility_of(const course::Check& check) const;
  std::vector<const course::Check*> all() const;  ///< chosen or not
  course::Outcome outcome_of(const course::Check& check, const Tasks& tasks) const;
};
/// Throws UsageError for an unknown name or task, io::Error for an invalid file of the instructor.
Graded graded(const GradeOptions& options);

/// The results of one submission.
struct Marks {
  std::string implementation;  ///< "student", "textbook", or a folder
  std::vector<course::Result> results;
  double seconds = 0.0;
  std::vector<std::string> notes{};  ///< about the files: which count, and which are not graded
};

struct Score {
  int got = 0, most = 0, passed = 0, checks = 0;
};
Score score_of(const Marks& marks, int task);  ///< of one task
Score total_of(const Marks& marks);            ///< without extra tasks
Score extra_of(const Marks& marks);            ///< of the extra tasks
bool has_passed(const Marks& marks, bool extra_too);
/// The options that repeat the inputs of this run: "--seed 7", "--seed 7 --course-seed 4 --student
/// \"Ada\"".
std::string options_of_inputs();

/// The marks without hidden checks: not even a sum may reveal their results.
Marks seen_by_student(const Marks& marks, const Graded& graded);

/// A table for people with all checks; failures with the expected and actual result, the likely
/// reason and the place.
std::string as_text(const Marks& marks, const Graded& graded);
/// The text of results.json for Gradescope's autograder.
std::string as_json(const Marks& marks, const Graded& graded);
/// A page for a browser and a screen reader, with what students may see: headings, tables, and as
/// numbers the places that the editor paints.
std::string as_html(const Marks& marks, const Graded& graded);
/// A result in that page: its heading, story, details and places.
std::string html_of(const course::Result& result);
/// JSON for the course's page (web/judge): `tasks`, each with its functions and this course's
/// checks; `course`, the sentences for students; `has_rows`, whether vectors are rows.
std::string list_in_json(const Graded& graded);
/// An entry of "tests" as in as_json(), with `verdict`, `milliseconds`, `unsafe` (names of
/// functions), and the text of html_of() as `html`.
std::string result_in_json(const course::Result& result);
/// JUnit XML, with what students may see.
std::string as_junit(const Marks& marks, const Graded& graded);

/// Runs the checks, with a progress bar on a terminal. Throws std::runtime_error after Ctrl-C.
Marks run_checks(const GradeOptions& options, const Graded& graded,
                 const std::string& implementation);

/// The instructor's checks: every .json file of a folder, sorted by name. With `only`, the other
/// checks lack scenes and expected results. Throws io::Error.
std::vector<course::Expectation> read_hidden(const std::string& folder,
                                             const std::string& only = {});
/// Makes a check from a scene. Expected weights follow the course's rule.
void make_hidden(const GradeOptions& options);
/// Fills skeleton, positions and normals from the first bound mesh and its skeleton; without a
/// bound mesh from the first skeleton.
void take_scene(const std::string& path, course::Expectation& wanted);
/// Writes the files for Gradescope or GitHub Classroom, with the course's checks and file if the
/// options name a course.
void make_kit(const GradeOptions& options);
/// Grades a whole class. Returns the exit status.
int grade_class(const GradeOptions& options);

}  // namespace marrow::cli
