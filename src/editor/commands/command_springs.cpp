// Commands of chains that swing, in the Pose menu.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/rework.h"
#include "editor/pose/spring_chains.h"

namespace marrow {

std::vector<Command> spring_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  constexpr const char* kNeedsChain = "the active joint does not swing";
  const auto swings = [](const Editor& editor) { return active_spring(editor).has_value(); };
  return {
      {.id = "springs.add",
       .label = "Swing from this joint on",
       .menu = kMenu,
       .tooltip = "The active joint and those below it become a chain of springs: hair, a tail, a "
                  "strip of cloth.",
       .enabled = can_add_spring_chain,
       .run = add_spring_chain,
       .submenu = "Springs",
       .needs = "no joint is selected, or it swings already"},
      {.id = "springs.remove",
       .label = "Remove springs",
       .menu = kMenu,
       .tooltip = "The active joint's chain swings no more. Keys that were baked stay.",
       .enabled = swings,
       .run = remove_spring_chain,
       .submenu = "Springs",
       .needs = kNeedsChain},
      {.id = "springs.collide",
       .label = "Stay out of selected joints",
       .menu = kMenu,
       .tooltip = "The capsules of the other selected joints stop the active joint's chain.",
       .enabled = can_add_spring_colliders,
       .run = add_spring_colliders,
       .submenu = "Springs",
       .needs = "select joints of the body, then add one that swings"},
      {.id = "springs.remove_colliders",
       .label = "Remove colliders",
       .menu = kMenu,
       .tooltip = "Nothing stops the active joint's chain any more.",
       .enabled = has_spring_colliders,
       .run = remove_spring_colliders,
       .submenu = "Springs",
       .needs = "nothing stops the active joint's chain"},
      {.id = "springs.bake",
       .label = "Bake springs",
       .menu = kMenu,
       .tooltip = "What swings becomes keys of the motion: shows them, and how they begin, first.",
       .enabled = can_bake_springs,
       .run = [](Editor& editor) { open_rework(editor, editor.transport, Rework::springs); },
       .submenu = "Springs",
       .needs = "there is no motion, or no joint that swings"},
  };
}

}  // namespace marrow
