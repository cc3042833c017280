// Commands of the Pose menu.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/shelf.h"
#include "editor/pose/shelf_state.h"

namespace marrow {

namespace {

constexpr const char* kTimelineHasHand = "keys of the timeline are meant: click into the picture";

bool has_poses(const Editor& editor) {
  const Skeleton* skeleton = shelf_skeleton(editor, editor.shelf);
  return skeleton != nullptr && !skeleton->poses.empty();
}

void copy_to_clipboard(Session& session) {
  const std::string text = copy_pose(session);
  if (text.empty()) return;
  if (const std::string why = session.clipboard.write(text); !why.empty())
    say(session, "The pose could not be copied to the clipboard: " + why, true);
}

void paste_from_clipboard(Session& session, ShelfState& shelf, bool flipped) {
  paste_pose(session, shelf, session.clipboard.read(), flipped);
}

/// Through the clipboard, and to the other side.
std::vector<Command> carrying_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  return {
      {.id = "pose.copy",
       .label = "Copy pose",
       .menu = kMenu,
       .shortcuts = {ctrl('c')},
       .tooltip = "The selected joints, or all of them, as text in the clipboard.",
       .enabled = has_no_hand,
       .run = [](Editor& editor) { copy_to_clipboard(editor); },
       .needs = kTimelineHasHand},
      {.id = "pose.paste",
       .label = "Paste pose",
       .menu = kMenu,
       .shortcuts = {ctrl('v')},
       .tooltip = "The copied joints by their names, here or in another file.",
       .enabled = has_no_hand,
       .run = [](Editor& editor) { paste_from_clipboard(editor, editor.shelf, false); },
       .needs = kTimelineHasHand},
      {.id = "pose.paste_flipped",
       .label = "Paste flipped",
       .menu = kMenu,
       .shortcuts = {ctrl_shift('v')},
       .tooltip =
           "Pastes the pose mirrored: what was copied from the left arm goes to the right one.",
       .enabled = has_no_hand,
       .run = [](Editor& editor) { paste_from_clipboard(editor, editor.shelf, true); },
       .needs = kTimelineHasHand},
      {.id = "pose.flip",
       .label = "Flip left and right",
       .menu = kMenu,
       .shortcuts = {ctrl('m')},
       .tooltip = "Mirrors the pose; joints are paired by their names.",
       .enabled = has_skeleton,
       .run = [](Editor& editor) { flip_present_pose(editor, editor.shelf); }},
  };
}

std::vector<Command> shelf_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  return {
      {.id = "pose.store",
       .label = "Store this pose",
       .menu = kMenu,
       .tooltip = "Stores the present pose with the scene, on the shelf.",
       .enabled =
           [](const Editor& editor) { return shelf_skeleton(editor, editor.shelf) != nullptr; },
       .run = [](Editor& editor) { store_pose(editor, editor.shelf); },
       .separator_before = true,
       .needs = "there is no skeleton"},
      {.id = "pose.previous",
       .label = "Previous stored pose",
       .menu = kMenu,
       .shortcuts = {key(keys::kPageUp)},
       .tooltip = "Applies the previous pose on the shelf.",
       .enabled = has_poses,
       .run = [](Editor& editor) { step_pose(editor, editor.shelf, -1); },
       .needs = "no pose is stored"},
      {.id = "pose.next",
       .label = "Next stored pose",
       .menu = kMenu,
       .shortcuts = {key(keys::kPageDown)},
       .tooltip = "Applies the next pose on the shelf.",
       .enabled = has_poses,
       .run = [](Editor& editor) { step_pose(editor, editor.shelf, +1); },
       .needs = "no pose is stored"},
      {.id = "pose.shelf",
       .label = "Shelf of poses",
       .menu = kMenu,
       .tooltip = "Shows the stored poses below the picture in the Pose tab.",
       .run = [](Editor& editor) { editor.shelf.is_open = !editor.shelf.is_open; },
       .checked = [](const Editor& editor) { return editor.shelf.is_open; }},
  };
}

}  // namespace

std::vector<Command> pose_commands() {
  constexpr MenuPlace kMenu = MenuPlace::pose;
  std::vector<Command> all = {
      {.id = "pose.reset",
       .label = "Reset selected",
       .menu = kMenu,
       .shortcuts = {alt('r')},
       .tooltip = "The selected joints return to the rest pose.",
       .enabled = has_joint,
       .run = [](Editor& editor) { reset_pose(editor, editor.shelf, false); }},
      {.id = "pose.reset_all",
       .label = "Reset all",
       .menu = kMenu,
       .shortcuts = {alt_shift('r')},
       .tooltip = "The whole skeleton returns to the rest pose.",
       .enabled = has_skeleton,
       .run = [](Editor& editor) { reset_pose(editor, editor.shelf, true); }},
  };
  std::vector<Command> carrying = carrying_commands(), shelf = shelf_commands();
  carrying.front().separator_before = true;
  all.insert(all.end(), carrying.begin(), carrying.end());
  all.insert(all.end(), shelf.begin(), shelf.end());
  return all;
}

}  // namespace marrow
