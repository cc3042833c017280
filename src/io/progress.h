// How far a loader has come, told to whoever waits; and the way to make it stop.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

namespace marrow::io {

/// Is told the share that is done, from 0 to 1, never less than before; from any thread, never from
/// two at once. False: the loader stops.
using Report = std::function<bool(double share)>;

/// Thrown by a loader that its Report stopped: nothing is wrong with the file.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

/// Work in stages, each of them so many equal steps. Every member throws Stopped when the report
/// says so.
class Progress {
 public:
  explicit Progress(Report report) : report_(std::move(report)) {}

  /// What comes next takes the whole from where the last stage ended to `end`, in `steps` steps.
  /// Called by one thread, between stages.
  void begin_stage(double end, std::size_t steps);
  /// So many more steps of the stage are done. From any thread.
  void advance(std::size_t steps = 1);
  /// All is done.
  void finish();

 private:
  void tell(double share);

  Report report_;
  std::mutex mutex_;  ///< guards what follows, and the report's turn
  double begin_ = 0.0, end_ = 0.0, told_ = -1.0;
  std::size_t steps_ = 0, done_ = 0;
};

}  // namespace marrow::io
