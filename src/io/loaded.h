#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

/// The result of every loader: a file's content, and warnings about repairs and guesses.
struct Loaded {
  Scene scene;
  std::vector<std::string> warnings;
  bool is_ours = false;  ///< Marrow wrote the file, so saving over it loses nothing
  std::vector<std::filesystem::path> files;  ///< all files that were read: the file itself first
};

}  // namespace marrow::io
