// Runs a student's functions in a separate process. The check that judges them runs in this
// process, out of their reach; only the functions' results come back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/rig.h"

namespace marrow::course {

/// Wall time after which work is stopped that may use `seconds` of processor time: enough even on a
/// busy machine, but a limit for work that only waits.
constexpr double wall_limit(double seconds) { return 10.0 * seconds + 30.0; }

struct Limits {
  /// Processor time of all calls together; wall time where the system does not count it.
  double seconds = 10.0;
  /// Address space beyond what the program itself needs; ignored under a sanitizer.
  std::size_t bytes = 1ull << 30;
  double wall_seconds = 0.0;  ///< wall time of all calls; 0: wall_limit(seconds)
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
    /// `killed`: by SIGKILL, which neither a limit nor the judge sent.
    enum class Kind { crashed, timed_out, no_answer, killed } kind = Kind::crashed;
    std::string function;  ///< the call during which it ended; empty: before the first call
    std::string what;      ///< "find_joints was stopped by signal 11 (segmentation fault)"
  };
  const std::optional<End>& end() const;
  /// The end of a process that has used `seconds` and is still in a call of `function`.
  static End timed_out(std::string_view function, double seconds);

  /// CPU time spent inside the functions so far, by their own clock.
  double milliseconds() const;
  /// CPU time of the process that counts against the limit so far.
  double seconds() const;

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

/// CPU time in seconds, to measure functions with: their process's if there is one, else this
/// thread's.
double body_clock();
double thread_clock();

}  // namespace marrow::course
