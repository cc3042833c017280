// File > Open recent: small picture, name, folder.
#include <cmath>
#include <imgui.h>

#include "app/files/safety_cards.h"
#include "app/widgets/menu.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/recent.h"

namespace marrow::app {

namespace {

constexpr float kRow = 44.0f, kPicture = 60.0f, kRecentWidth = 340.0f;

void draw_row(Editor& editor, const std::string& path) {
  const bool is_there = is_present(editor, editor.files, path);
  const std::filesystem::path file(path);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = px(kRow), text = px(kPicture + 14), width = px(kRecentWidth) - text - px(4);
  const bool clicked =
      ImGui::Selectable(("##" + path).c_str(), false, is_there ? 0 : ImGuiSelectableFlags_Disabled,
                        {px(kRecentWidth), height});
  note_spot("Recent " + file.filename().string());
  tooltip((is_there ? path : path + "\nno longer exists").c_str());
  draw_thumbnail(editor, editor.files, path, {at.x, at.y + px(2)}, {px(kPicture), height - px(4)},
                 !is_there);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string name = ellipsis(file.filename().string(), width);
  list.AddText({at.x + text, at.y + px(5)}, is_there ? colors().text : colors().text_faint,
               name.c_str());
  ImGui::PushFont(fonts().small);
  const std::string folder =
      ellipsis(is_there ? file.parent_path().string() : "no longer exists", width);
  list.AddText({at.x + text, at.y + px(24)}, is_there ? colors().text_dim : colors().text_faint,
               folder.c_str());
  ImGui::PopFont();
  if (clicked) request_open(editor, path);
}

}  // namespace

void draw_recent_menu(Editor& editor) {
  const std::vector<std::string> recent = editor.preferences.recent;
  const bool is_open = begin_menu("Open recent", !recent.empty());
  note_spot("Open recent");
  if (!is_open) return;
  for (const std::string& path : recent) draw_row(editor, path);
  ImGui::Separator();
  if (ImGui::MenuItem("Clear list")) clear_recent(editor, editor.files);
  note_spot("Clear list");
  tooltip("Clears this list; the files themselves are kept");
  end_menu();
}

}  // namespace marrow::app
