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
  /// The name for text: the saved file's with another extension. write() makes the file and keeps
  /// a different old one as .bak.
  std::string text(const std::string& extension, std::string text);
  /// Writes the saved file and what is missing beside it, all or nothing. Throws Error.
  void write(const std::string& bytes, bool keep_backup) const;

 private:
  bool is_same(const std::string& name, const std::vector<std::uint8_t>& bytes) const;
  bool is_free(const std::string& name, const Texture& texture) const;

  std::filesystem::path path_, folder_;
  std::string stem_;
  std::map<const Texture*, std::string> names_;
  std::map<std::string, const Texture*> new_files_;
  std::map<std::string, std::string> new_texts_;
};

}  // namespace marrow::io
