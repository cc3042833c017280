// Compressed parts of a glTF file: the extensions KHR_draco_mesh_compression and
// EXT_meshopt_compression (also under the name KHR_meshopt_compression).
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/codecs/meshes.h"

namespace tinygltf {
class Model;
}

namespace marrow::io {

inline constexpr const char* kDraco = "KHR_draco_mesh_compression";
inline constexpr const char* kMeshopt = "EXT_meshopt_compression";
inline constexpr const char* kMeshoptOfKhronos = "KHR_meshopt_compression";
inline constexpr const char* kQuantization = "KHR_mesh_quantization";

/// True for extensions that only change how numbers are stored: a scene keeps nothing of them.
bool is_storage_extension(std::string_view name);

/// A buffer view whose bytes are compressed by meshoptimizer.
struct PackedView {
  std::size_t view = 0;
  std::string pointer;                   ///< JSON pointer to the extension's object
  std::size_t buffer = 0;                ///< index of the buffer with the stream
  std::uint64_t offset = 0, length = 0;  ///< range of the stream in the buffer, bytes
  MeshoptForm form;
};

/// A primitive whose vertices and indices are compressed by Draco.
struct PackedPrimitive {
  std::size_t mesh = 0, primitive = 0;
  std::string pointer;                       ///< JSON pointer to the extension's object
  std::size_t view = 0;                      ///< index of the view with the stream
  std::map<std::string, std::uint32_t> ids;  ///< attribute -> its unique id in the stream
};

struct PackedParts {
  std::vector<PackedView> views;
  std::vector<PackedPrimitive> primitives;
};

/// Removes the compressed parts from a document, which then reads like an uncompressed one whose
/// views have no bytes yet. If the file does not require the extension and has plain data as well,
/// that data is read instead of a Draco stream, and instead of a meshopt stream in a build without
/// the library. Throws Error with a JSON pointer for streams outside of their buffers and for sizes
/// that disagree. Precondition: the rules of rules.h hold.
PackedParts take_packed_parts(const std::string& file, nlohmann::json& root,
                              std::size_t binary_size);

/// Unpacks the parts into new buffers of the model and makes its views and accessors refer to them.
/// Memory is taken from a budget for `bytes_held` before it is allocated. Returns how many of the
/// unpacked bytes are beyond 8 times the streams' length: the budget of the file must not count
/// them as held, or a small file could ask for much memory in two steps. Throws Error with a JSON
/// pointer for a stream that cannot be unpacked, or that this build has no library for.
std::uint64_t unpack(const std::string& file, tinygltf::Model& model, const PackedParts& parts,
                     std::uint64_t bytes_held, std::vector<std::string>& warnings);

}  // namespace marrow::io
