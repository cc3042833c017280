// Commands of the timeline, in the Pose menu. Shortcuts that other commands have, too (Delete,
// Ctrl+A, Ctrl+C, Ctrl+V), belong to these while the timeline has the keyboard.
#include <algorithm>
#include <string_view>
#include <utility>

#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/timeline/motion_meters.h"
#include "editor/timeline/timeline.h"

namespace marrow {

namespace {

constexpr const char* kNeedsKeys = "no keys are selected in the timeline";

bool has_a_motion(const Editor& editor) {
  return chosen_motion(editor, editor.transport) != nullptr;
}

void say_without_room(Editor& editor) {
  if (!editor.timeline.has_room)
    say(editor,
        "There is no room for the timeline: make the window higher, or its text smaller "
        "(Ctrl+minus).",
        true);
}

bool has_keys(const Editor& editor) {
  return editor.timeline.is_open && has_a_motion(editor) && !editor.timeline.selected.empty();
}

bool has_selected_keys(const Editor& editor) {
  return timeline_has_keyboard(editor) && has_keys(editor);
}

template <KeyShape shape>
void give_shape(Editor& editor) {
  shape_keys(editor, editor.transport, editor.timeline, shape);
}

Command time_command(const char* id, const char* label, Shortcut shortcut, const char* tooltip,
                     void (*run)(Editor&)) {
  return {.id = id,
          .label = label,
          .shortcuts = {shortcut},
          .tooltip = tooltip,
          .enabled = has_a_motion,
          .run = run,
          .needs = "there is no motion",
          .repeats = true};
}

Command key_command(const char* id, const char* label, std::vector<Shortcut> shortcuts,
                    const char* tooltip, bool (*enabled)(const Editor&), void (*run)(Editor&)) {
  return {.id = id,
          .label = label,
          .shortcuts = std::move(shortcuts),
          .tooltip = tooltip,
          .enabled = enabled,
          .run = run,
          .needs = kNeedsKeys};
}

Command shape_command(const char* id, const char* label, const char* tooltip,
                      void (*run)(Editor&)) {
  return key_command(id, label, {}, tooltip, has_keys, run);
}

Command switch_command(const char* id, const char* label, const char* tooltip, void (*run)(Editor&),
                       bool (*checked)(const Editor&)) {
  return {.id = id, .label = label, .tooltip = tooltip, .run = run, .checked = checked};
}

/// Meters over a motion.
std::vector<Command> judging_commands() {
  return {
      switch_command(
          "timeline.meters", "Meters",
          "How far the skin breaks at each time of the motion, joint by joint, in place of the "
          "rows.",
          [](Editor& editor) {
            bool& is_open = editor.timeline.meters.is_open;
            is_open = !is_open;
            editor.timeline.is_open |= is_open;
            if (is_open) say_without_room(editor);
          },
          [](const Editor& editor) { return editor.timeline.meters.is_open; }),
      time_command("motion.worst", "Worst time", alt('w'),
                   "The time at which the skin breaks most: of the active joint where it was "
                   "measured, else of all. Selects the joint and shows the place.",
                   go_to_worst_time),
  };
}

}  // namespace

std::vector<Command> timeline_commands() {
  std::vector<Command> all = {
      {.id = "timeline.open",
       .label = "Show the timeline",
       .shortcuts = {key('t')},
       .tooltip = "The keys of the motion, joint by joint, below the picture.",
       .run =
           [](Editor& editor) {
             editor.timeline.is_open = !editor.timeline.is_open;
             if (editor.timeline.is_open) say_without_room(editor);
           },
       .checked = [](const Editor& editor) { return editor.timeline.is_open; }},
      time_command("motion.frame_before", "One frame back", key(keys::kLeft),
                   "Goes to the previous frame.",
                   [](Editor& editor) { step_frame(editor, editor.transport, -1); }),
      time_command("motion.frame_after", "One frame on", key(keys::kRight),
                   "Goes to the next frame.",
                   [](Editor& editor) { step_frame(editor, editor.transport, 1); }),
      time_command("motion.key_before", "Key before", shift(keys::kLeft),
                   "Goes to the previous key: of the selection where it has keys, else of all.",
                   [](Editor& editor) { step_key(editor, editor.transport, -1); }),
      time_command("motion.key_after", "Next key", shift(keys::kRight),
                   "Goes to the next key: of the selection where it has keys, else of all.",
                   [](Editor& editor) { step_key(editor, editor.transport, 1); }),
      key_command(
          "keys.select_all", "Select all keys", {ctrl('a')},
          "All keys in the rows of the timeline.", timeline_has_keyboard,
          [](Editor& editor) { choose_all_keys(editor, editor.transport, editor.timeline); }),
      key_command("keys.copy", "Copy keys", {ctrl('c')},
                  "Copies the selected keys with their distances in time.", has_selected_keys,
                  [](Editor& editor) { copy_keys(editor, editor.transport, editor.timeline); }),
      key_command(
          "keys.paste", "Paste keys", {ctrl('v')},
          "Pastes the copied keys, the first at the time shown.", timeline_has_keyboard,
          [](Editor& editor) { paste_keys(editor, editor.transport, editor.timeline, false); }),
      key_command(
          "keys.paste_flipped", "Paste keys flipped", {ctrl_shift('v')},
          "Pastes the copied keys on the other side of the body.", timeline_has_keyboard,
          [](Editor& editor) { paste_keys(editor, editor.transport, editor.timeline, true); }),
      key_command("keys.delete", "Delete keys", {key(keys::kDelete), key(keys::kBackspace)},
                  "Deletes the selected keys; a joint without keys keeps its own pose.",
                  has_selected_keys,
                  [](Editor& editor) { delete_keys(editor, editor.transport, editor.timeline); }),
      key_command(
          "keys.earlier", "Keys one frame earlier", {alt(keys::kLeft)}, "Moves the selected keys.",
          has_keys,
          [](Editor& editor) { nudge_keys(editor, editor.transport, editor.timeline, -1); }),
      key_command("keys.later", "Keys one frame later", {alt(keys::kRight)},
                  "Moves the selected keys.", has_keys,
                  [](Editor& editor) { nudge_keys(editor, editor.transport, editor.timeline, 1); }),
      shape_command(
          "keys.smooth", "Make keys smooth",
          "A key's slope is the slope from the key before it to the key after it (Catmull-Rom).",
          give_shape<KeyShape::smooth>),
      shape_command("keys.linear", "Make keys linear",
                    "Straight from key to key; turns at constant speed (slerp).",
                    give_shape<KeyShape::linear>),
      shape_command("keys.flat", "Make keys flat", "Comes to rest at each key.",
                    give_shape<KeyShape::flat>),
      shape_command("keys.step", "Make keys step", "Each key holds until the next one.",
                    give_shape<KeyShape::step>),
      shape_command("keys.free", "Make keys free",
                    "Keeps the present tangents; the curves' handles change them.",
                    give_shape<KeyShape::free>),
      switch_command(
          "timeline.snap", "Snap to frames", "Dragged keys go to whole frames.",
          [](Editor& editor) { editor.timeline.snaps = !editor.timeline.snaps; },
          [](const Editor& editor) { return editor.timeline.snaps; }),
      switch_command(
          "timeline.ripple", "Ripple", "Moving keys also moves all later keys.",
          [](Editor& editor) { editor.timeline.ripples = !editor.timeline.ripples; },
          [](const Editor& editor) { return editor.timeline.ripples; }),
      switch_command(
          "timeline.curves", "Curves",
          "The curves of the selected joints' keys in place of the rows; keys are dragged in time "
          "and value.",
          [](Editor& editor) { editor.timeline.shows_curves = !editor.timeline.shows_curves; },
          [](const Editor& editor) { return editor.timeline.shows_curves; }),
      switch_command(
          "timeline.only_selected", "Rows of the selection alone",
          "Shows only the keys of the selected joints and nodes.",
          [](Editor& editor) { editor.timeline.only_selected = !editor.timeline.only_selected; },
          [](const Editor& editor) { return editor.timeline.only_selected; }),
  };
  for (Command& one : judging_commands()) all.push_back(std::move(one));
  for (const char* id : {"keys.select_all", "keys.smooth", "timeline.snap"})
    std::find_if(all.begin(), all.end(), [&](const Command& one) {
      return one.id == std::string_view(id);
    })->separator_before = true;
  return all;
}

}  // namespace marrow
