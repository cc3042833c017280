// Finds the places of a standing human figure's joints in a surface without bones, by its shape
// alone: nothing is learned, and the result does not change with the number of threads.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/progress.h"
#include "rig/body/solid.h"

namespace marrow {

/// Markers in the middle, then those of the left side, then those of the right side in the same
/// order.
enum class Marker {
  head_top,
  head,   ///< base of the skull
  neck,   ///< base of the neck
  chest,  ///< base of the rib cage
  hips,   ///< pelvis
  shoulder_l,
  elbow_l,
  wrist_l,
  hand_end_l,
  hip_l,
  knee_l,
  ankle_l,
  ball_l,  ///< where the toes begin
  toe_end_l,
  shoulder_r,
  elbow_r,
  wrist_r,
  hand_end_r,
  hip_r,
  knee_r,
  ankle_r,
  ball_r,
  toe_end_r
};
inline constexpr std::array<const char*, 23> kMarkerNames = {
    "head_top", "head",      "neck",       "chest",   "hips",     "shoulder.L",
    "elbow.L",  "wrist.L",   "hand_end.L", "hip.L",   "knee.L",   "ankle.L",
    "ball.L",   "toe_end.L", "shoulder.R", "elbow.R", "wrist.R",  "hand_end.R",
    "hip.R",    "knee.R",    "ankle.R",    "ball.R",  "toe_end.R"};
inline constexpr std::size_t kMarkers = kMarkerNames.size();
inline constexpr std::size_t kMiddleMarkers = 5, kSideMarkers = (kMarkers - kMiddleMarkers) / 2;
/// The same marker of the other side; a middle marker itself.
constexpr Marker mirrored(Marker marker) {
  const auto m = std::size_t(marker);
  return m < kMiddleMarkers                  ? marker
         : m < kMiddleMarkers + kSideMarkers ? Marker(m + kSideMarkers)
                                             : Marker(m - kSideMarkers);
}

struct MarkerPlace {
  glm::vec3 position{0.0f};
  std::string doubt{};  ///< why the position may be wrong, in plain words; empty: no reason
};

struct FigureMarkers {
  std::array<MarkerPlace, kMarkers> places{};
  glm::vec3 up{0.0f, 1.0f, 0.0f}, front{0.0f, 0.0f, 1.0f};  ///< unit vectors
  float height = 0.0f;
  std::string front_doubt{};  ///< why front and back may be exchanged; empty: no reason

  MarkerPlace& operator[](Marker marker) { return places[std::size_t(marker)]; }
  const MarkerPlace& operator[](Marker marker) const { return places[std::size_t(marker)]; }
};

struct FigureSearch {
  std::optional<FigureMarkers> markers{};
  std::string refusal{};  ///< one sentence that says what was found instead; empty: success
};

/// Markers of a figure that stands along y or, if none does, along z, at any scale and turned in
/// any way about that axis. Positions are in the space of the shells. Throws Stopped if `progress`
/// stops it.
FigureSearch find_markers(const std::vector<Shell>& shells, const ProgressCallback& progress = {});

}  // namespace marrow
