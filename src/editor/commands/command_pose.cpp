// Commands of the Pose menu: poses, springs, pins. Motions and their keys: command_motion.cpp,
// command_timeline.cpp.
#include "edit/figure/figure_skeleton.h"
#include "edit/rest_edit.h"
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/long_edit.h"
#include "editor/pose/rework.h"
#include "editor/pose/shelf.h"
#include "editor/pose/spring_chains.h"
#include "editor/viewport/drag_ik.h"

namespace marrow {

namespace {

constexpr const char* kTimelineHasKeyboard =
    "the timeline has the keyboard: click into the picture";

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

/// `edit_of` returns the edit that changes a scene's rest pose; none if nothing would change.
template <typename EditOf>
void change_rest(Editor& editor, const std::string& title, EditOf edit_of) {
  const auto find = [edit_of, skeleton = shown_skeleton(editor), tasks = &editor.document.tasks()](
                        const Scene& scene, Progress&) -> FoundEdit {
    const std::optional<Operation> edit = edit_of(scene, skeleton, *tasks);
    if (edit) return {*edit, apply(scene, *edit, *tasks), "This is the rest pose now"};
    return {{},
            {std::nullopt,
             "The arms rest like that already, or no arms were found: turn them by hand, then use "
             "Make this the rest pose"}};
  };
  perform_long(editor, {.title = title, .find = find, .is_of_pose = true, .binds = true});
}

void make_rest(Editor& editor) {
  change_rest(editor, "Making the rest pose",
              [](const Scene& scene, Id skeleton, const Tasks& tasks) {
                return std::optional(rest_edit(scene, skeleton, tasks));
              });
}

template <FigureStance kStance>
void rest_figure(Editor& editor) {
  change_rest(editor, "Changing the rest pose",
              [](const Scene& scene, Id skeleton, const Tasks& tasks) {
                return figure_rest(scene, skeleton, kStance, tasks);
              });
}

/// Copying, pasting and flipping poses.
std::vector<Command> carrying_commands() {
  return {
      {.id = "pose.copy",
       .label = "Copy pose",
       .shortcuts = {ctrl('c')},
       .tooltip = "The selected joints, or all of them, as text in the clipboard.",
       .enabled = timeline_lacks_keyboard,
       .run = [](Editor& editor) { copy_to_clipboard(editor); },
       .needs = kTimelineHasKeyboard},
      {.id = "pose.paste",
       .label = "Paste pose",
       .shortcuts = {ctrl('v')},
       .tooltip = "The copied joints by their names, here or in another file.",
       .enabled = timeline_lacks_keyboard,
       .run = [](Editor& editor) { paste_from_clipboard(editor, editor.shelf, false); },
       .needs = kTimelineHasKeyboard},
      {.id = "pose.paste_flipped",
       .label = "Paste flipped",
       .shortcuts = {ctrl_shift('v')},
       .tooltip =
           "Pastes the pose mirrored: what was copied from the left arm goes to the right one.",
       .enabled = timeline_lacks_keyboard,
       .run = [](Editor& editor) { paste_from_clipboard(editor, editor.shelf, true); },
       .needs = kTimelineHasKeyboard},
      {.id = "pose.flip",
       .label = "Flip left and right",
       .shortcuts = {ctrl('m')},
       .tooltip = "Mirrors the pose; joints are paired by their names.",
       .enabled = has_skeleton,
       .run = [](Editor& editor) { flip_present_pose(editor, editor.shelf); }},
  };
}

std::vector<Command> shelf_commands() {
  return {
      {.id = "pose.store",
       .label = "Store this pose",
       .tooltip = "Stores the present pose with the scene, on the shelf.",
       .enabled =
           [](const Editor& editor) { return shelf_skeleton(editor, editor.shelf) != nullptr; },
       .run = [](Editor& editor) { store_pose(editor, editor.shelf); },
       .separator_before = true,
       .needs = "there is no skeleton"},
      {.id = "pose.previous",
       .label = "Previous stored pose",
       .shortcuts = {key(keys::kPageUp)},
       .tooltip = "Applies the previous pose on the shelf.",
       .enabled = has_poses,
       .run = [](Editor& editor) { step_pose(editor, editor.shelf, -1); },
       .needs = "no pose is stored"},
      {.id = "pose.next",
       .label = "Next stored pose",
       .shortcuts = {key(keys::kPageDown)},
       .tooltip = "Applies the next pose on the shelf.",
       .enabled = has_poses,
       .run = [](Editor& editor) { step_pose(editor, editor.shelf, +1); },
       .needs = "no pose is stored"},
      {.id = "pose.shelf",
       .label = "Shelf of poses",
       .tooltip = "Shows the stored poses below the picture in the Pose tab.",
       .run = [](Editor& editor) { editor.shelf.is_open = !editor.shelf.is_open; },
       .checked = [](const Editor& editor) { return editor.shelf.is_open; }},
  };
}

}  // namespace

std::vector<Command> pose_commands() {
  std::vector<Command> all = {
      {.id = "pose.reset",
       .label = "Reset selected",
       .shortcuts = {alt('r')},
       .tooltip = "The selected joints return to the rest pose.",
       .enabled = has_joint,
       .run = [](Editor& editor) { reset_pose(editor, editor.shelf, false); }},
      {.id = "pose.reset_all",
       .label = "Reset all",
       .shortcuts = {alt_shift('r')},
       .tooltip = "The whole skeleton returns to the rest pose.",
       .enabled = has_skeleton,
       .run = [](Editor& editor) { reset_pose(editor, editor.shelf, true); }},
      {.id = "pose.make_rest",
       .label = "Make this the rest pose",
       .tooltip = "Rebinds the mesh in its present shape. Motions and stored poses are kept.",
       .enabled = has_skeleton,
       .run = make_rest},
      {.id = "pose.rest_t",
       .label = "A-pose to T-pose",
       .tooltip = "Rest with straight arms, held out to the sides.",
       .enabled = has_skeleton,
       .run = rest_figure<FigureStance::t>},
      {.id = "pose.rest_a",
       .label = "T-pose to A-pose",
       .tooltip = "Rest with straight arms, 45\u00b0 down.",
       .enabled = has_skeleton,
       .run = rest_figure<FigureStance::a>},
  };
  std::vector<Command> carrying = carrying_commands(), shelf = shelf_commands();
  carrying.front().separator_before = true;
  all.insert(all.end(), carrying.begin(), carrying.end());
  all.insert(all.end(), shelf.begin(), shelf.end());
  return all;
}

std::vector<Command> spring_commands() {
  constexpr const char* kNeedsChain = "the active joint does not swing";
  const auto swings = [](const Editor& editor) { return active_spring(editor).has_value(); };
  return {
      {.id = "springs.add",
       .label = "Swing from this joint on",
       .tooltip = "The active joint and those below it become a chain of springs: hair, a tail, a "
                  "strip of cloth.",
       .enabled = can_add_spring_chain,
       .run = add_spring_chain,
       .needs = "no joint is selected, or it swings already"},
      {.id = "springs.remove",
       .label = "Remove springs",
       .tooltip = "The active joint's chain no longer swings. Keys that were baked stay.",
       .enabled = swings,
       .run = remove_spring_chain,
       .needs = kNeedsChain},
      {.id = "springs.collide",
       .label = "Stay out of selected joints",
       .tooltip = "The capsules of the other selected joints stop the active joint's chain.",
       .enabled = can_add_spring_colliders,
       .run = add_spring_colliders,
       .needs = "select joints of the body, then add one that swings"},
      {.id = "springs.remove_colliders",
       .label = "Remove colliders",
       .tooltip = "Nothing stops the active joint's chain any longer.",
       .enabled = has_spring_colliders,
       .run = remove_spring_colliders,
       .needs = "nothing stops the active joint's chain"},
      {.id = "springs.bake",
       .label = "Bake springs",
       .tooltip = "Turns the swinging of springs into keys of the motion, after a preview.",
       .enabled = can_bake_springs,
       .run = [](Editor& editor) { open_rework(editor, editor.transport, Rework::springs); },
       .needs = "there is no motion, or no joint that swings"},
  };
}

std::vector<Command> pin_commands() {
  return {
      {.id = "pose.pin",
       .label = "Pin the tip",
       .shortcuts = {key('p')},
       .tooltip = "The tips of the selected bones stay where they are while other joints are "
                  "posed. Again: unpins them. With Auto-key on, the motion pins them from the time "
                  "shown until they are unpinned at another time.",
       .enabled = has_joint,
       .run = [](Editor& editor) { toggle_pins(editor); },
       .separator_before = true},
      {.id = "pose.unpin_all",
       .label = "Unpin all",
       .tooltip = "Unpins every tip.",
       .enabled = [](const Editor& editor) { return has_pins(editor); },
       .run = [](Editor& editor) { unpin_all(editor); },
       .needs = "nothing is pinned"},
      {.id = "pose.whole_body",
       .label = "Whole body follows",
       .tooltip = "A dragged tip moves all joints up to the root; otherwise only its limb.",
       .run = [](Editor& editor) { editor.whole_body = !editor.whole_body; },
       .checked = [](const Editor& editor) { return editor.whole_body; }},
  };
}

}  // namespace marrow
