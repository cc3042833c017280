// A tree row's columns after the name: count, radius, lock and eye.
#pragma once

#include <imgui.h>
#include <string>

#include "editor/editor.h"
#include "editor/panels/tree_rows.h"

namespace marrow::app {

inline constexpr float kCapturedWidth = 50.0f, kSwitchWidth = 16.0f;  ///< design units
/// Width of the column of radii: as wide as their digits need, 0 if it is hidden; design units.
float radius_width(const Session& session);

/// Joints show what they capture and their radius: in Rig mode, and while weights are painted.
bool shows_capture(const Session& session);
/// "212" for a joint that shows it, "6,890 v" for a mesh, "19 joints" for a skeleton.
std::string count_text(const Session& session, const TreeRow& row);
/// Text at the right edge of its column; it may extend over the column to its left.
void right_aligned(const std::string& text, ImU32 tone);

/// The count; for a joint also a line below it that shows the painted share of its vertices.
void count_column(const Session& session, const TreeRow& row);
/// The scale of a skeleton's radii. Computed once per skeleton and frame, not once per row.
struct RadiusScale {
  float widest = 0.0f;  ///< largest radius; in a drag that at its start: tracks keep their scale
  const char* format = "%.3f";
};
RadiusScale radius_scale(const Session& session, const TreeRow& row);
void radius_column(Session& session, PanelsState& panels, ViewportState& viewport,
                   const TreeRow& row, const RadiusScale& scale);
/// Locks a joint: edits that name it are refused. `is_lit`: the pointer is on the row; otherwise an
/// open lock is faint.
void lock_column(Session& session, const TreeRow& row, bool is_lit);
void eye_column(Session& session, const TreeRow& row, bool is_lit);

}  // namespace marrow::app
