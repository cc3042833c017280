// The judging process of a check: see Runner.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "course/cases.h"
#include "course/child.h"
#include "course/runner.h"
#include "course/wire.h"

namespace marrow::course {
namespace {

/// The runner's two descriptors, out of the way of the functions' process, which closes all others.
struct Line {
  int nonce = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 16);
  int answer = fcntl(kAnswer, F_DUPFD_CLOEXEC, 16);
  Line() {
    const int nowhere = open("/dev/null", O_RDONLY);
    dup2(nowhere, STDIN_FILENO);
    for (int descriptor = kAnswer; descriptor < 16; ++descriptor) close(descriptor);
    syscall(SYS_close_range, unsigned(std::max(nonce, answer) + 1), ~0u, 0u);
  }
};

std::string read_to_end(int pipe) {
  std::string text(64, '\0');
  const ssize_t count = read(pipe, text.data(), text.size());
  text.resize(count > 0 ? std::size_t(count) : 0);
  close(pipe);
  return text;
}

void write_all(int pipe, const Bytes& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = write(pipe, bytes.data() + at, bytes.size() - at);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) at += std::size_t(count);
  }
}

Bytes in_bytes(const std::string& nonce, const Result& result) {
  const Outcome& outcome = result.outcome;
  Bytes bytes;
  put(bytes, nonce);
  put(bytes, result.verdict);
  put(bytes, outcome.passed);
  for (const std::string* word :
       {&outcome.expected, &outcome.got, &outcome.likely_reason, &outcome.joint})
    put(bytes, *word);
  put(bytes, outcome.names_mistake);
  put(bytes, outcome.vertex);
  put(bytes, outcome.stage ? int(*outcome.stage) : -1);
  put(bytes, outcome.expected_points);
  put(bytes, outcome.got_points);
  put(bytes, outcome.points_are_vertices);
  put(bytes, outcome.arrows_from);
  put(bytes, outcome.asked_points);
  put(bytes, result.milliseconds);
  put(bytes, result.culprit);
  return bytes;
}

Result judged(const std::function<Outcome(const Tasks&)>& check,
              ImplementationProcess& implementation) {
  Result result;
  if (!implementation.end()) result.outcome = check(implementation.tasks());
  result.verdict = result.outcome.passed ? Verdict::passed : Verdict::failed;
  result.milliseconds = implementation.milliseconds();
  if (const std::optional<ImplementationProcess::End>& end = implementation.end()) {
    using Kind = ImplementationProcess::End::Kind;
    result.verdict = end->kind == Kind::crashed     ? Verdict::crashed
                     : end->kind == Kind::timed_out ? Verdict::timed_out
                                                    : Verdict::no_answer;
    Outcome outcome;
    outcome.passed = false;
    outcome.expected = "a result";
    outcome.got = end->what;
    result.outcome = std::move(outcome);
    result.culprit = end->function;
  }
  return result;
}

using Start = std::function<std::unique_ptr<ImplementationProcess>()>;

/// After calls with other inputs, and if that fails without them in a new process. Where those
/// calls end the process, another function may have done it: they do not count.
Result judged_twice(const std::function<Outcome(const Tasks&)>& check, int task,
                    const Limits& limits, const Start& start) {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_ptr<ImplementationProcess> process = start();
  if (task == 0 || process->end()) return judged(check, *process);
  call_with_other_inputs(process->tasks(), task);
  const bool is_alive = !process->end();
  const Result after_others = judged(check, *process);
  if (after_others.verdict == Verdict::passed || after_others.verdict == Verdict::timed_out)
    return after_others;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (taken.count() > limits.seconds / 4.0) return after_others;  // there is no time for another
  process.reset();                                                // one at a time
  process = start();
  Result alone = judged(check, *process);
  if (alone.verdict != Verdict::passed || !is_alive) return alone;
  alone = after_others;
  alone.outcome.names_mistake = true;
  alone.outcome.likely_reason =
      "the function was called with other inputs before, and keeps something of them: no static or "
      "global variables";
  return alone;
}

[[noreturn]] void answer_with(const std::function<Outcome(const Tasks&)>& check, int task,
                              const Limits& limits, const Start& start) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);  // the functions' process may not look into this one
  const Line line;
  const Result result = judged_twice(check, task, limits, start);
  const std::string nonce = read_to_end(line.nonce);  // not before: what is forked does not have it
  write_all(line.answer, in_bytes(nonce, result));
  _exit(0);
}

}  // namespace

void answer(const std::function<Outcome(const Tasks&)>& check, int task, const Tasks& own,
            const Limits& limits) {
  answer_with(check, task, limits,
              [&] { return std::make_unique<ImplementationProcess>(own, limits); });
}

void answer(const std::function<Outcome(const Tasks&)>& check, int task,
            const std::vector<std::string>& command, const Limits& limits) {
  answer_with(check, task, limits,
              [&] { return std::make_unique<ImplementationProcess>(command, limits); });
}

}  // namespace marrow::course
