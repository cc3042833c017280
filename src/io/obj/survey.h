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

/// What faces have from the statements before them: numbers of names, kNoIndex where no statement or one without a name stands last.
struct ObjState {
  std::uint32_t material = kNoIndex;  ///< `usemtl`
  std::uint32_t object = kNoIndex;    ///< `o`
  std::uint32_t group = kNoIndex;     ///< `g`: the whole line, which may name several
  std::uint32_t smoothing = 0;        ///< `s`: 0 is off
  bool operator==(const ObjState&) const = default;
};

/// A part of the text, between two logical lines.
struct ObjPiece {
  std::string_view text;
  ObjCounts before;              ///< in all pieces before it
  std::uint32_t first_line = 1;  ///< of the file, from 1
  ObjState state;                ///< at its begin
};

/// Names of one kind of statement, numbered in the order of their first use.
struct ObjNames {
  std::map<std::string, std::uint32_t> numbers;
  std::size_t statements = 0;  ///< with a name or without

  /// kNoIndex for an empty name. Precondition: a name that is not empty is there.
  std::uint32_t number_of(const std::string& name) const { return name.empty() ? kNoIndex : numbers.at(name); }
  std::vector<std::string> in_order() const;
};

/// How often something stands in the file, and where first.
struct ObjTally {
  std::size_t count = 0;
  std::uint32_t first_line = 0;  ///< from 1; 0: nowhere

  void note(std::uint32_t line) {
    if (count++ == 0) first_line = line;
  }
  /// Adds what stands behind: in a piece that begins after `lines_before` lines.
  void add(const ObjTally& behind, std::uint32_t lines_before) {
    if (count == 0 && behind.count > 0) first_line = behind.first_line + lines_before;
    count += behind.count;
  }
};

struct ObjSurvey {
  std::vector<ObjPiece> pieces;  ///< in the file's order
  ObjCounts counts;
  ObjNames materials, objects, groups;  ///< of `usemtl`, `o` and `g`
  std::vector<std::string> libraries;   ///< of each `mtllib` line, as it stands
  ObjTally lines, points;               ///< `l` and `p` statements
};

/// What an `s` statement says: its number; 0 for "off" and for what is no number.
std::uint32_t smoothing_of(std::string_view line);

/// Cuts `text` into pieces of about `piece_size` bytes and walks over them with several threads; one stage of `progress`, up to `share`.
/// The text must outlive the survey. Throws Error naming `file` and the line: a NUL byte, UTF-16, no OBJ statement at all.
ObjSurvey survey_obj(const std::string& file, std::string_view text, std::size_t piece_size, Progress& progress, double share);

}  // namespace marrow::io
