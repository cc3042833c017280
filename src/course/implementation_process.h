// A student's functions in a process of their own. The judging check runs here, out of their reach:
// only results of the functions come back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow::course {

struct Limits {
  double seconds = 10.0;  ///< for all calls together
  /// Address space beyond what the program itself needs; not looked at under a sanitizer.
  std::size_t bytes = 1ull << 30;
};

/// One at a time per program: the functions of tasks() have no room for a process's identity.
class ImplementationProcess {
 public:
  /// Forks: the functions of this program. Precondition: one thread.
  ImplementationProcess(const Tasks& implementation, const Limits& limits);
  /// Starts a program that serves functions on kRequests and kReplies (platform/pipes.h) and limits
  /// its own memory. The first word is its path.
  ImplementationProcess(const std::vector<std::string>& command, const Limits& limits);
  ~ImplementationProcess();  ///< kills it
  ImplementationProcess(const ImplementationProcess&) = delete;
  ImplementationProcess& operator=(const ImplementationProcess&) = delete;

  /// The functions of that process. Their exceptions are thrown here as std::runtime_error, as is
  /// every call after the process has ended.
  const Tasks& tasks() const;

  /// How the process ended too early.
  struct End {
    enum class Kind { crashed, timed_out, no_answer } kind = Kind::crashed;
    std::string function;  ///< during which call; empty: before the first
    std::string what;      ///< "find_joints was stopped by signal 11 (segmentation fault)"
  };
  const std::optional<End>& end() const;

  /// CPU time spent inside the functions so far.
  double milliseconds() const;

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

/// CPU time in seconds while functions work: of their process if there is one, else of this thread.
double body_clock();
double thread_clock();

}  // namespace marrow::course
