// Files that are saved together with another one, in its folder. No other content is lost: a
// picture gets a new name, an old text file is kept as .bak.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

/// A valid file name: UTF-8, no separators, control characters or leading dots, at most 100 bytes;
/// `otherwise` if no valid character remains.
std::string file_name_from(const std::string& text, const std::string& otherwise);

class CompanionFiles {
 public:
  /// `path`: the file that is saved.
  explicit CompanionFiles(const std::filesystem::path& path);

  /// Returns the name of the picture's file in the folder: the picture's own name if a file of that
  /// name has the same bytes, else a new name that begins with the saved file's name. write()
  /// creates the file.
  std::string picture(const Texture& texture);
  /// Returns the name of a text file: the saved file's name with another extension. write() creates
  /// the file and keeps an old one with other content as .bak.
  std::string text(const std::string& extension, std::string text);
  /// Writes the saved file and the new or changed companion files, all or none. Throws Error.
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
