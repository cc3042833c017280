// The keymap table: presets, keys, the mouse.
#include <SDL_keyboard.h>
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/index.h"
#include "editor/commands/command_registry.h"
#include "editor/commands/palette.h"
#include "editor/commands/status_words.h"
#include "editor/keymap/mouse_bindings.h"
#include "editor/pose/transport.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "editor/timeline/timeline.h"
#include "editor/viewport/drag.h"
#include "support/mouse.h"

using namespace marrow;

namespace {

constexpr KeymapPreset kPresets[] = {KeymapPreset::blender, KeymapPreset::maya,
                                     KeymapPreset::scotty3d};

Shortcut plain(SDL_Keycode key) { return {key, false, false, false}; }

std::string meant(KeymapPreset preset, const Shortcut& shortcut) {
  Editor editor = test::arm_editor(Tab::rig, {test::kElbow});
  editor.preferences.keymap = preset;
  const Command* command = command_for(editor, shortcut);
  return command != nullptr ? command->id : "";
}

bool can(KeymapPreset preset, DragAction action) {
  const auto does = [&](const MouseBinding& binding) { return binding.drag == action; };
  return std::any_of(mouse_table(preset).begin(), mouse_table(preset).end(), does);
}

std::string words_of(const std::vector<NowHint>& hints) {
  std::string words;
  for (const NowHint& hint : hints)
    words += (hint.button ? mouse_text(*hint.button, {}) : hint.keys) + ": " + hint.words + "\n";
  return words;
}

bool says(const std::vector<NowHint>& hints, const std::string& words) {
  return words_of(hints).find(words) != std::string::npos;
}

void check_each_key_is_of_one_command(const Editor& editor) {
  std::set<std::string> keys;
  for (const Command& entry : commands()) {
    if (!is_enabled(editor, entry)) continue;
    for (const Shortcut& shortcut : shortcuts_of(editor, entry)) {
      CAPTURE(std::string(entry.id));
      CHECK_MESSAGE(keys.insert(shortcut_text(shortcut)).second, shortcut_text(shortcut));
      CHECK(command_for(editor, shortcut) == &entry);
    }
  }
}

}  // namespace

TEST_CASE("Every id in a preset is a command, once, and no key stands twice in a preset") {
  for (const KeymapPreset preset : kPresets) {
    std::set<std::string> ids, keys;
    for (const PresetKeys& entry : preset_keys(preset)) {
      CAPTURE(std::string(entry.id));
      CHECK(ids.insert(entry.id).second);
      CHECK(std::string(command(entry.id).id) == entry.id);
      for (const Shortcut& shortcut : entry.shortcuts)
        CHECK_MESSAGE(keys.insert(shortcut_text(shortcut)).second, shortcut_text(shortcut));
    }
  }
  CHECK(preset_keys(KeymapPreset::blender).empty());
}

TEST_CASE("No preset binds one key to two commands that can be enabled at once") {
  for (const Tab tab : {Tab::layout, Tab::rig, Tab::pose})
    for (const Id selected :
         {kNoId, test::kArmMesh, test::kArmSkeleton, test::kElbow, test::kWrist})
      for (const KeymapPreset preset : kPresets) {
        Editor editor = test::arm_editor();
        perform(editor, op::SetRadius{{test::kElbow}, {0.7f}});
        editor.tab = tab;
        if (selected != kNoId) editor.document.select({selected});
        editor.preferences.keymap = preset;
        check_each_key_is_of_one_command(editor);
      }
}

TEST_CASE("The timeline takes Delete, Ctrl+A, Ctrl+C and Ctrl+V while it has the hand") {
  for (const KeymapPreset preset : kPresets) {
    Editor editor = test::arm_editor();
    editor.preferences.keymap = preset;
    editor.tab = Tab::pose;
    editor.document.select({test::kElbow});
    new_motion(editor, editor.transport);
    editor.timeline.is_open = editor.timeline.has_keyboard = true;
    choose_all_keys(editor, editor.transport, editor.timeline);
    check_each_key_is_of_one_command(editor);
    const auto meant = [&](const Shortcut& pressed) {
      return std::string(command_for(editor, pressed)->id);
    };
    CHECK(meant({keys::kDelete, false, false, false}) == "keys.delete");
    CHECK(meant({'a', true, false, false}) == "keys.select_all");
    CHECK(meant({'c', true, false, false}) == "keys.copy");
    editor.timeline.has_keyboard = false;
    check_each_key_is_of_one_command(editor);
    CHECK(meant({keys::kDelete, false, false, false}) == "edit.delete");
    CHECK(meant({'c', true, false, false}) == "pose.copy");
  }
}

TEST_CASE("Every command can be reached: by a key, from a menu, or through the palette") {
  const Editor editor = test::arm_editor();
  std::set<std::string> in_palette;
  for (const PaletteEntry& entry : palette_entries(editor)) in_palette.insert(entry.id);
  for (const KeymapPreset preset : kPresets)
    for (const Command& entry : commands()) {
      CAPTURE(std::string(entry.id));
      const bool has_key = !shortcuts_of(preset, entry).empty();
      CHECK((has_key || entry.menu != MenuPlace::none || in_palette.count(entry.id) > 0));
    }
  // The way to everything else has a key in each preset.
  for (const KeymapPreset preset : kPresets)
    for (const char* id : {"help.palette", "help.keys", "edit.undo", "edit.redo", "file.save",
                           "focus.next", "focus.menu"})
      CHECK_FALSE(shortcuts_of(preset, command(id)).empty());
}

TEST_CASE(
    "The tools, the camera and undoing lie where somebody who knows the other program looks for "
    "them") {
  CHECK(meant(KeymapPreset::blender, plain(SDLK_g)) == "tool.move");
  CHECK(meant(KeymapPreset::blender, plain(SDLK_r)) == "tool.rotate");
  CHECK(meant(KeymapPreset::blender, plain(SDLK_s)) == "tool.scale");
  CHECK(meant(KeymapPreset::maya, plain(SDLK_q)) == "tool.select");
  CHECK(meant(KeymapPreset::maya, plain(SDLK_w)) == "tool.move");
  CHECK(meant(KeymapPreset::maya, plain(SDLK_e)) == "tool.rotate");
  CHECK(meant(KeymapPreset::maya, plain(SDLK_r)) == "tool.scale");
  CHECK(meant(KeymapPreset::maya, plain(SDLK_f)) == "view.frame");
  CHECK(meant(KeymapPreset::maya, plain(SDLK_a)) == "view.frame_all");
  CHECK(meant(KeymapPreset::scotty3d, plain(SDLK_m)) == "tool.move");
  CHECK(meant(KeymapPreset::scotty3d, plain(SDLK_r)) == "tool.rotate");
  CHECK(meant(KeymapPreset::scotty3d, plain(SDLK_s)) == "tool.scale");
  CHECK(meant(KeymapPreset::maya, {SDLK_z, true, true, true}) == "");

  using enum DragAction;
  CHECK(mouse_binding(KeymapPreset::maya, kLeft, {.alt = true}).drag == orbit);
  CHECK(mouse_binding(KeymapPreset::maya, kMiddle, {.alt = true}).drag == pan);
  CHECK(mouse_binding(KeymapPreset::maya, kRight, {.alt = true}).drag == dolly);
  CHECK(mouse_binding(KeymapPreset::maya, kMiddle, {}).drag == none);
  CHECK(mouse_binding(KeymapPreset::blender, kMiddle, {.shift = true}).drag == pan);
  CHECK(mouse_binding(KeymapPreset::scotty3d, kRight, {}).drag == pan);
}

TEST_CASE("A key that a preset gives to one command is taken from every other one") {
  for (const KeymapPreset preset : kPresets)
    for (const PresetKeys& given : preset_keys(preset))
      for (const Shortcut& shortcut : given.shortcuts)
        for (const Command& other : commands()) {
          const std::vector<Shortcut>& keys = shortcuts_of(preset, other);
          const bool has_it = list_has(keys, shortcut);
          CHECK(has_it == (std::string(other.id) == given.id));
        }
}

TEST_CASE(
    "Each preset selects, orbits, pans, comes nearer and opens a menu, each press of a button in "
    "one way") {
  for (const KeymapPreset preset : kPresets) {
    for (const DragAction action :
         {DragAction::edit, DragAction::orbit, DragAction::pan, DragAction::dolly})
      CHECK(can(preset, action));
    // On a laptop without a middle button too.
    CHECK(mouse_binding(preset, kLeft, {.alt = true}).drag == DragAction::orbit);
    CHECK(mouse_binding(preset, kLeft, {.shift = true, .alt = true}).drag == DragAction::pan);
    CHECK(mouse_binding(preset, kLeft, {}).click == ClickAction::select);
    CHECK(mouse_binding(preset, kRight, {}).click == ClickAction::menu);
    std::set<std::string> presses;
    for (const MouseBinding& binding : mouse_table(preset)) {
      CHECK(presses.insert(mouse_text(binding)).second);
      const MouseBinding found = mouse_binding(preset, binding.button, binding.held);
      CHECK(found.drag == binding.drag);
      CHECK(found.click == binding.click);
    }
  }
}

TEST_CASE("A combination that the table does not name means what the button means alone") {
  const MouseBinding binding =
      mouse_binding(KeymapPreset::blender, kRight, {.ctrl = true, .shift = true});
  CHECK(binding.drag == DragAction::pan);
  CHECK(binding.held == HeldKeys{.ctrl = true, .shift = true});
}

TEST_CASE("Presets are found by the names of the command line, and by no other") {
  for (const KeymapPreset preset : kPresets) CHECK(preset_named(name_of(preset).id) == preset);
  CHECK_FALSE(preset_named("Maya"));
  CHECK_FALSE(preset_named(""));
}

TEST_CASE("The status bar says what the buttons do now: by preset, held keys, tool and drag") {
  Editor editor = test::arm_editor(Tab::pose);
  CHECK(says(hints_now(editor, {}), "left: select, drag a handle"));
  CHECK(says(hints_now(editor, {}), "middle: orbit"));
  CHECK(says(hints_now(editor, {.shift = true}), "left: add to the selection"));
  CHECK(says(hints_now(editor, {.shift = true}), "middle: pan"));
  CHECK(says(hints_now(editor, {.alt = true}), "left: orbit"));
  editor.preferences.keymap = KeymapPreset::maya;
  CHECK_FALSE(says(hints_now(editor, {}), "middle"));
  CHECK(says(hints_now(editor, {.alt = true}), "right: zoom"));

  editor.document.select({test::kElbow});
  REQUIRE(grab_gizmo(editor, GizmoHandle::x, {.pixel = {400.0f, 300.0f}}));
  CHECK(says(hints_now(editor, {}), "X Y Z: axis"));
  CHECK(says(hints_now(editor, {}), "restore"));
  CHECK_FALSE(says(hints_now(editor, {}), "orbit"));
}
