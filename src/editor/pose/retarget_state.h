// State of the retargeting dialog. No ImGui.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edit/retarget/retarget_check.h"
#include "scene/scene.h"

namespace marrow {

/// What a user can choose about a retargeting.
struct RetargetChoices {
  ActorReading reading;
  RetargetTable table;
  bool begins_here = true, matches_rest = true, in_place = false;
  bool operator==(const RetargetChoices&) const = default;
};

/// A motion of another figure being retargeted to a skeleton of the scene.
struct RetargetDialog {
  std::string name;  ///< of the file it came from
  std::string path;
  Scene actor;                        ///< the file's scene; its first motion is meant
  std::vector<std::string> warnings;  ///< of the file
  Id actor_node = kNoId;              ///< in `actor`: the node with the skeleton
  Id onto = kNoId;  ///< the node of the document's scene whose skeleton shall do it
  ActorGuess guess;
  RetargetChoices choices;
  bool wants_focus = true;
  std::string problem;  ///< why it was refused

  /// The motion as it would be added, made anew when a choice changed.
  struct Trial {
    RetargetChoices choices;
    std::shared_ptr<const Skeleton> onto;
    RetargetTrial result;
    float file_yaw = 0.0f;  ///< radians about y: turns the file's figure to look as the other does
    float file_floor = 0.0f, file_height = 1.0f;  ///< of the file's figure, y up
    float onto_floor = 0.0f, onto_height = 1.0f;  ///< in world space
  };
  std::optional<Trial> trial;
  double preview_seconds = 0.0;    ///< the time of the motion that the preview shows
  double preview_played_at = 0.0;  ///< seconds of the app's clock
  bool preview_is_held = false;    ///< by its slider
};

}  // namespace marrow
