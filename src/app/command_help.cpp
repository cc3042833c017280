// Commands of the Help menu.
#include "app/command_parts.h"

namespace marrow::app {

std::vector<Command> help_commands() {
  constexpr MenuPlace kMenu = MenuPlace::help;
  return {
      {.id = "help.keys",
       .label = "Keys and mouse",
       .menu = kMenu,
       .shortcuts = {key(SDLK_F1), key(SDLK_QUESTION), shift(SDLK_SLASH), shift(SDLK_QUESTION)},
       .tooltip = "Everything the keyboard and the mouse do.",
       .run = [](Editor& editor) { editor.shell.shows_help = !editor.shell.shows_help; }},
      {.id = "help.about",
       .label = "About Marrow",
       .menu = kMenu,
       .tooltip = "Version and parts.",
       .run = [](Editor& editor) { editor.shell.shows_about = true; }},
  };
}

}  // namespace marrow::app
