// A progress bar for people: drawn on standard error when that is a terminal, absent when it is
// piped.
#pragma once

#include <cstddef>
#include <string>

namespace marrow::cli {

class ProgressBar {
 public:
  explicit ProgressBar(std::size_t total);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::size_t done, const std::string& what);
  /// Takes the bar away, so that a line can be printed where it stood.
  void clear();

 private:
  std::size_t total_;
  bool is_terminal_;
  bool is_drawn_ = false;
};

}  // namespace marrow::cli
