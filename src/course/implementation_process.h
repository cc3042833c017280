// A student's functions in a process of their own. The check that judges them runs here, out of
// their reach: whatever they write, send or destroy, only the results of the functions come back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow::course {

struct Limits {
  double seconds = 10.0;           ///< for all calls together
  std::size_t bytes = 1ull << 30;  ///< address space beyond what the program itself needs; not
                                   ///< looked at under a sanitizer
};

/// Only one at a time in a program: the functions of tasks() cannot say which process they mean.
class ImplementationProcess {
 public:
  /// Forks: the functions of this program. Precondition: one thread.
  ImplementationProcess(const Tasks& implementation, const Limits& limits);
  /// Starts a program that serves functions on kRequests and kReplies (serve.h); it sees to its
  /// limits of memory itself. Its first word is its path.
  ImplementationProcess(const std::vector<std::string>& command, const Limits& limits);
  ~ImplementationProcess();  ///< kills it
  ImplementationProcess(const ImplementationProcess&) = delete;
  ImplementationProcess& operator=(const ImplementationProcess&) = delete;

  /// The functions of that process. An exception of theirs is thrown here as std::runtime_error; so
  /// is every call after the process has ended.
  const Tasks& tasks() const;

  /// How the process ended too early.
  struct End {
    enum class Kind { crashed, timed_out, no_answer } kind = Kind::crashed;
    std::string function;  ///< during which call; empty: before the first
    std::string what;      ///< "find_joints was stopped by signal 11 (segmentation fault)"
  };
  const std::optional<End>& end() const;

  /// Of the processor's time, spent inside the functions so far.
  double milliseconds() const;

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

/// A clock of processor time in seconds that runs while functions work: of their process if there
/// is one, otherwise of this thread.
double body_clock();
double thread_clock();

}  // namespace marrow::course
