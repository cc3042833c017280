// Runs a student's functions in a process of their own. The check that judges them runs in this
// process, out of their reach; only the functions' results come back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow::course {

struct Limits {
  /// For all calls together. On Linux, time without a free processor does not count.
  double seconds = 10.0;
  /// Address space beyond what the program itself needs; not looked at under a sanitizer.
  std::size_t bytes = 1ull << 30;
};

/// At most one at a time per program, because tasks() returns plain function pointers, which cannot
/// identify a process.
class ImplementationProcess {
 public:
  /// Forks this process and calls its functions there. Precondition: one thread.
  ImplementationProcess(const Tasks& implementation, const Limits& limits);
  /// Starts a program that serves functions on kRequests and kReplies (platform/pipes.h) and limits
  /// its own memory. The first word of `command` is its path.
  ImplementationProcess(const std::vector<std::string>& command, const Limits& limits);
  ~ImplementationProcess();  ///< kills it
  ImplementationProcess(const ImplementationProcess&) = delete;
  ImplementationProcess& operator=(const ImplementationProcess&) = delete;

  /// Functions that call the functions in the other process. Their exceptions are thrown here as
  /// std::runtime_error. After the process has ended every call throws.
  const Tasks& tasks() const;

  /// How the process ended, if it ended too early.
  struct End {
    enum class Kind { crashed, timed_out, no_answer } kind = Kind::crashed;
    std::string function;  ///< the call during which it ended; empty: before the first call
    std::string what;      ///< "find_joints was stopped by signal 11 (segmentation fault)"
  };
  const std::optional<End>& end() const;

  /// CPU time spent inside the functions so far.
  double milliseconds() const;
  /// Seconds that count against the limit so far.
  double seconds() const;

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

/// The clock to measure functions with, CPU time in seconds: of their process if there is one, else
/// of this thread.
double body_clock();
double thread_clock();

}  // namespace marrow::course
