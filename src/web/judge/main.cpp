// The assignment's judge as a separate program, which the course's page runs in a Worker
// (judge_worker.js). It calls a student's functions in a WebAssembly module next to it.
#include <emscripten.h>
#include <exception>
#include <string>

#include "cli/grade/course_file.h"
#include "cli/grade/grade.h"
#include "io/error.h"

namespace {

using namespace marrow;
using course::Check;
using course::ImplementationProcess;

std::string answer;  ///< keeps the last text returned to JavaScript

const char* answered(std::string words) {
  answer = std::move(words);
  return answer.c_str();
}

/// The checks of the page's course; all checks until judge_take_course().
cli::Graded& graded() {
  static cli::Graded of_course = [] {
    cli::Graded all;
    all.own = course::checks();
    return all;
  }();
  return of_course;
}

const Check* check_of(const std::string& name) {
  for (const Check& check : graded().own)
    if (check.name == name) return &check;
  return nullptr;
}

}  // namespace

extern "C" {

/// Makes the checks those of this course.json. Returns what is wrong with it, or an empty text.
EMSCRIPTEN_KEEPALIVE const char* judge_take_course(const char* text) try {
  const cli::CourseFile file = cli::course_in("course.json", text);
  graded().own = cli::checks_of(file);
  graded().in_this_course = cli::in_this_course(file);
  return answered({});
} catch (const io::Error& error) {
  return answered(error.what());
}

/// Tasks and checks as JSON.
EMSCRIPTEN_KEEPALIVE const char* judge_list() { return answered(cli::list_in_json(graded())); }

/// Runs a check with inputs drawn from `seed`. Returns its result as JSON; empty if there is no
/// check of that name.
EMSCRIPTEN_KEEPALIVE const char* judge_run(const char* name, unsigned seed, double seconds) {
  const Check* const check = check_of(name);
  if (check == nullptr) return answered({});
  course::set_input_seed(seed);
  const course::Limits limits{seconds};
  course::Result result = course::judged_twice(
      [&](const Tasks& tasks) { return graded().outcome_of(*check, tasks); }, check->task, limits,
      [&] { return std::make_unique<ImplementationProcess>(std::vector<std::string>(), limits); });
  result.check = check;
  static char printed[4097];
  EM_ASM({ stringToUTF8(Module.functions.printed, $0, $1); }, printed, sizeof printed);
  result.printed = printed;
  course::explain_crash(result);
  return answered(cli::result_in_json(result));
}

/// The result of a check during which `function` (empty: unknown) did not return in time.
EMSCRIPTEN_KEEPALIVE const char* judge_timed_out(const char* name, const char* function,
                                                 double seconds) {
  course::Result result;
  result.check = check_of(name);
  if (result.check == nullptr) return answered({});
  course::break_off(result, ImplementationProcess::timed_out(function, seconds));
  return answered(cli::result_in_json(result));
}

}  // extern "C"
