// Files whose names count up, "walk_0001.png" and so on, such as the frames of a film.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace marrow::io {

/// A pattern for the names of numbered files, as in printf() and ffmpeg: "walk_%04d.png" is
/// "walk_", at least 4 digits, ".png". "%d" is at least one digit, "%%" a percent sign.
struct NumberPattern {
  std::string before{};
  int digits = 1;  ///< minimum number of digits, 1..9
  std::string after{};

  std::string name(std::size_t number) const;
  /// true for the name of one of the files, with any number
  bool is_name(std::string_view name) const;
};

/// Returns none unless the name contains exactly one number.
std::optional<NumberPattern> read_number_pattern(std::string_view file_name);
/// Escapes a name for use in a pattern: doubles its percent signs.
std::string as_in_pattern(std::string_view name);

/// Writes files numbered from 1 on, and moves all of them into place at the end.
class NumberedFiles {
 public:
  /// The folder of `pattern` must exist, or else that folder's parent. Unfinished files are in a
  /// hidden folder there. Throws Error.
  explicit NumberedFiles(const std::filesystem::path& pattern);
  ~NumberedFiles();  ///< deletes files that were not put in place
  NumberedFiles(const NumberedFiles&) = delete;
  NumberedFiles& operator=(const NumberedFiles&) = delete;

  void add(std::string_view bytes);  ///< the next file; throws Error
  /// If the folder did not exist, it appears in one step. Otherwise older files with names of the
  /// pattern are deleted, and other files stay. Throws Error.
  void put_in_place();

 private:
  void replace_older() const;

  NumberPattern pattern_;
  std::filesystem::path folder_, staging_;
  std::size_t count_ = 0;
};

}  // namespace marrow::io
