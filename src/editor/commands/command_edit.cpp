// Commands of the Edit menu: history, names, deleting, selecting.
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
  return std::string(verb) + " " +
         history.steps()[history.current() + static_cast<std::size_t>(offset)].label;
}

}  // namespace

std::vector<Command> edit_commands() {
  constexpr MenuPlace kMenu = MenuPlace::edit;
  return {
      {.id = "edit.undo",
       .label = "Undo",
       .menu = kMenu,
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
       .menu = kMenu,
       .shortcuts = {ctrl_shift('z'), ctrl('y')},
       .tooltip = "Redoes what was undone, until a new edit is made.",
       .enabled = [](const Editor& editor) { return editor.document.history().can_redo(); },
       .run = [](Editor& editor) { editor.wants_redraw |= editor.document.redo(); },
       .live_label = [](const Editor& editor) { return step_label(editor, "Redo", 1); },
       .needs = "nothing to redo",
       .repeats = true},
      {.id = "edit.rename",
       .label = "Rename",
       .menu = kMenu,
       .shortcuts = {key(keys::kF2)},
       .tooltip = "Renames what was selected last. Names with .L and .R make two joints partners.",
       .enabled = has_selection,
       .run =
           [](Editor& editor) {
             editor.panels.tree.renaming = editor.panels.tree.scroll_to = editor.document.active();
           },
       .separator_before = true},
      {.id = "edit.delete",
       .label = "Delete",
       .menu = kMenu,
       .shortcuts = {key(keys::kDelete), key(keys::kBackspace)},
       .tooltip = "Deletes what is selected; a joint's children stay where they are.",
       .enabled = [](const Editor& editor) { return has_selection(editor) && !has_hand(editor); },
       .run = [](Editor& editor) { delete_selected(editor, false); },
       .needs = "nothing is selected outside the timeline"},
      {.id = "edit.delete_subtree",
       .label = "Delete with children",
       .menu = kMenu,
       .shortcuts = {shift(keys::kDelete)},
       .tooltip = "Deletes the selected joints and everything below them.",
       .enabled = has_selection,
       .run = [](Editor& editor) { delete_selected(editor, true); }},
      {.id = "select.all",
       .label = "Select all",
       .menu = kMenu,
       .shortcuts = {ctrl('a')},
       .tooltip = "All joints of the skeleton; in Layout, all nodes.",
       .enabled = [](const Editor& editor) { return has_nodes(editor) && !has_hand(editor); },
       .run = [](Editor& editor) { select_all(editor); },
       .separator_before = true,
       .needs = "the scene is empty, or keys of the timeline are meant"},
      {.id = "select.parent",
       .label = "Select parent",
       .menu = kMenu,
       .shortcuts = {key('[')},
       .tooltip = "Goes up to the joint that this one hangs on.",
       .enabled = has_selection,
       .run = [](Editor& editor) { select_parent(editor, editor.panels); },
       .repeats = true},
      {.id = "select.child",
       .label = "Select child",
       .menu = kMenu,
       .shortcuts = {key(']')},
       .tooltip = "Goes down to the first joint that hangs on this one.",
       .enabled = has_selection,
       .run = [](Editor& editor) { select_child(editor, editor.panels); },
       .repeats = true},
      {.id = "select.chain",
       .label = "Select everything below",
       .menu = kMenu,
       .shortcuts = {shift(']')},
       .tooltip = "Adds every joint below this one: a whole arm from its shoulder.",
       .enabled = has_joint,
       .run = [](Editor& editor) { select_chain(editor); }},
      {.id = "edit.stand_on_ground",
       .label = "Stand on the ground",
       .menu = kMenu,
       .tooltip = "Moves all that is open up or down until its lowest point is at height 0.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { stand_on_ground(editor); },
       .separator_before = true},
      {.id = "edit.cancel",
       .label = "Cancel, or select nothing",
       .menu = kMenu,
       .shortcuts = {key(keys::kEscape)},
       .tooltip = "During a drag, restores everything; otherwise clears the selection.",
       .run = cancel_or_clear},
  };
}

}  // namespace marrow
