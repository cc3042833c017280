// Commands of motions, in the Pose menu.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/rework.h"
#include "editor/pose/transport.h"

namespace marrow {

std::vector<Command> motion_commands() {
  constexpr const char* kNeeds = "no motion is shown (Space plays one)";
  constexpr const char* kNeedsMotion = "there is no motion";
  const auto has_motion = [](const Editor& editor) {
    return chosen_motion(editor, editor.transport) != nullptr;
  };
  const auto is_on = [](const Editor& editor) { return shows_motion(editor); };
  return {
      {.id = "motion.play",
       .label = "Play or pause",
       .shortcuts = {key(keys::kSpace)},
       .tooltip = "Plays the motion below the picture. The scene's own pose stays as it is.",
       .run = [](Editor& editor) { toggle_playing(editor, editor.transport); },
       .separator_before = true},
      {.id = "motion.stop",
       .label = "Stop the motion",
       .tooltip =
           "Returns to the scene's own pose and ends Auto-key. Esc returns, too, without Auto-key.",
       .enabled = is_on,
       .run = [](Editor& editor) { stop_motion(editor, editor.transport); },
       .needs = kNeeds},
      {.id = "motion.keep_pose",
       .label = "Keep this pose",
       .shortcuts = {shift(keys::kSpace)},
       .tooltip = "The pose that the motion shows now becomes the scene's, as one step.",
       .enabled = is_on,
       .run = [](Editor& editor) { keep_pose(editor, editor.transport); },
       .needs = kNeeds},
      {.id = "motion.new",
       .label = "New motion",
       .tooltip = "Three seconds that begin with this pose. Poses at other times become keys.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { new_motion(editor, editor.transport); },
       .separator_before = true,
       .needs = "the scene is empty"},
      {.id = "motion.of_poses",
       .label = "Motion of stored poses",
       .tooltip = "From this pose through all stored ones and back, a second for each.",
       .enabled =
           [](const Editor& editor) {
             const Node* node = find_node(editor.document.scene(), shown_skeleton(editor));
             return node != nullptr && node->skeleton && !node->skeleton->poses.empty();
           },
       .run = [](Editor& editor) { motion_of_poses(editor, editor.transport); },
       .needs = "no pose is stored"},
      {.id = "motion.duplicate",
       .label = "Duplicate motion",
       .tooltip = "A copy of the chosen motion, at the end of the list.",
       .enabled = has_motion,
       .run = [](Editor& editor) { duplicate_motion(editor, editor.transport); },
       .needs = kNeedsMotion},
      {.id = "motion.rework",
       .label = "Change motion\u2026",
       .shortcuts = {alt('c')},
       .tooltip =
           "Fewer keys, another timing or path, planted feet, baked springs, a mix with another "
           "motion.",
       .enabled = has_motion,
       .run = [](Editor& editor) { open_rework(editor, editor.transport); },
       .needs = kNeedsMotion},
      {.id = "motion.up",
       .label = "Move up in the list",
       .tooltip = "The chosen motion comes before its neighbor in the list.",
       .enabled = [](const Editor& editor) { return editor.transport.motion > 0; },
       .run = [](Editor& editor) { move_motion(editor, editor.transport, -1); },
       .needs = "it is the first motion"},
      {.id = "motion.down",
       .label = "Move down in the list",
       .tooltip = "The chosen motion comes after its neighbor in the list.",
       .enabled =
           [](const Editor& editor) {
             return editor.transport.motion + 1 < editor.document.scene().motions.size();
           },
       .run = [](Editor& editor) { move_motion(editor, editor.transport, 1); },
       .needs = "it is the last motion"},
      {.id = "motion.auto_key",
       .label = "Auto-key",
       .shortcuts = {alt('k')},
       .tooltip =
           "While it is on, poses become keys at the time shown; the picture has a red frame.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { set_auto_key(editor, editor.transport, !is_auto_key(editor)); },
       .checked = [](const Editor& editor) { return is_auto_key(editor); },
       .needs = "the scene is empty"},
      {.id = "motion.key",
       .label = "Key the selection",
       .shortcuts = {key('k')},
       .tooltip = "Sets keys of the selected joints and nodes at the time shown.",
       .enabled = has_selection,
       .run = [](Editor& editor) { set_keys(editor, editor.transport, ToKey::selection); },
       .needs = "nothing is selected"},
      {.id = "motion.key_pose",
       .label = "Key the whole pose",
       .shortcuts = {shift('k')},
       .tooltip = "Sets keys of all joints at the time shown; in Layout, of all nodes.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { set_keys(editor, editor.transport, ToKey::pose); },
       .needs = "the scene is empty"},
      {.id = "motion.key_changes",
       .label = "Key what changed",
       .shortcuts = {alt_shift('k')},
       .tooltip = "Sets keys of the joints and nodes that differ from the motion.",
       .enabled = has_motion,
       .run = [](Editor& editor) { set_keys(editor, editor.transport, ToKey::changes); },
       .needs = kNeedsMotion},
      {.id = "motion.loop",
       .label = "Loop",
       .tooltip = "Starts the motion again when it ends.",
       .run = [](Editor& editor) { editor.transport.loops = !editor.transport.loops; },
       .checked = [](const Editor& editor) { return editor.transport.loops; }},
      {.id = "motion.bounce",
       .label = "Back and forth",
       .tooltip = "At its end, a loop plays backwards.",
       .run = [](Editor& editor) { editor.transport.bounces = !editor.transport.bounces; },
       .checked = [](const Editor& editor) { return editor.transport.bounces; }},
      {.id = "motion.follow",
       .label = "Follow the figure",
       .tooltip = "The camera goes along; at first only in motions that go far.",
       .run =
           [](Editor& editor) { set_follows(editor, editor.transport, !editor.transport.follows); },
       .checked = [](const Editor& editor) { return editor.transport.follows; }},
  };
}

}  // namespace marrow
