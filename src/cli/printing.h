// Printing for all commands. Names come from files, so their control characters are replaced before
// they reach the terminal.
#pragma once

#include <cstddef>
#include <string>

#include "base/progress.h"

namespace marrow::cli {

/// Prints to standard output what printable() returns for the text.
void print(const std::string& text);
/// Prints one line to standard error, after "marrow: ".
void print_error(const std::string& line);
/// Discards what libraries write to standard error, until called with false. Has no effect if
/// LIBGL_DEBUG is set, which requests a driver's messages.
void mute_errors(bool on);

/// A progress bar on standard error if that is a terminal.
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
