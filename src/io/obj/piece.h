// The second walk over a piece of an OBJ file's text: its numbers and its faces. Independent of the locale.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/obj/survey.h"
#include "scene/mesh.h"

namespace marrow::io {

/// What all pieces of a file share while they are read, each by a thread of its own.
struct ObjTarget {
  const std::string& file;
  const ObjSurvey& survey;
  /// The mesh's arrays, as long as the survey says: each piece writes where its lines stand.
  std::vector<glm::vec3>& positions;
  std::vector<glm::vec3>& normals;
  std::vector<glm::vec2>& uvs;
};

/// Faces in a row, from `first_face` of the piece on, that have the same material, object, group and smoothing.
struct ObjRun {
  std::uint32_t first_face = 0;
  ObjState state;
};

/// The polygons of a piece, and what else its lines say. Polygons with fewer than 3 corners are only counted.
struct ObjFaces {
  std::vector<std::uint32_t> face_end;  ///< of each face: its corners end here, counted from the piece's first
  std::vector<ObjRun> runs;             ///< the first begins at face 0
  std::vector<std::uint32_t> corner_vertex;
  std::vector<std::uint32_t> corner_uv;      ///< one a corner, or kNoIndex; empty: none in this piece
  std::vector<std::uint32_t> corner_normal;  ///< the same
  std::vector<glm::vec4> colors;             ///< one a `v` line of the piece, each part >= 0 or -1: not there; empty: no line has one
  std::size_t colored = 0;                   ///< `v` lines with a colour
  bool has_alpha = false;                    ///< one of them with a fourth part
  ObjTally degenerate;                       ///< faces of fewer than 3 corners that were left out
  std::size_t corners_without = 0;           ///< that name a normal or texture coordinate although the file has none
  ObjTally odd_vertices;                     ///< `v` lines with more than a position that is neither a weight of 1 nor a colour
  ObjTally deep_uvs;                         ///< `vt` lines with a third coordinate other than 0
};

/// Throws Error naming the file and the line: a number that is missing, not finite or written with a comma, a face corner that is not an
/// index, index 0, a negative index before the first vertex, an index that is not in the file.
ObjFaces read_obj_piece(const ObjPiece& piece, const ObjTarget& target);

}  // namespace marrow::io
