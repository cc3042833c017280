// What the bench for capsule radii remembers from frame to frame, as plain data: no ImGui, no SDL,
// no GL.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "edit/mirror.h"
#include "editor/course/explain_state.h"
#include "rig/measure/measure.h"
#include "rig/measure/range_of_motion.h"
#include "rig/measure/sweep.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// One setting that takes a side of the swipe view: what differs from the document. Other blendings
/// become further fields here and nowhere else.
struct CompareSide {
  std::optional<Backend> bodies{};  ///< none: the document's
  std::optional<Falloff> falloff;   ///< none: the document's
  float radius_factor = 1.0f;       ///< on every radius of the shown skeleton
  bool operator==(const CompareSide&) const = default;
};

/// The swipe view: the document on the left of the divider, the same scene under another setting on
/// the right, one camera and one pose.
struct CompareState {
  bool is_on = false;
  bool shows_difference =
      false;  ///< colours the left side by how far each vertex is from its place on the right
  float divider = 0.5f;  ///< share of the picture's width
  CompareSide right{.falloff = Falloff::linear};

  // The right side as of the last update_compare(), and what it was made from.
  Scene scene;
  std::optional<Deformer> deformer;  ///< up to date with `scene`
  Scene made_from;
  CompareSide made_with;
  Id made_for = kNoId;  ///< skeleton
};

/// The range-of-motion sheet while its window is open: joints are tried a few at a time.
struct SheetState {
  bool is_open = false;
  Id skeleton = kNoId;
  std::uint64_t revision = 0;              ///< of the document, when it was begun
  std::size_t next_joint = 0;              ///< to be tried
  std::vector<JointTrial> trials{};        ///< worst first
  std::optional<std::string> wants_png{};  ///< path to write the sheet to, once all is done
};

/// The card and the greeting of the first ten seconds.
struct WelcomeState {
  bool is_shown = false;    ///< the card with the doors
  bool waves = false;       ///< the sample's arm waves until the first input
  double wave_began = 0.0;  ///< seconds of the app's clock
};

/// The sections of the Bench tab, from top to bottom.
enum class BenchSection { coverage, meters, sweep, weights, sides };

/// What "Export CSV..." writes.
enum class CsvKind { influences, coverage, sweep, sides };

/// What the Bench tab itself remembers: which sections and lists are unfolded, what is being
/// dragged.
struct BenchPanel {
  std::array<bool, 5> is_open{true, true, true, false, false};  ///< one a BenchSection
  bool shows_all_islands = false;
  bool shows_all_joints = false;  ///< in the list of bars, not only the first dozen
  bool shows_all_pairs = false;   ///< of the uneven ones, not only the first few
  bool shows_even_pairs = false;  ///< in left and right
  bool weights_of_all = false;    ///< the histogram is of all joints, not of the active one
  float swept_radius = 0.0f;      ///< of the sweep's drag under way, before Ctrl rounds it
  float radius_factor = 1.0f;     ///< of the drag under way that scales radii; 1 when there is none
  CsvKind csv = CsvKind::influences;  ///< what the file browser was opened for
  bool& open(BenchSection section) { return is_open[static_cast<std::size_t>(section)]; }
};

/// Left and right, as they were at a revision of the document.
struct SideCache {
  Id skeleton = kNoId;
  std::uint64_t revision = 0;
  std::vector<SideRow> rows;
};

/// When measures were last asked for new answers: see measures_of().
struct MeasuredState {
  double asked_at = -1e9;  ///< seconds of the app's clock
  double total_ms = 0.0;   ///< Measures::total_ms() then
};

struct BenchState {
  MeasuredState measured;
  CompareState compare;
  ExplainState explain;
  ExplainPanelState explain_panel;
  Sweep sweep;
  SheetState sheet;
  WelcomeState welcome;
  BenchPanel panel;
  SideCache sides;
  EdgePlace shown_edge;  ///< that a meter flew to; marked in the picture while the document is at
                         ///< the revision below
  std::uint64_t shown_edge_revision = 0;
  bool shows_bleeding = true;  ///< hatches what the active joint holds wrongly
  Id flashed_island = kNoId;   ///< joint of the island row under the pointer: its crosses grow
  std::map<Id, float>
      radii_at_open;  ///< by joint: what "reset" goes back to; a joint made since is not in it
};

}  // namespace marrow
