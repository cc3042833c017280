// Commands of the Help menu and of the window (palette, preferences, keyboard focus), of
// explanations and of the assignment.
#include "editor/commands/command_parts.h"
#include "editor/commands/help_state.h"
#include "editor/course/course.h"
#include "editor/course/explain.h"
#include "editor/editor.h"
#include "editor/lesson/lessons.h"
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

/// Holding F1 shows the help until the release; a tap leaves it open.
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
      {.id = "help.lessons",
       .label = "Lessons",
       .tooltip = "Six lessons of ten minutes on the sample: spaces, increments, capsules, "
                  "weights, normals, and the candy wrapper.",
       .run = show_lessons},
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

std::vector<Command> explain_commands() {
  return {
      {.id = "view.explain",
       .label = "Explain: the joint's matrices",
       .tooltip = "L, Ul, W, B and T of the active joint, live, with their formulas; copied as C++ "
                  "or NumPy.",
       .run = [](Editor& editor) { show_explain_tab(editor); },
       .checked = [](const Editor& editor) { return editor.right_tab == RightTab::explain; },
       .separator_before = true},
      {.id = "view.slow_motion",
       .label = "Skinning in slow motion",
       .tooltip = "The explained vertex goes from v to B\u207b\u00b9 v, to W B\u207b\u00b9 v, to "
                  "the weighted mean, with each joint that holds it.",
       .enabled = [](const Editor& editor) { return editor.explain.mesh != kNoId; },
       .run =
           [](Editor& editor) { play_slow_motion(editor, editor.explain, !editor.explain.plays); },
       .checked = [](const Editor& editor) { return editor.explain.plays; },
       .needs = "Alt+click a vertex first"},
      {.id = "view.lens",
       .label = "Increment lens",
       .tooltip = "While a ring turns a joint: the axis in the world, in the parent's frame and in "
                  "the joint's, and the resulting Ul.",
       .run =
           [](Editor& editor) {
             editor.explain_panel.lens = !lens_is_on(editor, editor.explain_panel);
           },
       .checked = [](const Editor& editor) { return lens_is_on(editor, editor.explain_panel); }},
      {.id = "view.course",
       .label = "Course",
       .tooltip =
           "The tasks of the assignment with their checks: run them, and go to where one failed.",
       .run = [](Editor& editor) { show_course_tab(editor, editor.course); },
       .checked = [](const Editor& editor) { return editor.right_tab == RightTab::course; }},
  };
}

std::vector<Command> course_commands() {
  return {
      {.id = "course.run_all",
       .label = "Run all checks",
       .tooltip = "Every check of the assignment on src/rig/student, each in a process of its own.",
       .enabled = [](const Editor& editor) { return why_no_checks(editor.course).empty(); },
       .run =
           [](Editor& editor) {
             show_course_tab(editor, editor.course);
             run_all_checks(editor, editor.course);
           },
       .needs = "checks cannot be run here: see View, Course"},
      {.id = "course.leave",
       .label = "Back from a check's case",
       .tooltip = "Returns to your own document, as you left it.",
       .enabled = [](const Editor& editor) { return is_visiting(editor); },
       .run = [](Editor& editor) { return_to_own(editor); },
       .needs = "no case is on show"},
  };
}

}  // namespace marrow
