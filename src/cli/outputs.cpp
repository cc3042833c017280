#include "cli/outputs.h"

#include <algorithm>
#include <fstream>

#include "base/text.h"
#include "cli/options.h"
#include "cli/printing.h"
#include "io/error.h"
#include "io/formats.h"
#include "io/numbered_files.h"
#include "io/write_file.h"
#include "view/export/film_writer.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

bool names_file(const Output& output) { return !output.path.empty() && output.path != "-"; }

bool ends_right(const Output& output) {
  const io::Format* format = io::format_of(output.path);
  const bool is_picture = lower(fs::path(output.path).extension().string()) == ".png";
  switch (output.content) {
    case Content::scene:
      return format != nullptr && format->can_save();
    case Content::surface:
      return format != nullptr && format->can_save_posed();
    case Content::picture:
      return is_picture;
    case Content::film:
      return is_picture
                 ? io::read_number_pattern(fs::path(output.path).filename().string()).has_value()
                 : view::film_format_of(output.path).has_value();
    case Content::text:
      break;
  }
  return format == nullptr && !is_picture;
}

/// ".glb, .gltf or .obj"
std::string endings(bool (io::Format::*can)() const) {
  std::vector<std::string> all;
  for (const io::Format& format : io::formats())
    if ((format.*can)()) all.insert(all.end(), format.extensions.begin(), format.extensions.end());
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i)
    text += (i == 0 ? "." : i + 1 < all.size() ? ", ." : " or .") + all[i];
  return text;
}

std::string expected_ending(Content content) {
  switch (content) {
    case Content::scene:
      return "a name that ends in " + endings(&io::Format::can_save);
    case Content::surface:
      return "a name that ends in " + endings(&io::Format::can_save_posed);
    case Content::picture:
      return "a name that ends in .png";
    case Content::film:
      return "a name that ends in .mp4, .webm, .webp or .gif, or NAME_%04d.png";
    case Content::text:
      break;
  }
  return "the name of a text, not of a scene or a picture";
}

/// Whether two paths mean the same place, even if no file exists there.
bool is_same_place(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return is_same_file(a, b) || fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

}  // namespace

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

void check_outputs(const std::vector<Output>& outputs, const std::vector<fs::path>& read) {
  for (const Output& output : outputs)
    if (names_file(output) && !ends_right(output))
      throw UsageError(std::string(output.option) + " " + output.path + ": expected " +
                       expected_ending(output.content));
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (names_file(outputs[i]) && names_file(outputs[j]) &&
          is_same_place(outputs[i].path, outputs[j].path))
        throw UsageError(std::string(outputs[j].option) + ", " + outputs[i].option +
                         ": expected two files, both are " + outputs[i].path);
  for (const Output& output : outputs)
    for (std::size_t i = 0; names_file(output) && i < read.size(); ++i)
      if (is_same_file(output.path, read[i]) && (i > 0 || output.content != Content::scene))
        throw io::Error(output.path, output.option,
                        "expected another file, this one is read" +
                            (i > 0 ? " with " + read.front().string() : std::string()));
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    print(text);
  } else if (std::error_code error; std::filesystem::is_other(path, error)) {
    std::ofstream stream(path, std::ios::binary);
    if (!(stream << text << std::flush)) throw io::Error(path, "", "cannot be written");
  } else {
    io::write_file(path, text);
  }
}

}  // namespace marrow::cli
