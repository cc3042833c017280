// What a command may write where: its rule is that nothing is destroyed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace marrow::cli {

/// What stands in a file that a command writes; its name must end accordingly.
enum class Content {
  scene,    ///< of a format that can be written
  surface,  ///< of a format that can hold the posed surface
  picture,  ///< .png
  film,     ///< .mp4, .webm, .webp, .gif, or numbered .png
  text      ///< any name but one of a scene or a picture
};

struct Output {
  const char* option;  ///< as the user knows it: "-o"
  std::string path;    ///< empty: was not asked for; "-": standard output
  Content content;
};

/// One file, by whatever names; false where one of them is not there.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws UsageError where a name ends wrongly or two outputs are one file, and io::Error where an
/// output is one of the files `read`. The first of these may be replaced by a scene, which keeps it
/// as .bak. To be called before there is anything to write, and again when all files are known.
void check_outputs(const std::vector<Output>& outputs,
                   const std::vector<std::filesystem::path>& read);

/// To a file, to standard output ("-"), or into a device or pipe that is there.
void write_text(const std::string& path, const std::string& text);

}  // namespace marrow::cli
