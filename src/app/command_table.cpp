// The whole table, menu after menu. Neighbours of one menu stand in it in this order.
#include "app/command_parts.h"

namespace marrow::app {

const std::vector<Command>& commands() {
  static const std::vector<Command> table = [] {
    std::vector<Command> all;
    for (auto make : {file_commands, edit_commands, view_commands, show_commands, color_commands, reach_commands, rig_commands,
                      pose_commands, tool_commands, help_commands}) {
      std::vector<Command> part = make();
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return table;
}

}  // namespace marrow::app
