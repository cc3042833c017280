#include "io/numbered_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>
#include <system_error>

#include "io/error.h"
#include "io/write_file.h"
#include "platform/unfinished.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

[[noreturn]] void fail_at(const fs::path& path, const char* what, const std::error_code& error) {
  throw Error(path.string(), "",
              fmt::format("{}: {}; choose another folder or name", what, error.message()));
}

/// Makes a hidden folder in `folder`, or in its parent if `folder` does not exist, so that a rename
/// can put files into place.
fs::path make_staging(const fs::path& folder) {
  std::error_code error;
  const fs::path there = fs::exists(folder, error) ? folder : folder.parent_path();
  if (!fs::is_directory(there.empty() ? "." : there, error))
    throw Error(there.string(), "", "is not a folder; choose an existing one");
  const fs::path staging = there / fmt::format(".marrow-frames-{:08x}", std::random_device()());
  if (!fs::create_directory(staging, error)) fail_at(folder, "cannot be written", error);
  return staging;
}

/// Reads "%04d", "%4d", "%d" at `at` and moves `at` behind it. Returns 0 for other text.
int read_digits(std::string_view text, std::size_t& at) {
  std::size_t next = at + 1;
  if (next < text.size() && text[next] == '0') ++next;
  int digits = 1;
  if (next < text.size() && is_digit(text[next])) digits = text[next++] - '0';
  if (next >= text.size() || text[next] != 'd') return 0;
  at = next + 1;
  return std::max(digits, 1);
}

}  // namespace

std::string NumberPattern::name(std::size_t number) const {
  return fmt::format("{}{:0{}}{}", before, number, digits, after);
}

bool NumberPattern::is_name(std::string_view name) const {
  if (name.size() < before.size() + after.size() || !name.starts_with(before) ||
      !name.ends_with(after))
    return false;
  name.remove_prefix(before.size());
  name.remove_suffix(after.size());
  const auto wanted = std::size_t(digits);
  return std::all_of(name.begin(), name.end(), is_digit) &&
         (name.size() == wanted || (name.size() > wanted && name[0] != '0'));
}

std::optional<NumberPattern> read_number_pattern(std::string_view file_name) {
  NumberPattern pattern{.digits = 0};
  for (std::size_t at = 0; at < file_name.size();) {
    std::string& part = pattern.digits == 0 ? pattern.before : pattern.after;
    if (file_name[at] != '%') {
      part += file_name[at++];
    } else if (at + 1 < file_name.size() && file_name[at + 1] == '%') {
      part += '%';
      at += 2;
    } else {
      const int digits = read_digits(file_name, at);
      if (digits == 0 || pattern.digits > 0) return std::nullopt;
      pattern.digits = digits;
    }
  }
  return pattern.digits > 0 ? std::optional(pattern) : std::nullopt;
}

std::string as_in_pattern(std::string_view name) {
  std::string text;
  for (const char letter : name) text.append(letter == '%' ? 2 : 1, letter);
  return text;
}

NumberedFiles::NumberedFiles(const fs::path& pattern) : folder_(pattern.parent_path()) {
  const auto read = read_number_pattern(pattern.filename().string());
  if (!read) throw Error(pattern.string(), "", "expected a name with a number, NAME_%04d.png");
  pattern_ = *read;
  if (folder_.empty()) folder_ = ".";
  staging_ = make_staging(folder_);
}

NumberedFiles::~NumberedFiles() {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
}

void NumberedFiles::add(std::string_view bytes) {
  write_file(staging_ / pattern_.name(count_ + 1), bytes);
  ++count_;
}

void NumberedFiles::put_in_place() {
  const platform::PuttingInPlace guard;
  std::error_code error;
  if (fs::exists(folder_, error)) return replace_older();
  fs::rename(staging_, folder_, error);
  if (error) fail_at(folder_, "cannot be put in place", error);
  staging_.clear();
}

void NumberedFiles::replace_older() const {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    if (pattern_.is_name(entry.path().filename().string())) fs::remove(entry.path(), error);
  for (std::size_t number = 1; number <= count_; ++number) {
    const std::string name = pattern_.name(number);
    fs::rename(staging_ / name, folder_ / name, error);
    if (error) fail_at(folder_ / name, "cannot be put in place", error);
  }
}

}  // namespace marrow::io
