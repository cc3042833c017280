// State of motions: what is played, and one being retargeted. No ImGui.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/pose/retarget_state.h"
#include "editor/pose/rework_state.h"

namespace marrow {

struct TransportState {
  std::size_t motion = 0;       ///< the one chosen, index into Scene::motions
  double seconds = 0.0;         ///< where it stands: the document shows that time, or its own pose
  bool is_playing = false;      ///< and time goes on
  bool goes_back = false;       ///< while it bounces
  bool loops = true;            ///< from the end to the beginning; otherwise it stops there
  bool bounces = false;         ///< a loop: from the end backwards
  double played_at = 0.0;       ///< seconds of the app's clock: when `seconds` was reckoned last
  bool is_scrubbed = false;     ///< the slider is held
  bool follows = false;         ///< the camera goes along with the figure
  glm::vec3 followed_by{0.0f};  ///< how far it has gone: returned when the motion stops

  bool is_renaming = false, rename_began = false;
  std::string rename_buffer;
  std::string search;  ///< of the list of motions, while it is open

  std::optional<RetargetDialog> retarget;
  std::optional<ReworkDialog> rework;
  /// ReworkDialog::shown(), while it is open.
  std::shared_ptr<const Motion> previewed() const { return rework ? rework->shown() : nullptr; }
};

}  // namespace marrow
