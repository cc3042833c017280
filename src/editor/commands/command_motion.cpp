// Commands of motions, in the Pose menu.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/rework.h"
#include "editor/pose/transport.h"
#include "editor/pose/transport_state.h"

namespace marrow {

std::vector<Command> motion_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  constexpr const char* kNeeds = "no motion is shown (Space plays one)";
  constexpr const char* kNeedsMotion = "there is no motion";
  const auto has_motion = [](const Editor& editor) {
    return chosen_motion(editor, editor.transport) != nullptr;
  };
  const auto is_on = [](const Editor& editor) { return shows_motion(editor); };
  return {
      {.id = "motion.play",
       .label = "Play or pause",
       .menu = kMenu,
       .shortcuts = {key(keys::kSpace)},
       .tooltip = "Plays the motion below the picture. The scene's own pose stays as it is.",
       .run = [](Editor& editor) { toggle_playing(editor, editor.transport); },
       .separator_before = true,
       .submenu = "Motion"},
      {.id = "motion.stop",
       .label = "Stop the motion",
       .menu = kMenu,
       .tooltip =
           "Returns to the scene's own pose and ends Auto-key. Esc returns, too, without Auto-key.",
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
      {.id = "motion.new",
       .label = "New motion",
       .menu = kMenu,
       .tooltip = "Three seconds that begin with this pose. What is posed at other times becomes "
                  "keys.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { new_motion(editor, editor.transport); },
       .separator_before = true,
       .submenu = "Motion",
       .needs = "the scene is empty"},
      {.id = "motion.duplicate",
       .label = "Duplicate motion",
       .menu = kMenu,
       .tooltip = "A copy of the chosen motion, at the end of the list.",
       .enabled = has_motion,
       .run = [](Editor& editor) { duplicate_motion(editor, editor.transport); },
       .submenu = "Motion",
       .needs = kNeedsMotion},
      {.id = "motion.rework",
       .label = "Change motion\u2026",
       .menu = kMenu,
       .shortcuts = {alt('c')},
       .tooltip =
           "Fewer keys, another timing or path, planted feet, baked springs, a mix with another "
           "motion.",
       .enabled = has_motion,
       .run = [](Editor& editor) { open_rework(editor, editor.transport); },
       .submenu = "Motion",
       .needs = kNeedsMotion},
      {.id = "motion.up",
       .label = "Move up in the list",
       .menu = kMenu,
       .tooltip = "The chosen motion comes before its neighbor in the list.",
       .enabled = [](const Editor& editor) { return editor.transport.motion > 0; },
       .run = [](Editor& editor) { move_motion(editor, editor.transport, -1); },
       .submenu = "Motion",
       .needs = "it is the first motion"},
      {.id = "motion.down",
       .label = "Move down in the list",
       .menu = kMenu,
       .tooltip = "The chosen motion comes after its neighbor in the list.",
       .enabled =
           [](const Editor& editor) {
             return editor.transport.motion + 1 < editor.document.scene().motions.size();
           },
       .run = [](Editor& editor) { move_motion(editor, editor.transport, 1); },
       .submenu = "Motion",
       .needs = "it is the last motion"},
      {.id = "motion.auto_key",
       .label = "Auto-key",
       .menu = kMenu,
       .shortcuts = {alt('k')},
       .tooltip = "While it is on, what you pose becomes keys at the time shown; the frame of the "
                  "picture is red.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { set_auto_key(editor, editor.transport, !is_auto_key(editor)); },
       .checked = [](const Editor& editor) { return is_auto_key(editor); },
       .submenu = "Motion",
       .needs = "the scene is empty"},
      {.id = "motion.key",
       .label = "Key the selection",
       .menu = kMenu,
       .shortcuts = {key('k')},
       .tooltip = "The pose of what is selected becomes keys at the time of the strip.",
       .enabled = has_selection,
       .run = [](Editor& editor) { set_keys(editor, editor.transport, ToKey::selection); },
       .submenu = "Motion",
       .needs = "nothing is selected"},
      {.id = "motion.key_pose",
       .label = "Key the whole pose",
       .menu = kMenu,
       .shortcuts = {shift('k')},
       .tooltip = "All joints become keys at the time of the strip; in Layout all nodes.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { set_keys(editor, editor.transport, ToKey::pose); },
       .submenu = "Motion",
       .needs = "the scene is empty"},
      {.id = "motion.key_changes",
       .label = "Key what changed",
       .menu = kMenu,
       .shortcuts = {alt_shift('k')},
       .tooltip = "What stands differently than the motion says becomes keys.",
       .enabled = has_motion,
       .run = [](Editor& editor) { set_keys(editor, editor.transport, ToKey::changes); },
       .submenu = "Motion",
       .needs = kNeedsMotion},
      {.id = "motion.loop",
       .label = "Loop",
       .menu = kMenu,
       .tooltip = "Starts the motion again when it ends.",
       .run = [](Editor& editor) { editor.transport.loops = !editor.transport.loops; },
       .checked = [](const Editor& editor) { return editor.transport.loops; },
       .submenu = "Motion"},
      {.id = "motion.bounce",
       .label = "Back and forth",
       .menu = kMenu,
       .tooltip = "A loop plays from its end backwards.",
       .run = [](Editor& editor) { editor.transport.bounces = !editor.transport.bounces; },
       .checked = [](const Editor& editor) { return editor.transport.bounces; },
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
