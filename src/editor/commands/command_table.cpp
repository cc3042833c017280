// The whole table of commands, menu after menu.
#include <algorithm>
#include <string_view>
#include <utility>

#include "editor/commands/command_parts.h"

namespace marrow {

namespace {

/// `menu` and `submenu` are for rows that name none themselves.
struct CommandPart {
  std::vector<Command> (*rows)();
  MenuPlace menu = MenuPlace::none;
  const char* submenu = nullptr;
};
/// Menus list their rows in this order.
constexpr CommandPart kCommandParts[] = {{file_commands, MenuPlace::file},
                                         {edit_commands, MenuPlace::edit},
                                         {script_commands, MenuPlace::edit},
                                         {view_commands, MenuPlace::view},
                                         {show_commands, MenuPlace::view},
                                         {color_commands, MenuPlace::view},
                                         {explain_commands, MenuPlace::view},
                                         {course_commands},
                                         {figure_commands, MenuPlace::rig},
                                         {capsule_commands, MenuPlace::rig},
                                         {rig_commands, MenuPlace::rig},
                                         {mesh_commands, MenuPlace::rig, "Mesh"},
                                         {paint_commands, MenuPlace::rig, "Touch-ups"},
                                         {pose_commands, MenuPlace::pose},
                                         {motion_commands, MenuPlace::pose, "Motion"},
                                         {timeline_commands, MenuPlace::pose, "Timeline"},
                                         {spring_commands, MenuPlace::pose, "Springs"},
                                         {pin_commands, MenuPlace::pose},
                                         {tool_commands},
                                         {help_commands, MenuPlace::help},
                                         {focus_commands}};

/// Rows moved to a submenu, so that no menu is higher than a window on a screen of 768 pixels.
constexpr struct {
  std::string_view first, last;
  const char* title;
} kSubmenus[] = {{"view.front", "view.bottom", "Look along"},
                 {"view.scale_up", "view.scale_reset", "Interface size"},
                 {"view.explain", "view.lens", "Explain"},
                 {"rig.add_skeleton", "rig.take_skeleton", "Add skeleton"},
                 {"rig.mirror", "rig.mirror_selected", "Mirror"},
                 {"rig.lock", "rig.show_all", "Lock and hide"},
                 {"pose.rest_t", "pose.rest_a", "Rest pose"},
                 {"rig.hang_on_joint", "rig.take_off_joint", "Props"}};

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> table = [] {
    std::vector<Command> all;
    for (const CommandPart& part : kCommandParts)
      for (Command& row : part.rows()) {
        if (row.menu == MenuPlace::none) row.menu = part.menu;
        if (row.submenu == nullptr) row.submenu = part.submenu;
        all.push_back(std::move(row));
      }
    for (const auto& [first, last, title] : kSubmenus) {
      auto row = std::find_if(all.begin(), all.end(),
                              [from = first](const Command& one) { return one.id == from; });
      do row->submenu = title;
      while (row++->id != last);
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
