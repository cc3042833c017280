#include "course/runner.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>

#include "course/wire.h"
#include "platform/child.h"
#include "rig/contract.h"

namespace marrow::course {
namespace {

/// Wall time after which a judge is killed. A judge starts and calls the functions twice, and
/// itself stops them at their limit, so only one that hangs takes this long.
double most_seconds(const Limits& limits) { return 120.0 + 4.0 * wall_limit(limits.seconds); }

constexpr std::size_t kMostPrinted = 4096;

std::string fresh_nonce() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", source(), source(), source(), source());
}

/// Shortens the limits after three timeouts, because many more are likely.
Limits limits_for_next(const RunOptions& options, const std::vector<Result>& results) {
  const auto slow = std::count_if(results.begin(), results.end(), [](const Result& one) {
    return one.verdict == Verdict::timed_out;
  });
  Limits limits = options.limits;
  if (slow < 3) return limits;
  limits.wall_seconds = wall_limit(limits.seconds) / 10.0;
  limits.seconds = std::max(0.1, limits.seconds / 10.0);
  return limits;
}

std::vector<std::string> question(const RunOptions& options, const Check& check, double seconds) {
  std::vector<std::string> words = {options.program.string(),
                                    "grade",
                                    "--answer=" + check.name,
                                    "--backend=" + options.backend,
                                    fmt::format("--seconds={}", seconds),
                                    fmt::format("--seed={}", input_seed()),
                                    fmt::format("--megabytes={}", options.limits.bytes >> 20)};
  if (!options.hidden.empty()) words.push_back("--hidden=" + options.hidden.string());
  if (!options.course.empty()) words.push_back("--course=" + options.course.string());
  if (const Variant& own = variant(); !own.student.empty()) {
    words.push_back(fmt::format("--course-seed={}", own.course_seed));
    words.push_back("--student=" + own.student);
  }
  return words;
}

std::unique_ptr<platform::Child> judge_of(const RunOptions& options, const Check& check,
                                          const Limits& limits, const std::string& nonce) {
  if (!options.served_by)
    return std::make_unique<platform::Child>(question(options, check, limits.seconds), nonce,
                                             kMostPrinted);
  const std::vector<std::string> command = options.served_by->command();
  const auto work = [&] {
    answer([&](const Tasks& tasks) { return options.served_by->outcome(check, tasks); }, check.task,
           command, limits);
  };
  return std::make_unique<platform::Child>(work, nonce, kMostPrinted);
}

struct Running {
  std::size_t index = 0;
  std::string nonce;
  std::unique_ptr<platform::Child> child;
};

}  // namespace

std::string_view name_of(Verdict verdict) {
  static constexpr std::array<std::string_view, std::size_t(Verdict::killed) + 1> kNames{
      "waiting", "running", "passed", "failed", "crashed", "timed out", "no answer", "killed"};
  return std::size_t(verdict) < kNames.size() ? kNames[std::size_t(verdict)] : "";
}

struct Runner::Inside {
  RunOptions options;
  std::vector<Result> results;
  std::vector<Running> running;
  std::size_t next = 0;
};

Runner::Runner(RunOptions options) : inside_(std::make_unique<Inside>()) {
  inside_->options = std::move(options);
  for (const Check* check : inside_->options.checks) inside_->results.push_back({.check = check});
}

Runner::~Runner() = default;

static void broke_off(Result& result, Verdict verdict, std::string got) {
  result.verdict = verdict;
  result.outcome = without_result(std::move(got));
}

/// Reads a judge's answer. False if it lacks the nonce or is incomplete.
static bool read_answer(const std::string& text, const std::string& nonce, Result& result) try {
  Reader reader(text.data(), text.size());
  std::string theirs;
  reader.take(theirs);
  if (theirs != nonce) return false;
  Outcome& outcome = result.outcome;
  int stage = -1;
  reader.take_all(result.verdict, outcome.passed, outcome.expected, outcome.got,
                  outcome.likely_reason, outcome.joint, outcome.names_mistake, outcome.vertex,
                  stage, outcome.expected_points, outcome.got_points, outcome.points_are_vertices,
                  outcome.arrows_from, outcome.asked_points, result.milliseconds, result.culprit);
  if (stage >= 0) outcome.stage = Stage(stage);
  return reader.at_end();
} catch (const WireError&) {
  return false;
}

/// The mistake behind a crash, by what it printed last. The functions are compiled with the
/// library's checks of indices.
static std::string reason_of_crash(const std::string& printed) {
  if (printed.find("__n < this->size()") != std::string::npos)
    return "an index beyond the end of a vector: valid are 0 to size() - 1";
  if (printed.find("!this->empty()") != std::string::npos)
    return "front() or back() of a vector that is empty";
  return {};
}

void explain_crash(Result& result) {
  const std::string reason = reason_of_crash(result.printed);
  if (result.verdict != Verdict::crashed || reason.empty()) return;
  result.outcome.likely_reason = reason;
  result.outcome.names_mistake = true;
}

static void finish(const Running& one, Result& result, double most) {
  result.printed = one.child->printed();
  if (read_answer(one.child->answer(), one.nonce, result)) return explain_crash(result);
  Result fresh;
  fresh.check = result.check;
  fresh.printed = one.child->printed();
  result = std::move(fresh);
  if (one.child->seconds() > most)
    return broke_off(result, Verdict::timed_out, "no answer in time");
  const int status = one.child->status();
  if (platform::was_killed(status))
    return broke_off(result, Verdict::killed, "the judge was killed from outside: grade again");
  const bool is_quiet = status == 0 && one.child->answer().empty();
  broke_off(result, status == 0 ? Verdict::no_answer : Verdict::crashed,
            is_quiet ? "the program ended without an answer"
                     : "the program ended with " + platform::end_in_words(status) +
                           " and no answer of ours");
}

bool Runner::poll() {
  Inside& in = *inside_;
  bool changed = false;
  for (Running& one : in.running) {
    const bool has_ended = one.child->poll();
    const double most = most_seconds(in.options.limits);
    if (!has_ended && one.child->seconds() <= most) continue;
    one.child->kill();
    finish(one, in.results[one.index], most);
    one.child.reset();
    changed = true;
  }
  std::erase_if(in.running, [](const Running& one) { return one.child == nullptr; });
  for (; in.next < in.results.size() && int(in.running.size()) < std::max(1, in.options.jobs);
       ++in.next) {
    Result& result = in.results[in.next];
    changed = true;
    try {
      Running one{in.next, fresh_nonce(), nullptr};
      one.child =
          judge_of(in.options, *result.check, limits_for_next(in.options, in.results), one.nonce);
      in.running.push_back(std::move(one));
      result.verdict = Verdict::running;
    } catch (const std::exception& error) {
      broke_off(result, Verdict::no_answer, error.what());
    }
  }
  return changed;
}

bool Runner::is_done() const {
  return inside_->next == inside_->results.size() && inside_->running.empty();
}

const std::vector<Result>& Runner::results() const { return inside_->results; }

std::vector<UnsafeFunction> unsafe_functions(const std::vector<Result>& results) {
  std::vector<UnsafeFunction> unsafe;
  for (const Result& result : results) {
    if (result.verdict != Verdict::crashed && result.verdict != Verdict::timed_out &&
        result.verdict != Verdict::no_answer && result.verdict != Verdict::killed)
      continue;
    for_each_function([&](const auto& body) {
      const bool is_meant =
          result.culprit.empty() ? body.task == result.check->task : body.name == result.culprit;
      const bool is_known =
          std::any_of(unsafe.begin(), unsafe.end(),
                      [&](const UnsafeFunction& one) { return one.function == body.name; });
      if (is_meant && !is_known)
        unsafe.push_back({std::string(body.name), body.task, result.outcome.got});
    });
  }
  return unsafe;
}

}  // namespace marrow::course
