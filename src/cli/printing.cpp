#include "cli/printing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <new>
#include <utility>

#include "base/text.h"
#include "io/error.h"
#include "platform/interrupts.h"
#include "platform/terminal.h"

namespace marrow::cli {
namespace {

int complain(const std::string& text, int status) {
  print_error(text);
  return status;
}

}  // namespace

void print(const std::string& text) {
  const std::string shown = printable(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

void print_error(const std::string& line) {
  std::string shown = line;
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  shown = "marrow: " + printable(shown) + "\n";
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void mute_errors(bool on) {
  if (on && std::getenv("LIBGL_DEBUG") != nullptr) return;
  platform::mute_errors(on);
}

ProgressBar::ProgressBar(std::size_t total)
    : total_(total), is_terminal_(platform::has_terminal()) {}

void ProgressBar::show(std::size_t done, const std::string& what) {
  constexpr std::size_t kWidth = 30;
  constexpr std::size_t kNameWidth = 32;  // the line must not wrap in 80 columns
  if (!is_terminal_ || total_ == 0) return;
  const std::size_t filled = kWidth * done / total_;
  const std::string name =
      what.size() > kNameWidth ? "..." + what.substr(what.size() - kNameWidth + 3) : what;
  fmt::print(stderr, "\r\033[K[{}{}] {}/{} {}", std::string(filled, '#'),
             std::string(kWidth - filled, '.'), done, total_, name);
  std::fflush(stderr);
  is_drawn_ = true;
}

ProgressCallback ProgressBar::callback(std::string what) {
  return [this, what = std::move(what)](double share) {
    show(static_cast<std::size_t>(std::lround(share * static_cast<double>(total_))), what);
    return true;
  };
}

void ProgressBar::clear() {
  if (!is_drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  is_drawn_ = false;
}

int guarded(const std::string& file, const std::function<void()>& body) {
  platform::end_orderly_on_signals();
  try {
    body();
    return kDone;
  } catch (const UsageError& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const io::Error& error) {
    return complain(error.what(), kFailed);
  } catch (const std::bad_alloc&) {
    return complain(file + ": there is not enough memory for it", kFailed);
  } catch (const std::exception& error) {
    return complain(file + ": " + error.what(), kFailed);
  }
}

int with_output_written(int status) {
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return is_written ? status
                    : complain(
                          "standard output: cannot be written: the disk is full or the "
                          "reader is gone",
                          kFailed);
}

}  // namespace marrow::cli
