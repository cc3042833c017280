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
  static constexpr Moment kWhenWoken = Moment::max();  ///< only wake() causes another step

  /// `step` does a part of the work, a short one in case there is only one thread. It returns the
  /// time of its next call, or none if the work is done; it must not throw. Two steps never run at
  /// the same time. The first may run before the constructor returns.
  explicit Job(std::function<std::optional<Moment>()> step);
  /// Waits for a running step; no further step begins.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Makes another step follow soon, whatever time the last one returned.
  void wake();
  bool is_done() const;
  static constexpr double kAsLongAsItTakes = 1e9;  ///< seconds
  /// Waits at most so long for the job's end; returns is_done(). With one thread it does the steps.
  bool wait(double seconds) const;

  struct Inside;

 private:
  std::unique_ptr<Inside> inside_;
};

/// Does steps of jobs for about so many milliseconds, at least one if one is due. Called once per
/// frame; does nothing if each job has its own thread.
void advance_jobs(double milliseconds);

/// For programs without a window: waits while jobs run.
void pause(double milliseconds);

}  // namespace marrow::platform
