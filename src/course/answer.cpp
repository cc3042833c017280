// The process that judges a check: see Runner.
#include "course/cases.h"
#include "course/runner.h"
#include "course/wire.h"
#include "platform/child.h"

namespace marrow::course {
namespace {

Bytes in_bytes(const std::string& nonce, const Result& result) {
  const Outcome& outcome = result.outcome;
  Bytes bytes;
  put_all(bytes, nonce, result.verdict, outcome.passed, outcome.expected, outcome.got,
          outcome.likely_reason, outcome.joint, outcome.names_mistake, outcome.vertex,
          outcome.stage ? int(*outcome.stage) : -1, outcome.expected_points, outcome.got_points,
          outcome.points_are_vertices, outcome.arrows_from, outcome.asked_points,
          result.milliseconds, result.culprit);
  return bytes;
}

Result judged(const std::function<Outcome(const Tasks&)>& check,
              ImplementationProcess& implementation) {
  Result result;
  if (!implementation.end()) result.outcome = check(implementation.tasks());
  result.verdict = result.outcome.passed ? Verdict::passed : Verdict::failed;
  result.milliseconds = implementation.milliseconds();
  if (implementation.end()) break_off(result, *implementation.end());
  return result;
}

}  // namespace

void break_off(Result& result, const ImplementationProcess::End& end) {
  using Kind = ImplementationProcess::End::Kind;
  result.verdict = end.kind == Kind::crashed     ? Verdict::crashed
                   : end.kind == Kind::timed_out ? Verdict::timed_out
                   : end.kind == Kind::killed    ? Verdict::killed
                                                 : Verdict::no_answer;
  result.outcome = without_result(end.what);
  result.culprit = end.function;
}

Result judged_twice(const std::function<Outcome(const Tasks&)>& check, int task,
                    const Limits& limits, const StartImplementation& start) {
  std::unique_ptr<ImplementationProcess> process = start();
  if (task == 0 || process->end()) return judged(check, *process);
  call_with_other_inputs(process->tasks(), task);
  const bool is_alive = !process->end();
  const Result after_others = judged(check, *process);
  if (after_others.verdict == Verdict::passed || after_others.verdict == Verdict::timed_out)
    return after_others;
  if (process->seconds() > limits.seconds / 4.0) return after_others;  // no time for a second run
  process.reset();  // only one process may exist at a time
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

namespace {

[[noreturn]] void answer_with(const std::function<Outcome(const Tasks&)>& check, int task,
                              const Limits& limits, const StartImplementation& start) {
  platform::AnswerLine line;  // also hides this process from the functions' process
  const Result result = judged_twice(check, task, limits, start);
  // read after forking, so that the functions' process does not have it
  const std::string nonce = line.read_input();
  const Bytes bytes = in_bytes(nonce, result);
  line.answer({bytes.data(), bytes.size()});
  platform::end_process(0);
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
