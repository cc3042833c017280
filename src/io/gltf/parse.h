// A glTF file parsed by tinygltf, its files confined to the model's folder, its shape checked
// before (io/gltf/text.h).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/progress.h"

namespace tinygltf {
class Model;
}

namespace marrow::io {

struct ParsedGltf {
  std::string file;  ///< for messages
  std::shared_ptr<tinygltf::Model> model;
  std::string editor_data;  ///< JSON text of extras.marrow; empty: none
  std::string document;     ///< JSON text of the rest: see GltfAside
  std::vector<std::string> warnings;
};

/// Images are not decoded; those outside buffers hold the bytes of their file in `image`, or
/// nothing where it cannot be read, with a warning. Three stages of `progress`, up to `share`.
/// Throws Error.
ParsedGltf parse_gltf(const std::filesystem::path& path, Progress& progress, double share);

}  // namespace marrow::io
