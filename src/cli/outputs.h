// Which files a command may write. The rule: nothing is destroyed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace marrow::cli {

/// The kind of a file that a command writes. The file's name must have a matching ending.
enum class Content {
  scene,    ///< a format that can be written
  surface,  ///< a format that can hold the posed surface
  picture,  ///< .png
  film,     ///< .mp4, .webm, .webp, .gif, or numbered .png
  text      ///< any ending but those of scenes and pictures
};

struct Output {
  const char* option;  ///< for messages: "-o"
  std::string path;    ///< empty: not requested; "-": standard output
  Content content;
};

/// Whether two paths lead to one file; false if one of them does not exist.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws UsageError if a name has a wrong ending or two outputs are one file, and io::Error if an
/// output is one of the files in `read`. Only a scene may replace the first of these; the old file
/// is kept as .bak. Must be called before anything is computed, and again when all files are known.
void check_outputs(const std::vector<Output>& outputs,
                   const std::vector<std::filesystem::path>& read);

/// Writes to a file, to standard output ("-"), or into an existing device or pipe.
void write_text(const std::string& path, const std::string& text);

}  // namespace marrow::cli
