// A progress bar on standard error if that is a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "base/progress.h"

namespace marrow::cli {

class ProgressBar {
 public:
  explicit ProgressBar(std::size_t total);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::size_t done, const std::string& what);
  /// A callback that shows the progress and never stops the work. Refers to this bar.
  ProgressCallback callback(std::string what);
  /// Removes the bar, so that a line can be printed in its place.
  void clear();

 private:
  std::size_t total_;
  bool is_terminal_;
  bool is_drawn_ = false;
};

}  // namespace marrow::cli
