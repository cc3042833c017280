// What the bench for capsule radii remembers from frame to frame, as plain data: no ImGui, no SDL, no GL.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rig/deformer.h"
#include "rig/measure.h"
#include "rig/range_of_motion.h"

namespace marrow::app {

/// One setting that takes a side of the swipe view: what differs from the document. Other blendings and other bodies of the contract become
/// further fields here and nowhere else.
struct CompareSide {
  std::optional<Falloff> falloff;  ///< none: the document's
  float radius_factor = 1.0f;      ///< on every radius of the shown skeleton
  bool operator==(const CompareSide&) const = default;
};

/// The swipe view: the document on the left of the divider, the same scene under another setting on the right, one camera and one pose.
struct CompareState {
  bool is_on = false;
  bool shows_difference = false;  ///< colours the left side by how far each vertex is from its place on the right
  float divider = 0.5f;           ///< share of the picture's width
  bool is_dragged = false;        ///< the divider is in hand
  CompareSide right{.falloff = Falloff::linear};
  Scene scene;  ///< of the right side; deformer below is up to date with it while is_on
  std::optional<Deformer> deformer;
};

/// The vertex whose influences are explained.
struct ExplainState {
  Id mesh = kNoId;  ///< node; kNoId: none
  std::uint32_t vertex = 0;
};

/// The range-of-motion sheet while its window is open: joints are tried a few at a time.
struct SheetState {
  bool is_open = false;
  Id skeleton = kNoId;
  std::uint64_t revision = 0;            ///< of the document, when it was begun
  std::size_t next_joint = 0;            ///< to be tried
  std::vector<JointTrial> trials;        ///< worst first
  std::optional<std::string> wants_png;  ///< path to write the sheet to, once all is done
};

/// The card and the greeting of the first ten seconds.
struct WelcomeState {
  bool is_shown = false;    ///< the card with the doors
  bool waves = false;       ///< the sample's arm waves until the first input
  double wave_began = 0.0;  ///< seconds of the app's clock
};

struct BenchState {
  CompareState compare;
  ExplainState explain;
  Sweep sweep;
  SheetState sheet;
  WelcomeState welcome;
  bool shows_bleeding = true;             ///< hatches what the active joint holds wrongly
  Id flashed_island = kNoId;              ///< joint of the island row under the pointer: its crosses grow
  std::optional<Skeleton> radii_at_open;  ///< what "reset" goes back to, of the shown skeleton
};

}  // namespace marrow::app
