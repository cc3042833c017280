// State of motions: playback, and the dialogs that add or change one. No ImGui.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "editor/pose/retarget_state.h"
#include "editor/pose/rework_state.h"

namespace marrow {

struct TransportState {
  std::size_t motion = 0;    ///< the chosen one, index into Scene::motions
  double seconds = 0.0;      ///< in the motion, also while the document shows its own pose
  bool is_playing = false;   ///< time advances
  bool goes_back = false;    ///< bounces: on the way back
  bool loops = true;         ///< otherwise playback stops at the end
  bool bounces = false;      ///< a loop plays backwards from its end
  double played_at = 0.0;    ///< seconds of the app's clock: last advance of `seconds`
  bool is_scrubbed = false;  ///< the slider is held
  bool follows = false;      ///< the camera follows the figure, in the chosen motion
  /// `follows` of the motions that were chosen so far, by name: at first true where a motion leaves
  /// the picture.
  std::map<std::string, bool> following{};
  glm::vec3 followed_by{0.0f};  ///< the camera's way so far: undone when the motion stops

  /// figure_joint() of a motion, in a version of the document (Document::commits()).
  struct Figure {
    std::size_t motion;
    std::uint64_t commits;
    Id joint;
  };
  std::optional<Figure> figure{};  ///< that the camera follows

  /// The motion with Auto-key that an undo has taken away, until a redo brings both back.
  struct Undone {
    std::size_t motion = 0;
    std::string name;
    double seconds = 0.0;
  };
  std::optional<Undone> undone;

  bool is_renaming = false, rename_began = false;
  std::string rename_buffer;
  std::string search;  ///< in the list of motions

  std::optional<RetargetDialog> retarget;
  std::optional<ReworkDialog> rework;
  /// ReworkDialog::shown(); nullptr without the dialog.
  std::shared_ptr<const Motion> previewed() const { return rework ? rework->shown() : nullptr; }
};

}  // namespace marrow
