// Commands of the Pose menu.
#include "app/command_parts.h"

namespace marrow::app {

std::vector<Command> pose_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  return {
      {.id = "pose.reset",
       .label = "Reset selected",
       .menu = kMenu,
       .shortcuts = {alt(SDLK_r)},
       .tooltip = "The selected joints go back to rest.",
       .enabled = has_joint,
       .run = [](Editor& editor) { reset_pose(editor, false); }},
      {.id = "pose.reset_all",
       .label = "Reset all",
       .menu = kMenu,
       .shortcuts = {alt_shift(SDLK_r)},
       .tooltip = "The whole skeleton goes back to rest.",
       .enabled = has_skeleton,
       .run = [](Editor& editor) { reset_pose(editor, true); }},
      {.id = "pose.store",
       .label = "Store this pose",
       .menu = kMenu,
       .tooltip = "Keeps the present pose with the scene.",
       .enabled = has_skeleton,
       .run = store_pose,
       .separator_before = true},
  };
}

}  // namespace marrow::app
