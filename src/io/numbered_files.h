// Files whose names count up, "walk_0001.png" and so on, such as the frames of a film.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace marrow::io {

/// How the names of numbered files are made, as printf() and ffmpeg have it: "walk_%04d.png" is
/// "walk_", 4 digits at least, ".png". "%d" is one digit at least, "%%" a percent sign.
struct NumberPattern {
  std::string before{};
  int digits = 1;  ///< at least, 1..9
  std::string after{};

  std::string name(std::size_t number) const;
  bool is_name(std::string_view name) const;  ///< of one of its files, whatever its number
};

/// None unless there is one number in the name of the file.
std::optional<NumberPattern> read_number_pattern(std::string_view file_name);
/// A name as part of a pattern: its percent signs are doubled.
std::string as_in_pattern(std::string_view name);

/// Files numbered from 1 on, all put in place at the end.
class NumberedFiles {
 public:
  /// The folder of `pattern`, or where that is not there yet the one that holds it, must exist.
  /// What is not finished stands out of sight in it. Throws Error.
  explicit NumberedFiles(const std::filesystem::path& pattern);
  ~NumberedFiles();  ///< nothing is left of files that were not put in place
  NumberedFiles(const NumberedFiles&) = delete;
  NumberedFiles& operator=(const NumberedFiles&) = delete;

  void add(std::string_view bytes);  ///< the next one; throws Error
  /// In one step where the folder was not there. Otherwise older files with names of the pattern
  /// go, others stay. Throws Error.
  void put_in_place();

 private:
  void replace_older() const;

  NumberPattern pattern_;
  std::filesystem::path folder_, staging_;
  std::size_t count_ = 0;
};

}  // namespace marrow::io
