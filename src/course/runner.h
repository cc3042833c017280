// Runs checks in processes of their own: crashes, endless loops and allocations of implementations
// end only those. No window, no threads: the caller polls.
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

/// How the process of a check ended. Only `passed` earns points.
enum class Verdict { waiting, running, passed, failed, crashed, timed_out, no_answer };
/// "passed", "failed", "crashed", "timed out", "no answer"
std::string_view name_of(Verdict verdict);

struct Result {
  const Check* check = nullptr;
  Verdict verdict = Verdict::waiting;
  /// Of passed and failed; otherwise `got` says how it ended: "stopped by signal 11 (segmentation
  /// fault)".
  Outcome outcome{};
  double milliseconds = 0.0;  ///< inside the functions
  std::string printed{};      ///< the end of standard output and error, at most 4 kB
  /// The function of the contract that crashed, never returned or sent nonsense; empty: none, or
  /// unknown.
  std::string culprit{};
};

/// Another program that serves the functions. It is judged by forks of this process, which must
/// have one thread: a start of `program` for each check costs more than the check.
struct Stranger {
  /// Asked for each check; see ImplementationProcess.
  std::function<std::vector<std::string>()> command;
  std::function<Outcome(const Check&, const Tasks&)> outcome;
};

struct RunOptions {
  std::vector<const Check*> checks;  ///< of checks(), or of the files in `hidden`
  std::filesystem::path program = platform::program_file();  ///< it answers `grade --answer NAME`
  std::filesystem::path hidden;      ///< the instructor's folder of checks, or empty
  std::string backend = "student";   ///< whose functions: "student" or "textbook"
  std::optional<Stranger> stranger;  ///< or another program's
  int jobs = 1;                      ///< processes at a time
  Limits limits;  ///< of each check; after three that ran out of time the others get a tenth of it
};

/// A run over a list of checks. Each has a judging process and below it one with the functions; an
/// answer counts only with the nonce that the judge was given.
class Runner {
 public:
  explicit Runner(RunOptions options);
  ~Runner();  ///< kills what still runs
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Starts and reaps processes; never blocks. Returns whether a result changed.
  bool poll();
  bool is_done() const;
  /// In the order of the options' checks.
  const std::vector<Result>& results() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// The other end: runs one check, reads the nonce from standard input and answers on kAnswer. Never
/// returns. Closes all other descriptors; the functions never see nonce or answer. The functions of
/// `task` (0: none) are called with other inputs first; what fails only then is said to keep
/// something from call to call.
[[noreturn]] void answer(const std::function<Outcome(const Tasks&)>& check, int task,
                         const Tasks& own, const Limits& limits);
[[noreturn]] void answer(const std::function<Outcome(const Tasks&)>& check, int task,
                         const std::vector<std::string>& command, const Limits& limits);

/// A function that must not be called in this process: it crashed, never returned or sent nonsense.
/// If it is unknown which one, all of the check's task. See without() in rig/harmless.h.
struct UnsafeFunction {
  std::string function;  ///< "find_joints"
  int task = 1;
  std::string why;  ///< "find_joints was stopped by signal 11 (Segmentation fault)"
};
std::vector<UnsafeFunction> unsafe_functions(const std::vector<Result>& results);

}  // namespace marrow::course
