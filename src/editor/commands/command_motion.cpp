// Commands of motions, in the Pose menu.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/pose/transport_state.h"

namespace marrow {

std::vector<Command> motion_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  constexpr const char* kNeeds = "no motion is shown (Space plays one)";
  const auto is_on = [](const Editor& editor) { return editor.transport.is_on; };
  return {
      {.id = "motion.play",
       .label = "Play or pause",
       .menu = kMenu,
       .shortcuts = {key(keys::kSpace)},
       .tooltip = "Plays the motion below the picture. The scene itself stays as it is.",
       .run = [](Editor& editor) { toggle_playing(editor, editor.transport); },
       .separator_before = true,
       .submenu = "Motion"},
      {.id = "motion.stop",
       .label = "Stop the motion",
       .menu = kMenu,
       .tooltip = "Returns to the scene as it is. Any edit does so too, and Esc.",
       .enabled = is_on,
       .run = [](Editor& editor) { stop_motion(editor, editor.transport); },
       .submenu = "Motion",
       .needs = kNeeds},
      {.id = "motion.keep_pose",
       .label = "Keep this pose",
       .menu = kMenu,
       .shortcuts = {shift(keys::kSpace)},
       .tooltip = "The pose that the motion shows now becomes the scene's, as one step.",
       .enabled = is_on,
       .run = [](Editor& editor) { keep_pose(editor, editor.transport); },
       .submenu = "Motion",
       .needs = kNeeds},
      {.id = "motion.loop",
       .label = "Loop",
       .menu = kMenu,
       .tooltip = "Starts the motion again when it ends.",
       .run = [](Editor& editor) { editor.transport.loops = !editor.transport.loops; },
       .checked = [](const Editor& editor) { return editor.transport.loops; },
       .submenu = "Motion"},
      {.id = "motion.follow",
       .label = "Follow the figure",
       .menu = kMenu,
       .tooltip = "The camera goes along while a motion plays, and returns when it stops.",
       .run =
           [](Editor& editor) { set_follows(editor, editor.transport, !editor.transport.follows); },
       .checked = [](const Editor& editor) { return editor.transport.follows; },
       .submenu = "Motion"},
  };
}

}  // namespace marrow
