// The whole table, menu after menu. Neighbors of one menu stand in it in this order.
#include "editor/commands/command_parts.h"

namespace marrow {

const std::vector<Command>& commands() {
  static const std::vector<Command> table = [] {
    std::vector<Command> all;
    for (auto make : {file_commands, edit_commands, view_commands, show_commands, color_commands,
                      explain_commands, capsule_commands, rig_commands, paint_commands,
                      pose_commands, motion_commands, timeline_commands, spring_commands,
                      pin_commands, tool_commands, help_commands}) {
      std::vector<Command> part = make();
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return table;
}

const char* needs_of(const Command& command) {
  if (*command.needs != '\0') return command.needs;
  if (command.enabled == has_selection) return "nothing is selected";
  if (command.enabled == has_joint) return "no joint is selected";
  if (command.enabled == has_nodes) return "the scene is empty";
  if (command.enabled == has_skeleton) return "there is no skeleton";
  return "";
}

}  // namespace marrow
