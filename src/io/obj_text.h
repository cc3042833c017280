// The first pass over an OBJ file, line by line and independent of the locale: reads the numbers, repairs what the parser wrongly
// refuses, and refuses, with the line, what the parser wrongly accepts.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

struct ObjText {
  std::vector<glm::vec3> positions;  ///< one a `v` line, in the file's order
  std::vector<glm::vec3> normals;    ///< one a `vn` line
  std::vector<glm::vec2> uvs;        ///< one a `vt` line
  /// What the parser shall read: `o` lines and one `f` line a polygon, its indices counted from 1 and none negative. Not yet checked:
  /// whether they are within range, as an OBJ file may name a vertex before its line.
  std::string statements;
  std::vector<std::uint32_t> face_lines;     ///< the file's line of each of these `f` lines
  std::vector<std::string> libraries;        ///< of each `mtllib` line, as it stands
  std::vector<std::string> materials;        ///< the names of `usemtl` lines, each once
  std::vector<std::uint32_t> face_material;  ///< of each of these `f` lines: index into materials, or kNoIndex
  std::size_t degenerate_faces = 0;          ///< faces of fewer than 3 corners that were left out
  std::size_t lines_and_points = 0;          ///< `l` and `p` statements that were left out
  bool has_colors = false;                   ///< `v` lines with more than 4 numbers
};

/// Throws Error naming `file` and the line: a NUL byte, UTF-16, no OBJ statement at all, a number that is missing, not finite or
/// written with a comma, a face corner that is not an index, index 0, a negative index before the first vertex, an index over 2^31.
ObjText read_obj_text(const std::string& file, std::string_view bytes);

}  // namespace marrow::io
