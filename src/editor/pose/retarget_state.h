// State of the retargeting dialog. No ImGui.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edit/retarget/retarget_check.h"
#include "scene/scene.h"

namespace marrow {

/// Choices of the user.
struct RetargetChoices {
  ActorReading reading;
  RetargetTable table;
  bool begins_here = true, matches_rest = true, in_place = false, on_floor = false;
  bool operator==(const RetargetChoices&) const = default;
};

/// A motion of another figure being retargeted to a skeleton of the scene.
struct RetargetDialog {
  std::string name;  ///< of the motion
  std::string path;
  Scene actor;                        ///< the file's scene; its first motion is used
  std::vector<std::string> warnings;  ///< of the file
  Id actor_node = kNoId;              ///< in `actor`: the node with the skeleton
  Id onto = kNoId;                    ///< node of the document's scene: the target skeleton
  ActorGuess guess;
  RetargetChoices choices;
  bool wants_focus = true;
  std::string problem;  ///< why it was refused

  /// The resulting motion, computed again when a choice changes.
  struct Trial {
    RetargetChoices choices;
    std::shared_ptr<const Skeleton> onto;
    RetargetTrial result;
    float file_yaw = 0.0f;  ///< radians about y: turns the file's figure to face like the other
    float file_floor = 0.0f, file_height = 1.0f;  ///< of the file's figure, y up
    float onto_floor = 0.0f, onto_height = 1.0f;  ///< in world space
  };
  std::optional<Trial> trial;
  double preview_seconds = 0.0;    ///< time of the motion in the preview
  double preview_played_at = 0.0;  ///< seconds of the app's clock
  bool preview_is_held = false;    ///< by its slider
};

}  // namespace marrow
