// Touch-ups: painted changes of weights, a sparse layer over the capsules' weights or a file's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// Differences of weights, of painted vertices alone: what is painted stays when a radius changes.
/// rig/skinning/painted_rows.h says what becomes of them. Compressed rows: vertices[n] owns entries
/// [row_begin[n], row_begin[n + 1]). Joints are named by id; those that are gone have no effect.
struct TouchUps {
  std::vector<std::uint32_t> vertices;      ///< source vertices, ascending
  std::vector<std::uint32_t> row_begin{0};  ///< one more than vertices
  std::vector<Id> joint;                    ///< one per entry, ascending in each row
  std::vector<float> difference;            ///< one per entry, from -1 to 1

  /// One more vertex, behind all others: it owns the entries that were appended since the last one.
  void end_row(std::uint32_t vertex) {
    vertices.push_back(vertex);
    row_begin.push_back(static_cast<std::uint32_t>(joint.size()));
  }
  bool operator==(const TouchUps&) const = default;
};

/// Whether rows may be without entries: those of changes may.
enum class EmptyRows { refused, allowed };

/// The first broken rule of TouchUps on a mesh of so many vertices (0: it is in another file, as in
/// recovery), in words; empty when valid.
std::string why_invalid(const TouchUps& touch_ups, std::size_t vertices,
                        EmptyRows empty = EmptyRows::refused);

/// Appends rows [first, last) of `from`; their vertices come behind all of `to`.
void append_rows(const TouchUps& from, std::size_t first, std::size_t last, TouchUps& to);

/// `before` with the rows of `changed` in place of those of the same vertices. A row of `changed`
/// without entries takes the vertex out, or stays where such rows are allowed.
TouchUps with_rows(const TouchUps& before, const TouchUps& changed,
                   EmptyRows empty = EmptyRows::refused);

}  // namespace marrow
