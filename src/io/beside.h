// Files saved beside another one, in its folder, never over a file with other content.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

/// A valid file name: UTF-8, no separators, control characters or leading dots, at most 100 bytes;
/// `otherwise` where nothing is left.
std::string file_name_from(const std::string& text, const std::string& otherwise);

class Beside {
 public:
  /// `path`: the file that is saved.
  explicit Beside(const std::filesystem::path& path);

  /// The name for a picture in the folder: its own if that file has the same bytes, else a new one
  /// that begins with the saved file's name. write() makes the file.
  std::string picture(const Texture& texture);
  /// Writes text under the saved file's name with another extension, keeping a different old file
  /// as .bak. Returns the name.
  std::string text(const std::string& extension, const std::string& text) const;
  /// Writes the missing pictures. Throws Error.
  void write() const;

 private:
  bool is_same(const std::string& name, const std::vector<std::uint8_t>& bytes) const;
  bool is_free(const std::string& name, const Texture& texture) const;

  std::filesystem::path folder_;
  std::string stem_;
  std::map<const Texture*, std::string> names_;
  std::map<std::string, const Texture*> new_files_;
};

}  // namespace marrow::io
