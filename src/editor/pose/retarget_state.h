// State of the retargeting dialog. No ImGui.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edit/retarget/clips.h"
#include "scene/scene.h"

namespace marrow {

struct RetargetChoices {
  ActorReading reading;
  RetargetTable table;
  bool begins_here = true, matches_rest = true, in_place = false, on_floor = false;
  bool operator==(const RetargetChoices&) const = default;
};

/// Motions of another figure being retargeted to a skeleton of the scene.
struct RetargetDialog {
  std::string path;
  Scene actor;              ///< the file's scene
  std::vector<Clip> clips;  ///< at least one
  std::size_t shown = 0;    ///< index of the clip in the preview, whose figure `guess` is about
  std::vector<std::string> warnings;  ///< about the file
  Id actor_node = kNoId;              ///< in `actor`: the node with the skeleton
  Id onto = kNoId;                    ///< node of the document's scene: the target skeleton
  ActorGuess guess;
  RetargetChoices choices;
  bool wants_focus = true;
  std::string problem;  ///< why it was refused

  const Motion& motion() const { return *clips[shown].motion; }

  /// The resulting motion, computed again when a choice changes.
  struct Trial {
    RetargetChoices choices;
    std::shared_ptr<const Skeleton> onto;
    RetargetTrial result;
    float file_yaw = 0.0f;  ///< radians about y: turns the file's figure to face like the other
    float file_floor = 0.0f, file_height = 1.0f;  ///< for the file's figure, y up
    float onto_floor = 0.0f, onto_height = 1.0f;  ///< in world space
  };
  std::optional<Trial> trial;
  double preview_seconds = 0.0;    ///< time of the motion in the preview
  double preview_played_at = 0.0;  ///< seconds of the app's clock
  bool preview_is_held = false;    ///< its slider is held
};

}  // namespace marrow
