// A progress bar for people: drawn on standard error when that is a terminal, absent when it is
// piped.
#pragma once

#include <cstddef>
#include <string>

namespace marrow::cli {

class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done, const std::string& what);
  /// Takes the bar away, so that a line can be printed where it stood.
  void clear();

 private:
  std::size_t total_;
  bool is_terminal_;
  bool is_drawn_ = false;
};

}  // namespace marrow::cli
