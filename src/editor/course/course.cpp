#include "editor/course/course.h"

#include <algorithm>
#include <fmt/format.h>

#include "platform/processes.h"
#include "rig/contract.h"
#include "rig/implementations.h"
#include "scene/parallel.h"

namespace marrow {
namespace {

using course::Verdict;

constexpr double kPollSeconds = 0.05;  // between polls of a run
constexpr double kWorthTiming = 0.5;   // milliseconds: the times of faster checks are not compared
constexpr std::size_t kMostNamed = 3;  // functions named in a toast

std::vector<std::size_t> all_checks() {
  std::vector<std::size_t> all(course::checks().size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

void begin_run(Session& session, CourseState& state, std::vector<std::size_t> asked,
               const std::string& backend) {
  state.runner.reset();
  state.asked.clear();
  if (const std::string why = why_no_checks(state); !why.empty()) return say(session, why, true);
  course::RunOptions options;
  for (const std::size_t check : asked) options.checks.push_back(&course::checks()[check]);
  options.program = state.program;
  options.backend = backend;
  options.jobs = std::max(1, thread_limit() / 2);
  state.times_textbook = backend == "textbook";
  state.asked = std::move(asked);
  state.runner = std::make_unique<course::Runner>(std::move(options));
  if (!state.times_textbook) take_results(state, state.asked, state.runner->results());
}

void run_checks(Session& session, CourseState& course, std::vector<std::size_t> asked) {
  if (course.is_trying) return;  // that run includes all checks
  begin_run(session, course, std::move(asked), "student");
}

/// Runs the textbook on checks for which the student's functions took long enough to compare.
void time_textbook(Session& session, CourseState& course) {
  std::vector<std::size_t> slow;
  for (const std::size_t check : course.asked) {
    const course::Result* result = result_of(course, check);
    if (result && result->milliseconds >= kWorthTiming &&
        !course.textbook.contains(course::checks()[check].name))
      slow.push_back(check);
  }
  if (has_solution() && !slow.empty())
    return begin_run(session, course, std::move(slow), "textbook");
  course.runner.reset();
}

std::string names_of(const std::vector<course::UnsafeFunction>& functions) {
  std::string names;
  for (std::size_t i = 0; i < std::min(functions.size(), kMostNamed); ++i)
    names += (i > 0 ? ", " : "") + functions[i].function;
  if (functions.size() > kMostNamed)
    names += fmt::format(" and {} more", functions.size() - kMostNamed);
  return names;
}

/// Call after all checks. This process then calls the safe functions, and stubs for the rest.
void take_implementation(Session& session, CourseState& state) {
  state.is_trying = false;
  state.unsafe = course::unsafe_functions(state.results);
  std::vector<std::string> out;
  for (const course::UnsafeFunction& body : state.unsafe) out.push_back(body.function);
  use_functions(session, state, without(student::tasks(), out));
  if (state.implementation && !out.empty())
    say(session,
        fmt::format(
            "{} crashed or never returned: stubs replace them until the program is rebuilt.",
            names_of(state.unsafe)),
        true);
}

}  // namespace

bool is_handout() { return &tasks_of(Backend::fast) == &student::tasks(); }

void begin_course(Session& session, CourseState& state, Tasks& implementation) {
  std::vector<std::string> all;
  for_each_function([&](const auto& body) { all.emplace_back(body.name); });
  implementation = without(student::tasks(), all);
  state.implementation = &implementation;
  if (!why_no_checks(state).empty()) return;
  state.is_open = true;
  begin_run(session, state, all_checks(), "student");
  state.is_trying = state.runner != nullptr;
}

void use_functions(Session& session, CourseState& state, const Tasks& tasks) {
  state.tried = std::make_unique<Tasks>(tasks);
  if (!state.implementation) return;
  *state.implementation = tasks;
  session.deformer = Deformer(*state.implementation, Evaluate::each_time);
  deformed(session);
  session.wants_redraw = true;
}

void show_course_tab(Session& session, CourseState& course) {
  course.is_open = true;
  session.right_tab = RightTab::course;
}

std::string why_no_checks(const CourseState& course) {
  if (!platform::has_processes())
    return "The page of the assignment compiles your functions and checks them: add ?course to "
           "this address. On a desktop \"marrow grade\" does.";
  if (course.program.empty())
    return "The checks run this program again, and its file is not known.";
  return {};
}

void run_all_checks(Session& session, CourseState& course) {
  run_checks(session, course, all_checks());
}

void run_task(Session& session, CourseState& course, int task) {
  std::vector<std::size_t> asked = all_checks();
  std::erase_if(asked, [&](std::size_t check) { return course::checks()[check].task != task; });
  run_checks(session, course, std::move(asked));
}

void run_one_check(Session& session, CourseState& course, std::size_t check) {
  run_checks(session, course, {check});
}

void stop_checks(CourseState& state) {
  if (state.is_trying) return;
  state.runner.reset();
  for (course::Result& result : state.results)
    if (result.verdict == Verdict::running) result.verdict = Verdict::waiting;
}

bool are_checks_running(const CourseState& course) { return course.runner != nullptr; }

void advance_course(Session& session, CourseState& state, bool is_binding) {
  if (!state.runner) return;
  const bool changed = state.runner->poll(), is_done = state.runner->is_done();
  if (changed || is_done) session.wants_redraw = true;
  if (state.times_textbook) {
    for (const course::Result& result : state.runner->results())
      if (result.verdict == Verdict::passed)
        state.textbook[result.check->name] = result.milliseconds;
    if (is_done) state.runner.reset();
    return;
  }
  if (changed) take_results(state, state.asked, state.runner->results());
  if (!is_done || (state.is_trying && is_binding)) return;
  if (state.asked.size() == course::checks().size()) take_implementation(session, state);
  time_textbook(session, state);
}

double seconds_to_course(const CourseState& course) { return course.runner ? kPollSeconds : 1e9; }

void take_results(CourseState& state, const std::vector<std::size_t>& checks,
                  const std::vector<course::Result>& results) {
  if (state.results.empty())
    for (const course::Check& check : course::checks()) state.results.push_back({.check = &check});
  for (std::size_t i = 0; i < std::min(checks.size(), results.size()); ++i)
    state.results[checks[i]] = results[i];
}

const course::Result* result_of(const CourseState& state, std::size_t check) {
  return check < state.results.size() ? &state.results[check] : nullptr;
}

Score score_of(const CourseState& state, int task) {
  Score score;
  for (std::size_t i = 0; i < course::checks().size(); ++i) {
    const course::Check& check = course::checks()[i];
    if (task == 0 ? course::is_extra(check.task) : check.task != task) continue;
    const course::Result* result = result_of(state, i);
    ++score.checks;
    score.of += check.points;
    if (!result) continue;
    score.failed += has_failed(result->verdict);
    if (result->verdict != Verdict::passed) continue;
    ++score.passed;
    score.points += check.points;
  }
  return score;
}

std::optional<Divergence> first_divergence(const CourseState& state) {
  std::optional<Divergence> first;
  for (std::size_t i = 0; i < state.results.size(); ++i) {
    const course::Result& result = state.results[i];
    if (!has_failed(result.verdict)) continue;
    const course::Stage stage = result.outcome.stage.value_or(course::checks()[i].stage);
    if (!first || stage < first->stage) first = Divergence{stage, i};
  }
  return first;
}

std::string check_title(const course::Check& check) {
  const std::size_t dot = check.name.find('.');
  std::string title = dot == std::string::npos ? check.name : check.name.substr(dot + 1);
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

bool has_failed(Verdict verdict) { return verdict >= Verdict::failed; }

}  // namespace marrow
