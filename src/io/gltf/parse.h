// Parses a glTF file with tinygltf, confined to the model's folder, after the checks of text_check.h.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/load_progress.h"

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

/// Images are not decoded; those outside buffers have their file's bytes in `image`, or nothing and
/// a warning if unreadable. Three stages of `progress`, up to `share`. Throws Error.
ParsedGltf parse_gltf(const std::filesystem::path& path, LoadProgress& progress, double share);

/// Throws Error if a .gltf of this text, whose buffers and images are data URIs, would be refused
/// for its JSON.
void check_gltf_json(const std::string& json);

}  // namespace marrow::io
