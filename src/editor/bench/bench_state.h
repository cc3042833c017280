// State of the bench for capsule radii: plain data, no ImGui, no SDL, no GL.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "edit/mirror.h"
#include "rig/measure/measure.h"
#include "rig/measure/sweep.h"

namespace marrow {

enum class BenchSection { coverage, meters, sweep, weights, sides };

/// The content of "Export CSV...".
enum class CsvKind { influences, coverage, sweep, sides };

/// State of the Bench tab: unfolded sections and lists, the drag under way.
struct BenchPanel {
  std::array<bool, 5> is_open{true, true, true, false, false};  ///< one a BenchSection
  bool shows_all_islands = false;
  bool shows_all_joints = false;  ///< in the list of bars, not only the first dozen
  bool shows_all_pairs = false;   ///< of the uneven ones, not only the first few
  bool shows_even_pairs = false;  ///< in left and right
  bool weights_of_all = false;    ///< the histogram is of all joints, not of the active one
  float swept_radius = 0.0f;      ///< of the sweep's drag under way, before Ctrl rounds it
  bool is_sweep_dragged = false;  ///< the pointer has moved since it was pressed on the plot
  float radius_factor = 1.0f;     ///< of the drag under way that scales radii; 1 when there is none
  CsvKind csv = CsvKind::influences;  ///< what the file browser was opened for
  bool& open(BenchSection section) { return is_open[static_cast<std::size_t>(section)]; }
};

/// Left and right, as they were at a revision of the document.
struct SideCache {
  Id skeleton = kNoId;
  std::uint64_t revision = 0;
  bool is_straight = false;  ///< made while a body waits
  std::vector<SideRow> rows;
};

struct BenchState {
  Sweep sweep;
  BenchPanel panel;
  SideCache sides;
  EdgePlace shown_edge;  ///< that a meter flew to; marked in the picture while the document is at
                         ///< the revision below
  std::uint64_t shown_edge_revision = 0;
  bool shows_bleeding = true;  ///< hatches what the active joint holds wrongly
  Id flashed_island = kNoId;   ///< joint of the island row under the pointer: its crosses grow
  std::map<Id, Radii>
      radii_at_open;  ///< by joint: what "reset" goes back to; a joint made since is not in it
  std::optional<std::map<Id, Radii>>
      own_radii_at_open;  ///< of the user's own document while another is visited
};

}  // namespace marrow
