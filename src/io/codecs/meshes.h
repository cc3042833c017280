// Mesh compression by Draco and meshoptimizer. bodies/ has two implementations of each: with the
// library, and for a build without it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace marrow::io {

/// Vertices and triangles as Draco stores them: output of decode_draco(), input of encode_draco().
struct DracoMesh {
  struct Attribute {
    int component = 5126;  ///< glTF's component type
    bool normalized = false;
    std::size_t width = 0;             ///< components per point
    std::vector<unsigned char> bytes;  ///< `points` elements without gaps, little-endian
  };
  std::size_t points = 0;
  std::vector<std::uint32_t> corners;             ///< three per triangle, each below `points`
  std::map<std::uint32_t, Attribute> attributes;  ///< by unique id
};

/// An attribute that a reader wants: its unique id, with glTF's component type and width.
struct DracoWish {
  std::uint32_t id = 0;
  int component = 5126;
  std::size_t width = 0;
};

/// The reason that decoders return in a build without their library.
inline constexpr const char* kNoLibrary =
    "cannot be unpacked: this build of Marrow was made without the library for it";

/// Called before `bytes` of memory are allocated; throws to refuse.
using AskMemory = std::function<void(std::uint64_t bytes)>;

bool has_draco();

/// Decodes a stream. Returns the reason if it cannot be decoded, as words that follow "the stream",
/// or an empty string. Calls `ask` for the library's work space and for the result.
std::string decode_draco(std::span<const unsigned char> stream,
                         const std::vector<DracoWish>& wishes, DracoMesh& mesh,
                         const AskMemory& ask);

/// How many bits the values of an attribute keep; 0: all, as for integers.
struct DracoBits {
  std::uint32_t id = 0;
  enum class Kind { position, normal, uv, color, generic } kind = Kind::generic;
  int bits = 0;
  /// Lowest corner and size of the cube whose grid positions are rounded to. Primitives that share
  /// a cube still meet afterwards. A size of 0: the attribute's own bounds.
  float origin[3] = {}, range = 0.0f;
};

/// Encodes a mesh; `bits` lists each attribute once. Points and triangles may come back in another
/// order unless `keeps_order`. Returns an empty vector if the library refuses.
std::vector<unsigned char> encode_draco(const DracoMesh& mesh, const std::vector<DracoBits>& bits,
                                        bool keeps_order);

/// The content of a meshoptimizer stream, in the terms of EXT_meshopt_compression.
struct MeshoptForm {
  std::uint64_t count = 0, stride = 0;  ///< elements, and unpacked bytes of each
  std::string mode;                     ///< ATTRIBUTES, TRIANGLES or INDICES
  std::string filter;                   ///< NONE, OCTAHEDRAL, QUATERNION or EXPONENTIAL
};

/// Returns why the library could not decode such a stream, as a JSON pointer below the extension
/// and what was expected, or two empty strings.
std::pair<std::string, std::string> why_impossible(const MeshoptForm& form);

bool has_meshopt();

/// Decodes the stream into `unpacked`, which has count * stride bytes, and applies the filter.
/// Returns the reason if it cannot be decoded, as decode_draco() does. Precondition:
/// why_impossible() returns empty strings.
std::string decode_meshopt(std::span<const unsigned char> stream, const MeshoptForm& form,
                           std::span<unsigned char> unpacked);

/// Encodes elements of `stride` bytes (a multiple of 4, at most 256).
std::vector<unsigned char> encode_meshopt(std::span<const unsigned char> elements,
                                          std::size_t stride);
/// Encodes triangles. The first corner of each may come back as its second or third.
std::vector<unsigned char> encode_meshopt(std::span<const std::uint32_t> corners);
/// Replaces floats, `width` per element, by mantissas of `bits` bits and a common exponent, for the
/// filter EXPONENTIAL.
std::vector<unsigned char> filter_exponential(std::span<const float> numbers, std::size_t width,
                                              int bits);
/// Replaces unit quaternions by four 16-bit integers each, for the filter QUATERNION.
std::vector<unsigned char> filter_quaternion(std::span<const float> numbers);

}  // namespace marrow::io
