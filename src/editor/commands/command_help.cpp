// Commands of the Help menu and of the window: palette, preferences, keyboard focus.
#include "editor/commands/command_parts.h"
#include "editor/commands/help_state.h"
#include "editor/editor.h"
#include "editor/focus_order.h"
#include "editor/preferences_state.h"
#include "editor/shell_state.h"

namespace marrow {

namespace {

template <ThemeKind kTheme>
Command theme_command(const char* id, const char* label, const char* tooltip) {
  return {.id = id,
          .label = label,
          .menu = MenuPlace::view,
          .tooltip = tooltip,
          .run = [](Editor& editor) { editor.preferences.theme = kTheme; },
          .checked = [](const Editor& editor) { return editor.preferences.theme == kTheme; },
          .submenu = "Theme"};
}

/// While F1 is held the help shows until the release; a tap leaves it open.
void toggle_help(Session& session, HelpState& help, ShellState& shell) {
  shell.shows_help = !shell.shows_help;
  help.opened_at = session.now;
  help.page = HelpPage::window;
  help.was_toggled = true;
}

}  // namespace

std::vector<Command> help_commands() {
  return {
      theme_command<ThemeKind::dark>("view.theme_dark", "Dark",
                                     "Quiet grays, so that the model stands out."),
      theme_command<ThemeKind::light>(
          "view.theme_light", "Light",
          "Dark text on light backgrounds, for bright rooms, projectors and print."),
      theme_command<ThemeKind::high_contrast>(
          "view.theme_contrast", "High contrast",
          "Text with a contrast of at least 7 : 1, and outlines around fields."),
      {.id = "edit.preferences",
       .label = "Preferences\u2026",
       .menu = MenuPlace::edit,
       .shortcuts = {ctrl(',')},
       .tooltip =
           "Keymap, theme, size of the interface, snapping, autosave, pictures; kept in one file.",
       .run = [](Editor& editor) { editor.help.shows_preferences = true; },
       .separator_before = true},
      {.id = "help.keys",
       .label = "Help: what is where, keys",
       .shortcuts = {key(keys::kF1), key('?'), shift('/'), shift('?')},
       .tooltip = "Names everything in this window and lists all keys. Hold F1 for a glance.",
       .run = [](Editor& editor) { toggle_help(editor, editor.help, editor.shell); }},
      {.id = "help.palette",
       .label = "Command palette\u2026",
       .shortcuts = {ctrl('p')},
       .tooltip = "Type a part of the name of a command, a joint or a recent file: the quickest "
                  "way when you do not know where it is.",
       .run = [](Editor& editor) { editor.help.palette.emplace(); }},
      {.id = "help.about",
       .label = "About Marrow",
       .tooltip = "The version, and what Marrow is made of.",
       .run = [](Editor& editor) { editor.shell.shows_about = true; },
       .separator_before = true},
  };
}

std::vector<Command> focus_commands() {
  return {
      {.id = "focus.next",
       .label = "Keyboard to the next panel",
       .shortcuts = {key(keys::kF6)},
       .tooltip =
           "Arrows, Tab, Space and Enter then work in that panel; Esc goes back to the picture.",
       .run = [](Editor& editor) { move_focus(editor, editor.focus, 1); }},
      {.id = "focus.previous",
       .label = "Keyboard to the previous panel",
       .shortcuts = {shift(keys::kF6)},
       .tooltip = "In the other direction.",
       .run = [](Editor& editor) { move_focus(editor, editor.focus, -1); }},
      {.id = "focus.menu",
       .label = "Keyboard to the menus",
       .shortcuts = {key(keys::kF10)},
       .tooltip = "Then arrows and Enter; a tap of Alt does the same.",
       .run = [](Editor& editor) { set_focus(editor, editor.focus, FocusPlace::menu); }},
  };
}

}  // namespace marrow
