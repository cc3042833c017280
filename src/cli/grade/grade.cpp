// marrow grade: the assignment's checks on a student's functions, each in separate processes.
#include "cli/grade/grade.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "base/index.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/printing.h"
#include "io/number_text.h"
#include "platform/folders.h"
#include "platform/interrupts.h"
#include "platform/jobs.h"
#include "platform/users.h"

namespace marrow::cli {

using Json = nlohmann::ordered_json;
using course::Result;
using course::Verdict;

namespace {

constexpr unsigned kMostSeed = 999'999;

const Tasks& functions_of(const GradeOptions& options) {
  return tasks_of(options.backend == "textbook" ? Backend::textbook : Backend::student);
}

void list(const Graded& graded) {
  for (const std::string& line : graded.in_this_course) fmt::print("{}\n", line);
  for (const course::Check* check : graded.checks) {
    fmt::print("{:<44} {:>2} {}  {}\n", check->name, check->points,
               check->points == 1 ? "point " : "points", check->story);
  }
}

/// The checks of the course, without the instructor's.
Graded own_checks(const GradeOptions& options) {
  Graded graded;
  graded.own = course::checks();
  if (options.course.empty()) return graded;
  const CourseFile file = read_course(options.course);
  graded.own = checks_of(file);
  graded.in_this_course = in_this_course(file);
  graded.deadline = file.deadline;
  return graded;
}

[[noreturn]] void answer(const GradeOptions& options) {
  const course::Limits limits{options.seconds, std::size_t(options.megabytes) << 20};
  const Tasks& own = functions_of(options);
  Graded what = own_checks(options);
  if (!options.hidden.empty()) what.hidden = read_hidden(options.hidden, options.answer);
  for (const course::Check* check : what.all()) {
    if (check->name != options.answer) continue;
    course::answer([&](const Tasks& tasks) { return what.outcome_of(*check, tasks); }, check->task,
                   own, limits);
  }
  throw UsageError(fmt::format("--answer {}: there is no check of that name", options.answer));
}

bool grade_one(const GradeOptions& options) {
  const Graded what = graded(options);
  if (options.list) {
    list(what);
    return true;
  }
  const Marks marks = run_checks(options, what, functions_of(options).name);
  const bool table_on_terminal =
      options.json != "-" && options.junit != "-" && options.text != "-" && options.html != "-";
  if (table_on_terminal) print(as_text(marks, what));
  for (const auto& [where, in_form] :
       {std::pair{&options.text, &as_text}, std::pair{&options.json, &as_json},
        std::pair{&options.junit, &as_junit}, std::pair{&options.html, &as_html}})
    if (!where->empty()) write_text(*where, in_form(marks, what));
  const bool extra_is_asked_for =
      !options.checks.empty() ||
      (!options.tasks.empty() &&
       std::all_of(options.tasks.begin(), options.tasks.end(), course::is_extra));
  return has_passed(marks, extra_is_asked_for);
}

int grade(const GradeOptions& options) {
  int status = kDone;
  const int trouble = guarded("grade", [&] {
    if (options.backend == "textbook" && !has_solution())
      throw UsageError("--backend textbook: a handout has only the student's functions");
    course::set_input_seed(options.seed > 0 ? unsigned(options.seed)
                                            : std::random_device()() % kMostSeed + 1);
    const bool needs_name = options.course_seed > 0 && options.submissions.empty();
    if (needs_name == options.student.empty())
      throw UsageError("--student: expected with --course-seed, and not with --submissions");
    course::set_variant({unsigned(options.course_seed), options.student});
    if (!options.answer.empty()) answer(options);
    if (!options.make_hidden.empty()) return make_hidden(options);
    if (!options.kit.empty()) return make_kit(options);
    if (!options.submissions.empty() && !platform::can_limit_programs())
      throw UsageError(
          "--submissions: a class is graded on Linux, where what students hand in is isolated; "
          "here marrow grade judges this program's own functions");
    if (options.wasm && options.submissions.empty())
      throw UsageError("--wasm: expected --submissions DIR as well");
    if (options.viva && options.submissions.empty())
      throw UsageError(
          "--viva: expected --submissions DIR as well; one submission is a class of one");
    if (!options.roster.empty() && options.submissions.empty())
      throw UsageError("--roster: expected --submissions DIR as well");
    if (!options.submissions.empty()) {
      status = grade_class(options);
    } else if (!grade_one(options)) {
      status = kFailed;
    }
  });
  return trouble == kDone ? status : trouble;
}

void declare_class(Options& own, GradeOptions& options) {
  own.add("--submissions", options.submissions, "DIR|ZIP",
          "A whole class: a folder or a zip with one folder or zip per student, its taskN_*.cpp in "
          "it, or as downloaded from Moodle, Canvas and Gradescope");
  own.add(
      "--roster", options.roster, "FILE",
      "With --submissions: a CSV table with names, emails or ids, to tell whose each submission "
      "is, and who handed in nothing");
  own.add("--out-dir", options.out_dir, "DIR",
          "With --submissions: results.csv, index.html and a folder per student");
  own.flag("--accept-leak", options.accepts_leak,
           "With --submissions: runs hidden checks even where a submission could read them");
  own.flag("--wasm", options.wasm,
           "With --submissions: compiled to WebAssembly and run in Node.js, which keeps them apart "
           "without bubblewrap");
  own.flag("--viva", options.viva,
           "With --submissions: viva.txt and viva.json per student, three questions about the "
           "submission with answers for the examiner");
  own.add("--source", options.source, "DIR",
          "With --submissions and --kit: this repository, where the program was not built from it");
  own.add("--make-hidden", options.make_hidden, "SCENE",
          "Writes a hidden check made from a scene, for one --task; needs the solution");
  own.add("--kit", options.kit, "gradescope|classroom",
          "Writes the files that run grading on Gradescope or GitHub Classroom")
      .one_of(std::vector<std::string>{"gradescope", "classroom"});
  own.add("-o,--out", options.out, "OUT", "With --kit a folder, with --make-hidden a file");
}

Job declare_grade(Options& own) {
  const auto words = std::make_shared<GradeOptions>();
  GradeOptions& options = *words;
  own.add("--backend", options.backend, "NAME", "Which functions: student or textbook")
      .one_of(std::vector<std::string>{"student", "textbook"});
  own.add("--task", options.tasks, "N", "Only this task; may repeat").within(1, kTasks).may_list();
  own.add("--check", options.checks, "NAME", "Only this check; may repeat").may_list();
  own.flag("--list", options.list, "Lists the checks with their points");
  own.add("--json", options.json, "OUT",
          "Results for Gradescope's autograder; - is standard output");
  own.add("--junit", options.junit, "OUT", "Results as JUnit XML; - is standard output");
  own.add("--text", options.text, "OUT", "The table that is printed; - is standard output");
  own.add("--html", options.html, "OUT",
          "A page for a browser and a screen reader; - is standard output");
  own.add("--hidden", options.hidden, "DIR", "A folder with an instructor's own checks");
  own.add(
      "--course", options.course, "FILE",
      "What a course chooses, as JSON: tasks, points, letters, the rule of weights, row vectors");
  own.add("--jobs", options.jobs, "N", "How many checks (with --submissions: students) at once")
      .within(1, 256);
  own.add("--seconds", options.seconds, "S", "Processor time of a check").within(0.1, 3600.0);
  own.add("--megabytes", options.megabytes, "N", "Memory limit of the functions in a check")
      .within(16, 65536);
  declare_class(own, options);
  own.add("--seed", options.seed, "N",
          "The seed of random inputs; without it a new one in each run, which is printed")
      .within(1, int(kMostSeed));
  own.add("--course-seed", options.course_seed, "N",
          "Draws the numbers of hand-made cases for each student: the same laws, other numbers")
      .within(1, int(kMostSeed));
  own.add("--student", options.student, "NAME",
          "With --course-seed: whose numbers; with --submissions the name of each submission");
  own.add("--answer", options.answer, "TEXT", "").hidden();
  return [words] { return grade(*words); };
}

}  // namespace

std::filesystem::path source_of(const GradeOptions& options) {
  if (!options.source.empty()) return std::filesystem::absolute(options.source);
  const std::filesystem::path own = platform::resource("src");
  if (own.empty())
    throw UsageError("--source: expected this repository, which is not next to the program");
  return own.parent_path();
}

std::vector<const course::Check*> Graded::all() const {
  std::vector<const course::Check*> all;
  for (const course::Check& check : own) all.push_back(&check);
  for (const course::Expectation& one : hidden) all.push_back(&one.check);
  return all;
}

Graded graded(const GradeOptions& options) {
  Graded graded = own_checks(options);
  if (!options.hidden.empty()) graded.hidden = read_hidden(options.hidden);
  std::vector<const course::Check*> all = graded.all();
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->task < b->task; });
  std::set<std::string> unknown(options.checks.begin(), options.checks.end());
  for (const course::Check* check : all) {
    const bool of_task = options.tasks.empty() || list_has(options.tasks, check->task);
    const bool named = options.checks.empty() || list_has(options.checks, check->name);
    unknown.erase(check->name);
    if (of_task && named) graded.checks.push_back(check);
  }
  if (!unknown.empty())
    throw UsageError(
        fmt::format("--check {}: there is no check of that name; marrow grade --list has them",
                    *unknown.begin()));
  if (graded.checks.empty())
    throw UsageError("--task, --check: no check is left to run; marrow grade --list has them");
  return graded;
}

Marks run_checks(const GradeOptions& options, const Graded& graded,
                 const std::string& implementation) {
  course::RunOptions run;
  run.checks = graded.checks;
  run.hidden = options.hidden;
  run.course = options.course;
  run.backend = options.backend;
  run.jobs = options.jobs;
  run.limits = {options.seconds, std::size_t(options.megabytes) << 20};
  const auto begin = std::chrono::steady_clock::now();
  course::Runner runner(run);
  const platform::InterruptGuard guard;
  ProgressBar progress(graded.checks.size());
  while (!runner.is_done()) {
    if (platform::InterruptGuard::is_interrupted())
      throw std::runtime_error("stopped before all checks had run");
    if (runner.poll()) {
      const auto& results = runner.results();
      const auto ended =
          std::count_if(results.begin(), results.end(), [](const course::Result& one) {
            return one.verdict != course::Verdict::waiting &&
                   one.verdict != course::Verdict::running;
          });
      progress.show(std::size_t(ended), implementation);
    }
    platform::pause(2.0);
  }
  return {implementation, runner.results(),
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
}

const Command kGrade = {
    "grade", "Runs the assignment's checks on a student's functions, each in processes of its own",
    declare_grade};

}  // namespace marrow::cli
