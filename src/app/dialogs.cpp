#include "app/dialogs.h"

#include <SDL_scancode.h>
#include <algorithm>
#include <imgui.h>

#include "app/app.h"
#include "app/keymap.h"
#include "app/theme.h"
#include "app/widgets.h"

namespace marrow::app {

namespace {

bool escape_pressed() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)); }
bool letter_pressed(SDL_Scancode letter) { return ImGui::IsKeyPressed(letter, false); }
bool enter_pressed() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter)); }

/// A modal in the middle of the window, as high as its content.
bool begin_dialog(const char* title, float width) {
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(px(width), window.x - px(16)), 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(20), px(16)));
  constexpr ImGuiWindowFlags kFlags =
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  const bool open = ImGui::BeginPopupModal(title, nullptr, kFlags);
  ImGui::PopStyleVar();
  return open;
}

void headline(const char* text) {
  ImGui::PushFont(fonts().title);
    case Pending::Kind::sample:
      return "The sample is about to take its place.";
    case Pending::Kind::restore:
      return "An autosave is about to take its place.";
    case Pending::Kind::reload:
      return "The file as it is on the disk is about to take its place.";
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
  ImGui::Dummy({0.0f, px(2)});
}

void wrapped(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colors().text_dim);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::Dummy({0.0f, px(8)});
}

const char* consequence_of(Pending::Kind kind) {
  switch (kind) {
    case Pending::Kind::open:
      return "Another file is about to take its place.";
    case Pending::Kind::new_scene:
      return "An empty scene is about to take its place.";
    case Pending::Kind::quit:
      return "Marrow is about to close.";
  }
  return "";
}

void unsaved_dialog(Editor& editor) {
  constexpr const char* kTitle = "###unsaved";
  if (!editor.shell.pending || !begin_dialog(kTitle, 440.0f)) return;
  headline(("Save " + document_name(editor) + "?").c_str());
  wrapped(std::string("It has changes that are not saved. ") + consequence_of(editor.shell.pending->kind));
  std::optional<Answer> answer;
  if (text_button("Save", true) || enter_pressed()) answer = Answer::save;
  ImGui::SameLine();
  if (text_button("Discard", false, "Key D") || letter_pressed(SDL_SCANCODE_D)) answer = Answer::discard;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize("Cancel").x - px(28));
  if (text_button("Cancel") || escape_pressed()) answer = Answer::cancel;
  if (answer) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (answer) answer_pending(editor, *answer);
}

void drop_dialog(Editor& editor) {
  constexpr const char* kTitle = "###dropped";
  if (!editor.shell.dropped || !begin_dialog(kTitle, 440.0f)) return;
  headline(std::filesystem::path(*editor.shell.dropped).filename().string().c_str());
  wrapped("Open it in place of this scene, or add it to this scene?");
  const bool open = text_button("Open", true) || enter_pressed();
  ImGui::SameLine();
  const bool import = text_button("Add to this scene", false, "Key A") || letter_pressed(SDL_SCANCODE_A);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize("Cancel").x - px(28));
  const bool cancel = text_button("Cancel") || escape_pressed();
  if (open || import || cancel) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (!open && !import && !cancel) return;
  const std::string path = *editor.shell.dropped;
  editor.shell.dropped.reset();
  if (open) request_open(editor, path);
  if (import) import_file(editor, path);
}

struct Gesture {
  const char* keys;
  const char* words;
};
constexpr Gesture kMouse[] = {
    {"Click", "Select; again: what lies behind"},
    {"Shift / Ctrl click", "Add to the selection / take away"},
    {"Drag a handle", "Move, rotate, scale"},
    {"Drag a rim", "Change how far the joint reaches (Rig)"},
    {"Middle, Alt+left", "Orbit"},
    {"Right, Shift+middle", "Pan"},
    {"Wheel", "Zoom to the pointer"},
    {"Ctrl / Shift", "In a drag: whole steps / a tenth of it"},
    {"X Y Z, a number", "In a drag: along that axis, by that much"},
    {"Esc, right button", "In a drag: puts everything back"},
};

void key_row(const char* keys, const char* words, const char* tip) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, colors().accent_text);
  ImGui::TextUnformatted(keys);
  ImGui::PopStyleColor();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(words);
  if (tip != nullptr) tooltip(tip);
}

std::string all_keys(const Editor& editor, const Command& entry) {
  std::string keys;
  const std::vector<Shortcut>& shortcuts = shortcuts_of(editor, entry);
  for (const Shortcut& shortcut : shortcuts) {
    const std::string text = shortcut_text(shortcut);
    if (text.empty() || text.find("Keypad") != std::string::npos) continue;  // the same as the top row
    keys += (keys.empty() ? "" : ", ") + text;
  if (editor.safety.asks_overwrite) return true;
    if (&shortcut - shortcuts.data() >= 1) break;
  }
  return keys;
}

bool begin_key_table(const char* id, const char* title, float key_width) {
  section(title);
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, px(key_width));
  ImGui::TableSetupColumn("words", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

void key_table(const Editor& editor, const char* title, float key_width, std::initializer_list<MenuPlace> places) {
  if (!begin_key_table(title, title, key_width)) return;
  for (const Command& entry : commands()) {
    if (shortcuts_of(editor, entry).empty() || std::find(places.begin(), places.end(), entry.menu) == places.end()) continue;
    key_row(all_keys(editor, entry).c_str(), entry.label, entry.tooltip);
  }
  ImGui::EndTable();
}

void mouse_table() {
  if (!begin_key_table("mouse", "Mouse, in the viewport", 140.0f)) return;
  for (const Gesture& gesture : kMouse) key_row(gesture.keys, gesture.words, nullptr);
  ImGui::EndTable();
}

/// One column of the help; all have the same width and height.
template <typename Content>
void help_column(const char* id, ImVec2 size, Content content) {
  if (ImGui::BeginChild(id, size)) content();
  ImGui::EndChild();
}

void help_columns(const Editor& editor) {
  const float gap = px(28), width = ImGui::GetContentRegionAvail().x - 2.0f * gap;
  const float height = std::min(px(500), ImGui::GetIO().DisplaySize.y - px(140));
  help_column("##help_left", {std::floor(width * 0.4f), height}, [&] {
    mouse_table();
    key_table(editor, "Tools and tabs", 140.0f, {MenuPlace::none});
    key_table(editor, "Rig and pose", 140.0f, {MenuPlace::rig, MenuPlace::pose});
  });
  ImGui::SameLine(0.0f, gap);
  help_column("##help_middle", {std::floor(width * 0.28f), height}, [&] { key_table(editor, "View", 96.0f, {MenuPlace::view}); });
  ImGui::SameLine(0.0f, gap);
  help_column("##help_right", {0.0f, height}, [&] {
    key_table(editor, "Edit", 150.0f, {MenuPlace::edit});
    key_table(editor, "File", 150.0f, {MenuPlace::file});
    key_table(editor, "Help", 150.0f, {MenuPlace::help});
  });
}

void help_dialog(Editor& editor) {
  constexpr const char* kTitle = "###help";
  if (!editor.shell.shows_help || !begin_dialog(kTitle, 1200.0f)) return;
  headline("Keys and mouse");
  help_columns(editor);
  const bool close = text_button("Close", true) || escape_pressed() || enter_pressed();
  if (close) editor.shell.shows_help = false;
  if (!editor.shell.shows_help) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void about_dialog(Editor& editor) {
  constexpr const char* kTitle = "###about";
  if (!editor.shell.shows_about || !begin_dialog(kTitle, 440.0f)) return;
  headline((std::string("Marrow ") + version()).c_str());
  wrapped(
      "A rigging editor: capsules around bones decide which joints move a vertex, and the mesh follows while you edit.\n\n"
      "Stands on Dear ImGui, SDL2, OpenGL, GLM, tinygltf, tinyobjloader, fmt, nlohmann/json; set in Inter and Fork Awesome.");
  if (text_button("Close", true) || escape_pressed() || enter_pressed()) {
    editor.shell.shows_about = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace

void draw_dialogs(Editor& editor) {
  unsaved_dialog(editor);
  drop_dialog(editor);
  help_dialog(editor);
  about_dialog(editor);
}

bool has_dialog(const Editor& editor) {
  const ShellState& shell = editor.shell;
  return shell.browser || shell.pending || shell.dropped || shell.shows_help || shell.shows_about || editor.bench.sheet.is_open ||
         editor.shots.shows_options || editor.shots.shows_turntable;
}

void drop_file(Editor& editor, const std::string& path) {
  if (has_dialog(editor)) return say(editor, "Answer the open question first, then drop the file again.", true);
  if (editor.document.scene().nodes.empty())
    request_open(editor, path);
  else
    editor.shell.dropped = path;
  editor.wants_redraw = true;
}

}  // namespace marrow::app
