#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

/// The result of every loader: a file's content and what was repaired or guessed.
struct Loaded {
  Scene scene;
  std::vector<std::string> warnings;
  bool is_ours = false;  ///< a scene that we wrote: saving over it loses nothing
  std::vector<std::filesystem::path> files;  ///< that were read: itself, then those beside it
};

}  // namespace marrow::io
