// Reads a piece of an OBJ file's text with tinyobjloader: its numbers, polygons and names.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

struct ObjCounts {
  std::size_t positions = 0, uvs = 0, normals = 0;  ///< `v`, `vt` and `vn` lines
  std::uint32_t lines = 0;                          ///< physical lines
  void operator+=(const ObjCounts& other) {
    positions += other.positions, uvs += other.uvs, normals += other.normals, lines += other.lines;
  }
};

/// Counts the lines of a piece of text, by their first words.
ObjCounts count_obj(std::string_view text);

/// A part of the text, between two logical lines.
struct ObjPiece {
  std::string_view text;
  ObjCounts before;  ///< counts of all earlier pieces
};

/// Data that all pieces of a file share, each read by its own thread.
struct ObjTarget {
  const std::string& file;
  const ObjCounts& counts;  ///< counts of the whole file
  /// positions, normals and uvs have the sizes of `counts`; each piece writes its own range
  Mesh& mesh;
};

/// Names of the statements in force at a face; nullptr: no statement, or one without a name.
struct ObjState {
  const std::string* object = nullptr;     ///< `o`
  const std::string* group = nullptr;      ///< `g`, which may name several
  const std::string* material = nullptr;   ///< `usemtl`
  const std::string* smoothing = nullptr;  ///< `s`
};

/// A change of the state: from `first_face` on, `part` is `name`.
struct ObjChange {
  std::uint32_t first_face = 0;
  const std::string* ObjState::*part = nullptr;
  std::string name;
};

/// A count of something in the file, and its first place.
struct ObjTally {
  std::size_t count = 0;
  std::uint32_t first_line = 0;  ///< line of the file, from 1; 0: none

  void note(std::uint32_t line) { *this += {1, line}; }
  /// `behind` must come later in the file.
  void operator+=(const ObjTally& behind) {
    if (count == 0) first_line = behind.first_line;
    count += behind.count;
  }
};

/// The polygons of a piece and the content of its other lines. Polygons with fewer than 3 corners
/// are only counted.
struct ObjFaces {
  std::vector<std::uint32_t> face_end;  ///< one per face: end of its corners, in this piece
  std::vector<std::uint32_t> corner_vertex;
  std::vector<std::uint32_t> corner_uv;      ///< one per corner, or kNoIndex; empty: none at all
  std::vector<std::uint32_t> corner_normal;  ///< as corner_uv
  std::vector<ObjChange> changes;            ///< in order; at most one of each part per face
  /// One per `v` line: components >= 0, or -1: no color. Empty: no colors at all.
  std::vector<glm::vec4> colors;
  std::size_t first_vertex = 0;        ///< index of the piece's first `v` line in the file
  std::size_t colored = 0;             ///< `v` lines with a color
  bool has_alpha = false;              ///< some color has a fourth component
  std::set<std::string> objects;       ///< named by `o` lines before the first face
  std::vector<std::string> libraries;  ///< each `mtllib` line, unchanged
  std::size_t corners_without = 0;     ///< corners with an index into a list that the file lacks
  ObjTally degenerate;                 ///< faces of fewer than 3 corners
  ObjTally odd_vertices;      ///< `v` lines with more than a position, a weight of 1 and a color
  ObjTally deep_uvs;          ///< `vt` lines with a third coordinate other than 0
  ObjTally lines, points;     ///< `l` and `p` statements
  ObjTally unknown;           ///< lines that are not OBJ statements
  std::string first_unknown;  ///< beginning of the first unknown line
  bool any_known = false;     ///< the piece has OBJ statements

  std::size_t corners() const { return corner_vertex.size(); }
};

/// Throws Error naming file and line for a number that is missing, not finite or written with a
/// comma, a corner that is not an index, index 0, a negative index before the first vertex, and an
/// index that is not in the file.
ObjFaces read_obj_piece(const ObjPiece& piece, const ObjTarget& target);

}  // namespace marrow::io
