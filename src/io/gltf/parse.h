// Parses a glTF file with tinygltf, confined to the model's folder, after the checks of
// text_check.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/loaded.h"

namespace tinygltf {
class Model;
}

namespace marrow::io {

struct ParsedGltf {
  std::string file;  ///< for messages
  std::shared_ptr<tinygltf::Model> model;
  std::string editor_data;  ///< JSON text of extras.marrow; empty: none
  std::string document;     ///< JSON text of the rest, see CheckedGltf
  std::vector<std::string> warnings;
  std::uint64_t source_bytes = 0;  ///< size of the file that a made document comes from
  /// unpacked bytes that do not count as held, see unpack()
  std::uint64_t uncounted = 0;
};

/// The size in bytes to which the content's memory budget is proportional.
std::uint64_t bytes_held(const ParsedGltf& parsed);

/// Unpacks compressed meshes (packed/). Does not decode images. For images outside buffers, `image`
/// holds the file's bytes, or none, with a warning, if they cannot be read. Three stages of
/// `progress`, up to `share`. Throws Error.
ParsedGltf parse_gltf(const std::filesystem::path& path, LoadProgress& progress, double share);

/// Parses a document that was made in memory. All images must be in its buffer.
ParsedGltf parse_made_gltf(const std::string& file, const std::string& json,
                           std::vector<unsigned char> buffer, std::vector<std::string>& warnings);

/// Throws Error if the JSON of this .gltf would be refused. Its buffers and images must be data
/// URIs.
void check_gltf_json(const std::string& json);

}  // namespace marrow::io
