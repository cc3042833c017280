// Runs checks in separate processes, so that an implementation that crashes, loops forever or uses
// all memory ends only its own process. Uses no threads: the caller polls.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/check.h"
#include "course/implementation_process.h"
#include "platform/folders.h"

namespace marrow::course {

/// How the process of a check ended. Only `passed` earns points. `killed`: from outside, which
/// shows nothing about the functions.
enum class Verdict { waiting, running, passed, failed, crashed, timed_out, no_answer, killed };
/// "passed", "failed", "crashed", "timed out", "no answer", "killed"
std::string_view name_of(Verdict verdict);

struct Result {
  const Check* check = nullptr;
  Verdict verdict = Verdict::waiting;
  /// The check's outcome if it passed or failed. Otherwise `got` is how the process ended: "stopped
  /// by signal 11 (segmentation fault)".
  Outcome outcome{};
  double milliseconds = 0.0;  ///< spent in the functions
  std::string printed{};      ///< the end of standard output and error, at most 4 kB
  /// The function of the contract that crashed, never returned or sent an invalid reply. Empty:
  /// none, or unknown.
  std::string culprit{};
};

/// Another program that serves the functions. Forks of this process judge it, because starting
/// RunOptions::program for each check would cost more than the check. Precondition: this process
/// has one thread.
struct ServingProgram {
  /// Called for each check; see ImplementationProcess.
  std::function<std::vector<std::string>()> command;
  std::function<Outcome(const Check&, const Tasks&)> outcome;
};

struct RunOptions {
  std::vector<const Check*> checks;  ///< from checks(), or from the files in `hidden`
  std::filesystem::path program = platform::program_file();  ///< must support `grade --answer NAME`
  std::filesystem::path hidden;     ///< the instructor's folder of checks, or empty
  std::filesystem::path course;     ///< the course's file, see cli/grade/course_file.h, or empty
  std::string backend = "student";  ///< the implementation: "student" or "textbook"
  /// Another program with the functions; replaces `backend`.
  std::optional<ServingProgram> served_by;
  int jobs = 1;   ///< processes at a time
  Limits limits;  ///< per check; after three timeouts later checks get a tenth of the time
};

/// A run over a list of checks. Each check has a judging process, and below it a process with the
/// functions. An answer counts only with the nonce that the judge received.
class Runner {
 public:
  explicit Runner(RunOptions options);
  ~Runner();  ///< kills all its processes
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Starts and reaps processes; never blocks. Returns whether a result changed.
  bool poll();
  bool is_done() const;
  /// In the order of RunOptions::checks.
  const std::vector<Result>& results() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

using StartImplementation = std::function<std::unique_ptr<ImplementationProcess>()>;

/// Calls the functions of `task` (0: none) with other inputs, then runs a check. If the check
/// fails, runs it again in a new process without those calls. If those calls end the process, the
/// first run does not count, because another function may have ended it.
Result judged_twice(const std::function<Outcome(const Tasks&)>& check, int task,
                    const Limits& limits, const StartImplementation& start);
/// Sets the result of a check whose functions have ended.
void break_off(Result& result, const ImplementationProcess::End& end);
/// Names the mistake if the crash left the library's message for it in `result.printed`.
void explain_crash(Result& result);

/// The process that judges a check for Runner: runs the check, reads the nonce from standard input,
/// answers on kAnswer and never returns. Closes all other descriptors, and hides nonce and answer
/// from the functions. First calls the functions of `task` (0: none) with other inputs; a check
/// that fails only then reports that a function keeps data between calls.
[[noreturn]] void answer(const std::function<Outcome(const Tasks&)>& check, int task,
                         const Tasks& own, const Limits& limits);
[[noreturn]] void answer(const std::function<Outcome(const Tasks&)>& check, int task,
                         const std::vector<std::string>& command, const Limits& limits);

/// A function that must not be called in this process, because it crashed, never returned or sent
/// an invalid reply. If the function is unknown, all functions of the check's task are listed. See
/// without() in rig/implementations.h.
struct UnsafeFunction {
  std::string function;  ///< "find_joints"
  int task = 1;
  std::string why;  ///< "find_joints was stopped by signal 11 (Segmentation fault)"
};
std::vector<UnsafeFunction> unsafe_functions(const std::vector<Result>& results);

}  // namespace marrow::course
