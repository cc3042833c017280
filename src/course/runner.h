// Runs checks in processes of their own, so that a body that crashes, never ends or allocates without end takes nothing else down. No
// window, no threads: the caller polls.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "course/check.h"

namespace marrow::course {

/// How the process of a check ended. Only `passed` earns points.
enum class Verdict { waiting, running, passed, failed, crashed, timed_out, no_answer };

struct Result {
  const Check* check = nullptr;
  Verdict verdict = Verdict::waiting;
  Outcome outcome{};          ///< of passed and failed; otherwise `got` says how it ended: "stopped by signal 11 (segmentation fault)"
  double milliseconds = 0.0;  ///< of the check's own run in its process
  std::string printed;        ///< the end of what the body wrote to standard output and error, at most 4 kB
};

struct RunOptions {
  std::vector<const Check*> checks;
  std::filesystem::path program;        ///< this program: it answers `grade --answer NAME`
  std::string backend = "student";      ///< whose bodies: "student" or "textbook"
  int jobs = 1;                         ///< processes at a time
  double seconds_each = 10.0;           ///< after that the process is killed
  std::size_t bytes_each = 1ull << 30;  ///< address space beyond what the program itself needs
};

/// One run over a list of checks. An answer counts only if it carries the nonce that its process was given.
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

}  // namespace marrow::course
