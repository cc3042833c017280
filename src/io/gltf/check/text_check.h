// Checks before parsing a glTF file: the container, the JSON text and its structure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/gltf/buffers.h"
#include "io/gltf/packed/packed.h"

namespace marrow::io {

inline constexpr std::size_t kDeepestJson = 128;
inline constexpr std::size_t kMostJsonValues = 16'000'000;
/// Members of all objects: each costs a hundred bytes or more.
inline constexpr std::size_t kMostJsonMembers = 8'000'000;
inline constexpr std::size_t kMostNodes = 1'000'000;

/// The two parts of a .glb, or a whole .gltf as `json`. Views into the file's bytes.
struct GltfParts {
  std::string_view json, binary;
  std::vector<std::string> warnings{};
};

/// Throws Error for a .glb whose header or chunks do not match the file's size.
GltfParts split_gltf(const std::string& file, std::string_view bytes);

/// Joins the parts to a .glb.
std::string joined_glb(std::string_view json, std::string_view binary);

/// Returns the text as valid UTF-8; ill-formed parts are replaced, with a warning. Throws Error if
/// it is nested deeper than kDeepestJson, or has more than kMostJsonValues values or
/// kMostJsonMembers members. Does not check whether the text is valid JSON.
std::string checked_json_text(const std::string& file, std::string_view json,
                              std::vector<std::string>& warnings);

/// Replaces every "extras" by 0, in place, because the parser would need 150 bytes per number in
/// them. Precondition: valid JSON.
void blank_extras(std::string& json);

/// A primitive whose indices have no data, so all are 0. This is valid, but the parser refuses it.
struct ZeroIndices {
  std::size_t mesh, primitive;
  int accessor;
};

struct CheckedGltf {
  std::string editor_data;  ///< JSON text of extras.marrow; empty: none
  std::string document;  ///< JSON text of the rest of the file without buffers, views and accessors
  /// JSON text for the parser: without extras and the parts listed below, with buffers of one byte.
  /// Views and accessors keep their indices; an accessor without data has no view.
  std::string for_parser;
  std::vector<BufferSource> buffers;
  std::vector<ZeroIndices> zero_indices;
  std::vector<int> image_views;  ///< one per image: its view, or -1
  PackedParts packed;            ///< compressed parts, for unpack()
};

/// Parses the text and checks its shape: types of used members, targets of indices, views within
/// buffers, no unknown required extension. `binary_size`: bytes of the .glb's second chunk. Throws
/// Error with a JSON pointer.
CheckedGltf check_gltf_shape(const std::string& file, const std::string& json,
                             std::size_t binary_size, std::vector<std::string>& warnings);

}  // namespace marrow::io
