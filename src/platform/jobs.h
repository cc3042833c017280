// Work in the background. On a desktop each job has its own thread. In a page advance_jobs() begins
// the steps of a job: on other threads if the browser allows threads, otherwise between frames.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace marrow::platform {

class Job {
 public:
  using Clock = std::chrono::steady_clock;
  using Moment = Clock::time_point;
  static constexpr Moment kAtOnce = Moment::min();     ///< the next step follows
  static constexpr Moment kWhenWoken = Moment::max();  ///< only wake() leads to another step

  /// `step` does a part of the work, the shorter the better where there is one thread, and returns
  /// when it is to be called again; none: the work is done. Two steps never run at the same
  /// time; it must not throw. The first step may run before the constructor returns.
  explicit Job(std::function<std::optional<Moment>()> step);
  /// No further step begins; waits for the one that runs.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Another step follows soon, whatever the last one returned.
  void wake();
  bool is_done() const;
  static constexpr double kAsLongAsItTakes = 1e9;  ///< seconds
  /// is_done(), or whether it became so within these seconds. With one thread this does the steps.
  bool wait(double seconds) const;

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

/// Does steps of jobs for about these milliseconds: at least one, if one is due. Called once a
/// frame; does nothing where jobs have threads of their own.
void advance_jobs(double milliseconds);

/// For programs without a window: waits, while jobs go on.
void pause(double milliseconds);

}  // namespace marrow::platform
