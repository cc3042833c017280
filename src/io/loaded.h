// The result of loaders, and their progress in stages of equal steps.
#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "base/progress.h"
#include "scene/scene.h"

namespace marrow::io {

/// The result of every loader: a file's content, and warnings about repairs and guesses.
struct Loaded {
  Scene scene;
  std::vector<std::string> warnings;
  bool is_ours = false;  ///< Marrow wrote the file, so saving over it loses nothing
  std::vector<std::filesystem::path> files;  ///< all files that were read: the file itself first
};

/// Calls the callback with a share that never decreases, from one thread at a time. Every member
/// function throws Stopped if the callback returns false.
class LoadProgress {
 public:
  explicit LoadProgress(ProgressCallback callback) : callback_(std::move(callback)) {}

  /// Begins the next stage, from the end of the previous one to `end`, in `steps` steps. To be
  /// called by one thread.
  void begin_stage(double end, std::size_t steps);
  /// Counts steps of the stage as done. May be called from any thread.
  void advance(std::size_t steps = 1);
  /// Reports 1.
  void finish();

 private:
  void report(double share);

  ProgressCallback callback_;
  std::mutex mutex_;  ///< guards the members below and calls of the callback
  double begin_ = 0.0, end_ = 0.0, reported_ = -1.0;
  std::size_t steps_ = 0, done_ = 0;
};

}  // namespace marrow::io
