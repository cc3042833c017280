// Commands of the Edit menu.
#include <string>

#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/ground.h"
#include "editor/panels/panel_state.h"
#include "editor/viewport/drag.h"

namespace marrow {

namespace {

std::string step_label(const Session& session, const char* verb, int offset) {
  const History& history = session.document.history();
  const bool possible = offset == 0 ? history.can_undo() : history.can_redo();
  if (!possible) return verb;
  return std::string(verb) + " " + history.steps()[history.current() + std::size_t(offset)].label;
}

}  // namespace

std::vector<Command> edit_commands() {
  return {
      {.id = "edit.undo",
       .label = "Undo",
       .shortcuts = {ctrl('z')},
       .tooltip =
           "Undoes the last step. Every gesture is one step; the History tab lists them all.",
       .enabled = [](const Editor& editor) { return editor.document.history().can_undo(); },
       .run = [](Editor& editor) { editor.wants_redraw |= editor.document.undo(); },
       .live_label = [](const Editor& editor) { return step_label(editor, "Undo", 0); },
       .needs = "nothing to undo",
       .repeats = true},
      {.id = "edit.redo",
       .label = "Redo",
       .shortcuts = {ctrl_shift('z'), ctrl('y')},
       .tooltip = "Redoes what was undone, until a new edit is made.",
       .enabled = [](const Editor& editor) { return editor.document.history().can_redo(); },
       .run = [](Editor& editor) { editor.wants_redraw |= editor.document.redo(); },
       .live_label = [](const Editor& editor) { return step_label(editor, "Redo", 1); },
       .needs = "nothing to redo",
       .repeats = true},
      {.id = "edit.rename",
       .label = "Rename",
       .shortcuts = {key(keys::kF2)},
       .tooltip = "Renames what was selected last. Joints named arm.L and arm.R mirror each other.",
       .enabled = has_selection,
       .run =
           [](Editor& editor) {
             editor.panels.tree.renaming = editor.panels.tree.scroll_to = editor.document.active();
           },
       .separator_before = true},
      {.id = "edit.delete",
       .label = "Delete",
       .shortcuts = {key(keys::kDelete), key(keys::kBackspace)},
       .tooltip = "Deletes the selection; a joint's children stay where they are.",
       .enabled =
           [](const Editor& editor) {
             return has_selection(editor) && !timeline_has_keyboard(editor);
           },
       .run = [](Editor& editor) { delete_selected(editor, false); },
       .needs = "nothing is selected, or the timeline has the keyboard"},
      {.id = "edit.delete_subtree",
       .label = "Delete with children",
       .shortcuts = {shift(keys::kDelete)},
       .tooltip = "Deletes the selected joints and everything below them.",
       .enabled = has_selection,
       .run = [](Editor& editor) { delete_selected(editor, true); }},
      {.id = "select.all",
       .label = "Select all",
       .shortcuts = {ctrl('a')},
       .tooltip = "All joints of the skeleton; in Layout, all nodes.",
       .enabled =
           [](const Editor& editor) { return has_nodes(editor) && !timeline_has_keyboard(editor); },
       .run = [](Editor& editor) { select_all(editor); },
       .separator_before = true,
       .needs = "the scene is empty, or the timeline has the keyboard"},
      {.id = "select.parent",
       .label = "Select parent",
       .shortcuts = {key('[')},
       .tooltip = "Selects the parent joint.",
       .enabled = has_selection,
       .run = [](Editor& editor) { select_parent(editor, editor.panels); },
       .repeats = true},
      {.id = "select.child",
       .label = "Select child",
       .shortcuts = {key(']')},
       .tooltip = "Selects the first child joint.",
       .enabled = has_selection,
       .run = [](Editor& editor) { select_child(editor, editor.panels); },
       .repeats = true},
      {.id = "select.chain",
       .label = "Select everything below",
       .shortcuts = {shift(']')},
       .tooltip = "Adds every joint below this one, for example a whole arm from its shoulder.",
       .enabled = has_joint,
       .run = [](Editor& editor) { select_chain(editor); }},
      {.id = "edit.stand_on_ground",
       .label = "Stand on the ground",
       .tooltip = "Moves the whole scene up or down until its lowest point is at height 0.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { stand_on_ground(editor); },
       .separator_before = true},
      {.id = "edit.cancel",
       .label = "Cancel, or select nothing",
       .shortcuts = {key(keys::kEscape)},
       .tooltip = "During a drag, restores everything; otherwise clears the selection.",
       .run = cancel_or_clear},
  };
}

std::vector<Command> script_commands() {
  return {
      {.id = "edit.save_script",
       .label = "Save steps as a script...",
       .tooltip = "Writes the steps of the history as text, a line each. Marrow does them again on "
                  "another character: here, or by marrow run.",
       .enabled = [](const Editor& editor) { return editor.document.history().can_undo(); },
       .run =
           [](Editor& editor) {
             editor.files.script_from = 0;
             open_browser(editor, editor.bench, editor.files, FileTask::save_script);
           },
       .separator_before = true,
       .needs = "there is no step yet"},
      {.id = "edit.run_script",
       .label = "Run a script...",
       .tooltip = "Does the steps of a script on this scene. Joints with other names are found by "
                  "their place in the body.",
       .enabled = has_nodes,
       .run = browse<FileTask::run_script>},
  };
}

}  // namespace marrow
