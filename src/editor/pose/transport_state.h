// State of motions: what is played, and one being retargeted. No ImGui.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "editor/pose/retarget_state.h"
#include "scene/scene.h"

namespace marrow {

struct TransportState {
  std::size_t motion = 0;  ///< the one chosen, index into Scene::motions
  double seconds = 0.0;    ///< where it stands
  bool is_on =
      false;  ///< the picture shows the motion at that time; the document never hears of it
  bool is_playing = false;      ///< and time goes on
  bool loops = true;            ///< from the end to the beginning; otherwise it stops there
  double played_at = 0.0;       ///< seconds of the app's clock: when `seconds` was reckoned last
  bool is_scrubbed = false;     ///< the slider is held
  bool follows = false;         ///< the camera goes along with the figure
  glm::vec3 followed_by{0.0f};  ///< how far it has gone: returned when the motion stops

  /// The scene shown while is_on.
  struct Shown {
    Scene base;  ///< the document's scene that it was made from: another one ends it
    double seconds = 0.0;
    std::size_t motion = 0;
    Scene scene;
  };
  std::optional<Shown> shown;

  bool is_renaming = false, rename_began = false;
  std::string rename_buffer;
  std::string search;  ///< of the list of motions, while it is open

  std::optional<RetargetDialog> retarget;
};

}  // namespace marrow
