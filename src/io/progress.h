// Progress of a loader, reported to its caller, which can stop it.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

namespace marrow::io {

/// Receives the share done, 0 to 1, never decreasing; from any thread, never two at once. Returning
/// false stops the loader.
using Report = std::function<bool(double share)>;

/// Thrown by a loader that its Report stopped: nothing is wrong with the file.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

/// Progress in stages of equal steps. Every member function throws Stopped if the report returns
/// false.
class Progress {
 public:
  explicit Progress(Report report) : report_(std::move(report)) {}

  /// Begins the next stage, from the last one's end to `end`, in `steps` steps. Called by one
  /// thread.
  void begin_stage(double end, std::size_t steps);
  /// Counts steps of the stage as done. Called from any thread.
  void advance(std::size_t steps = 1);
  /// Reports 1.
  void finish();

 private:
  void tell(double share);

  Report report_;
  std::mutex mutex_;  ///< guards what follows, and the report's turn
  double begin_ = 0.0, end_ = 0.0, told_ = -1.0;
  std::size_t steps_ = 0, done_ = 0;
};

}  // namespace marrow::io
