// State of the bench for capsule radii, as plain data.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "edit/mirror.h"
#include "rig/measure/measure.h"
#include "rig/measure/sweep.h"

namespace marrow {

enum class BenchSection { coverage, meters, sweep, weights, sides };

/// The content of "Export CSV...".
enum class CsvKind { influences, coverage, sweep, sides };

/// State of the Bench tab: unfolded sections and lists, drags.
struct BenchPanel {
  std::array<bool, 5> is_open{true, true, true, false, false};  ///< by BenchSection
  bool shows_all_islands = false;
  bool shows_all_joints = false;      ///< in the list of bars, not only the first dozen
  bool shows_all_pairs = false;       ///< all uneven pairs, not only the first few
  bool shows_even_pairs = false;      ///< even pairs, too
  bool weights_of_all = false;        ///< the histogram is of all joints, not of the active one
  float swept_radius = 0.0f;          ///< of a drag on the plot, before Ctrl rounds it
  bool is_sweep_dragged = false;      ///< the pointer has moved since it was pressed on the plot
  float radius_factor = 1.0f;         ///< of a drag that scales radii; 1 if there is none
  CsvKind csv = CsvKind::influences;  ///< content of the file that the file browser asks for
  bool& open(BenchSection section) { return is_open[std::size_t(section)]; }
};

/// The report on left and right at a revision of the document.
struct SideCache {
  Id skeleton = kNoId;
  std::uint64_t revision = 0;
  bool is_straight = false;  ///< made while a body was still to be measured
  std::vector<SideRow> rows;
};

struct BenchState {
  Sweep sweep;
  BenchPanel panel;
  SideCache sides;
  EdgePlace shown_edge;  ///< edge of a meter, marked while the document is at the revision below
  std::uint64_t shown_edge_revision = 0;
  bool shows_bleeding = true;         ///< hatches vertices that bleed to the active joint
  Id flashed_island = kNoId;          ///< joint of the hovered island row, whose crosses grow
  std::map<Id, Radii> radii_at_open;  ///< by joint, for "reset"; without joints added since
  /// `radii_at_open` of the user's document while another one is visited.
  std::optional<std::map<Id, Radii>> own_radii_at_open;
};

}  // namespace marrow
