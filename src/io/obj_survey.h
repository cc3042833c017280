// The first walk over an OBJ file's text: cuts it into pieces that can be read apart, and finds what a piece must know of those before it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/progress.h"
#include "scene/mesh.h"

namespace marrow::io {

struct ObjCounts {
  std::size_t positions = 0, uvs = 0, normals = 0;  ///< `v`, `vt` and `vn` lines
};

/// A part of the text, between two logical lines.
struct ObjPiece {
  std::string_view text;
  ObjCounts before;                   ///< in all pieces before it
  std::uint32_t first_line = 1;       ///< of the file, from 1
  std::uint32_t material = kNoIndex;  ///< the number of the last `usemtl` before it
};

struct ObjSurvey {
  std::vector<ObjPiece> pieces;  ///< in the file's order
  ObjCounts counts;
  std::map<std::string, std::uint32_t> materials;  ///< the names of `usemtl` lines, numbered in the order of their first use
  std::vector<std::string> libraries;              ///< of each `mtllib` line, as it stands
  std::size_t objects = 0;                         ///< `o` lines
  std::string first_object;                        ///< the name on the first of them
  std::size_t lines_and_points = 0;                ///< `l` and `p` statements
};

/// Cuts `text` into pieces of about `piece_size` bytes and walks over them with several threads; one stage of `progress`, up to `share`.
/// The text must outlive the survey. Throws Error naming `file` and the line: a NUL byte, UTF-16, no OBJ statement at all.
ObjSurvey survey_obj(const std::string& file, std::string_view text, std::size_t piece_size, Progress& progress, double share);

}  // namespace marrow::io
