// Touch-ups: painted changes of weights, a sparse layer over the weights of capsules or of a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// Differences of weights, at painted vertices only. As differences they remain when a radius
/// changes. rig/skinning/painted_rows.h applies them. Compressed rows: vertices[n] owns entries
/// [row_begin[n], row_begin[n + 1]). Joints are named by id; missing joints have no effect.
struct TouchUps {
  std::vector<std::uint32_t> vertices;      ///< source vertices, ascending
  std::vector<std::uint32_t> row_begin{0};  ///< one more than `vertices`
  std::vector<Id> joint;                    ///< one per entry, ascending in each row
  std::vector<float> difference;            ///< one per entry, from -1 to 1

  /// Adds a vertex, which must be greater than all others. It owns the entries appended since the
  /// last row.
  void end_row(std::uint32_t vertex) {
    vertices.push_back(vertex);
    row_begin.push_back(std::uint32_t(joint.size()));
  }
  bool operator==(const TouchUps&) const = default;
};

/// Whether rows may be empty, as they may in the description of a change.
enum class EmptyRows { refused, allowed };

/// The first broken rule of TouchUps on a mesh with that many vertices, in words; empty if valid.
/// `vertices` 0: the mesh is in another file, as in recovery, and vertex numbers are not checked.
std::string why_invalid(const TouchUps& touch_ups, std::size_t vertices,
                        EmptyRows empty = EmptyRows::refused);

/// Appends rows [first, last) of `from`. Precondition: their vertices are greater than all of `to`.
void append_rows(const TouchUps& from, std::size_t first, std::size_t last, TouchUps& to);

/// `before` with the rows of `changed` replacing the rows of the same vertices. An empty row of
/// `changed` removes the vertex, unless empty rows are allowed.
TouchUps with_rows(const TouchUps& before, const TouchUps& changed,
                   EmptyRows empty = EmptyRows::refused);

}  // namespace marrow
