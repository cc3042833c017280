// State of motions: what is played, and one being retargeted. No ImGui.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edit/retarget.h"
#include "scene/scene.h"

namespace marrow {

/// A motion of another figure being retargeted to a skeleton of the scene.
struct RetargetDialog {
  std::string name;  ///< of the file it came from
  std::string path;
  Scene actor;                        ///< the file's scene; its first motion is meant
  std::vector<std::string> warnings;  ///< of the file
  Id actor_node = kNoId;              ///< in `actor`: the node with the skeleton
  Id onto = kNoId;  ///< the node of the document's scene whose skeleton shall do it
  RetargetTable table;
  bool begins_here = true, matches_rest = true;
  bool wants_focus = true;
  std::string problem;  ///< why it was refused
};

struct TransportState {
  std::size_t motion = 0;  ///< the one chosen, index into Scene::motions
  double seconds = 0.0;    ///< where it stands
  bool is_on =
      false;  ///< the picture shows the motion at that time; the document never hears of it
  bool is_playing = false;   ///< and time goes on
  bool loops = true;         ///< from the end to the beginning; otherwise it stops there
  double played_at = 0.0;    ///< seconds of the app's clock: when `seconds` was reckoned last
  bool is_scrubbed = false;  ///< the slider is held

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

  std::optional<RetargetDialog> retarget;
};

}  // namespace marrow
