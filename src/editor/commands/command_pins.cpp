// Commands of the Pose menu about inverse kinematics: what stays, and how much of the body follows.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/viewport/drag_ik.h"

namespace marrow {

std::vector<Command> pin_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  return {
      {.id = "pose.pin",
       .label = "Pin the tip",
       .menu = kMenu,
       .shortcuts = {key('p')},
       .tooltip = "The tips of the selected bones stay where they are while anything else is "
                  "posed. Again: unpins them. With Auto-key on they stay in the motion, from the "
                  "time shown until they are unpinned at another one.",
       .enabled = has_joint,
       .run = [](Editor& editor) { toggle_pins(editor); },
       .separator_before = true},
      {.id = "pose.unpin_all",
       .label = "Unpin all",
       .menu = kMenu,
       .tooltip = "Unpins every tip.",
       .enabled = [](const Editor& editor) { return has_pins(editor); },
       .run = [](Editor& editor) { unpin_all(editor); },
       .needs = "nothing is pinned"},
      {.id = "pose.whole_body",
       .label = "Whole body follows",
       .menu = kMenu,
       .tooltip = "A tip that is dragged pulls all joints up to the root; otherwise only its limb.",
       .run = [](Editor& editor) { editor.whole_body = !editor.whole_body; },
       .checked = [](const Editor& editor) { return editor.whole_body; }},
  };
}

}  // namespace marrow
