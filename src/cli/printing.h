// Printing for all commands, and how they end: an error becomes one line and an exit status. Names
// come from files, so their control characters are replaced before they reach the terminal.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
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

// Exit statuses.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kWrongUsage = 2;

/// A wrong command line: exit status 2. what() names the option and the allowed values.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs a command; an exception becomes "marrow: FILE: place: what was expected" on standard error
/// and the exit status.
int guarded(const std::string& file, const std::function<void()>& body);

/// The exit status of a program that ends with `status`. kFailed, with a line on standard error, if
/// some of its output could not be written.
int with_output_written(int status);

}  // namespace marrow::cli
