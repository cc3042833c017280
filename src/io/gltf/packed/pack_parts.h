// The arrays of numbers in a glTF file, and their compression by each library.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/codecs/meshes.h"

namespace marrow::io {

/// The elements of an accessor without gaps.
struct Numbers {
  std::string type;
  int component = 5126;
  bool normalized = false;
  std::size_t width = 1;  ///< components per element
  std::vector<unsigned char> bytes;

  std::size_t component_size() const;
  std::size_t element_size() const { return width * component_size(); }
  std::size_t count() const { return bytes.size() / element_size(); }
  double at(std::size_t element, std::size_t column) const;  ///< as stored, not normalized
};

Numbers read_numbers(const nlohmann::json& accessor, const nlohmann::json& view,
                     std::string_view binary);

/// The least and the greatest value of each component, as arrays.
std::pair<nlohmann::json, nlohmann::json> least_and_greatest(const Numbers& numbers);

/// Bytes from one vertex to the next: a multiple of 4.
std::size_t stride_of(const Numbers& numbers);
/// Vertex elements stride_of() apart, others without gaps.
std::vector<unsigned char> bytes_of(const Numbers& numbers, bool is_of_vertices);

/// Rounds WEIGHTS_n to 16-bit fractions, which sum to 1 over all sets of a vertex if the weights
/// did. Joints without weight become joint 0.
void round_weights(std::map<std::string, Numbers>& skin);

/// The cube around the positions of a mesh.
struct PositionCube {
  float low[3] = {}, high[3] = {};
  bool is_empty = true;
  void add(const Numbers& positions);
  float size() const;
};

struct DracoPrimitive {
  Numbers corners;
  std::map<std::string, Numbers> attributes;
  std::vector<std::map<std::string, Numbers>> targets;  ///< not compressed, in vertex order
};

/// Returns the stream; `primitive` then has the numbers that a reader gets. Attributes have the ids
/// 0, 1, ... in the order of their names. Vertices that no triangle uses are left out. Returns an
/// empty stream, and `primitive` is unusable, if the library refuses (as for triangles without
/// area) or the stream would not be smaller.
std::vector<unsigned char> packed_by_draco(DracoPrimitive& primitive, const PositionCube& cube);

struct MeshoptResult {
  std::vector<unsigned char> stream;
  MeshoptForm form;
  Numbers numbers;  ///< as a reader gets them
  std::size_t stride = 0;
};

/// `use`: an attribute's name, "indices", or a path of an animation. Returns none if the result
/// would not be smaller, or if meshopt does not allow the elements' length.
std::optional<MeshoptResult> meshopt_of(const Numbers& numbers, const std::string& use,
                                        bool is_of_vertices);

}  // namespace marrow::io
