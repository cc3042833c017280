// The assignment's judge as a program of its own, which the course's page runs in a Worker
// (judge_worker.js). It calls a student's functions in a WebAssembly module next to it.
#include <emscripten.h>
#include <exception>
#include <string>

#include "cli/grade/grade.h"

namespace {

using namespace marrow;
using course::Check;
using course::ImplementationProcess;

std::string answer;  ///< keeps the last text returned to JavaScript

const char* answered(std::string words) {
  answer = std::move(words);
  return answer.c_str();
}

const Check* check_of(const std::string& name) {
  for (const Check& check : course::checks())
    if (check.name == name) return &check;
  return nullptr;
}

}  // namespace

extern "C" {

/// Tasks and checks as JSON.
EMSCRIPTEN_KEEPALIVE const char* judge_list() { return answered(cli::list_in_json()); }

/// Runs a check with inputs drawn from `seed`. Returns its result as JSON; empty: there is no check
/// of that name.
EMSCRIPTEN_KEEPALIVE const char* judge_run(const char* name, unsigned seed, double seconds) {
  const Check* const check = check_of(name);
  if (check == nullptr) return answered({});
  course::set_input_seed(seed);
  const course::Limits limits{seconds};
  course::Result result = course::judged_twice(
      [&](const Tasks& tasks) { return course::run_check(*check, tasks); }, check->task, limits,
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
