#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "app/commands/command_windows.h"
#include "app/files/file_windows.h"
#include "app/widgets/layout.h"
#include "app/widgets/menu.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/selection_actions.h"

namespace marrow::app {

namespace {

struct MenuTitle {
  MenuPlace place;
  const char* label;
};
constexpr MenuTitle kMenus[] = {{MenuPlace::file, "File"}, {MenuPlace::edit, "Edit"},
                                {MenuPlace::view, "View"}, {MenuPlace::rig, "Rig"},
                                {MenuPlace::pose, "Pose"}, {MenuPlace::help, "Help"}};

void command_item(Editor& editor, const Command& entry) {
  const bool enabled = is_enabled(editor, entry);
  const std::string words = entry.live_label != nullptr ? entry.live_label(editor) : entry.label;
  const std::string label = menu_words(words) + "##" + entry.id;
  const std::string keys = key_text(editor, entry);
  const bool checked = entry.checked != nullptr && entry.checked(editor);
  if (ImGui::MenuItem(label.c_str(), keys.empty() ? nullptr : keys.c_str(), checked, enabled))
    run_command(editor, entry.id);
  tooltip(entry.tooltip);
}

void opacity_slider(Session& session) {
  ImGui::SetNextItemWidth(px(120));
  float percent = session.show.mesh_opacity * 100.0f;
  if (ImGui::SliderFloat("Mesh opacity", &percent, 5.0f, 100.0f, "%.0f %%",
                         ImGuiSliderFlags_AlwaysClamp)) {
    session.show.mesh_opacity = percent / 100.0f;
  }
}

/// Draws the submenu that begins with command `first`. Returns the index of its last command.
std::size_t submenu(Editor& editor, std::size_t first) {
  const std::vector<Command>& all = commands();
  const std::string_view title = all[first].submenu;
  std::size_t last = first;
  while (last + 1 < all.size() && all[last + 1].submenu != nullptr &&
         title == all[last + 1].submenu)
    ++last;
  if (!begin_menu(all[first].submenu)) return last;
  for (std::size_t i = first; i <= last; ++i) command_item(editor, all[i]);
  end_menu();
  return last;
}

void menu_items(Editor& editor, MenuPlace place) {
  const std::vector<Command>& all = commands();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Command& entry = all[i];
    if (entry.menu != place) continue;
    if (entry.separator_before) ImGui::Separator();
    if (entry.submenu != nullptr) {
      i = submenu(editor, i);
      continue;
    }
    command_item(editor, entry);
    if (std::string_view(entry.id) == "file.import") draw_recent_menu(editor);
    if (std::string_view(entry.id) == "view.xray") opacity_slider(editor);
  }
}

void menus(Editor& editor) {
  for (const MenuTitle& menu : kMenus) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(8), px(8)));
    const bool is_open = begin_menu(menu.label);
    if (is_open) {
      ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8), px(3)));
      ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(8), px(8)));
      menu_items(editor, menu.place);
      ImGui::PopStyleVar(2);
      end_menu();
    }
    ImGui::PopStyleVar();
  }
}

bool tab_button(const Session& session, const Command& entry, ImVec2 corner, ImVec2 size,
                bool active) {
  ImGui::SetCursorScreenPos(corner);
  const bool clicked = ImGui::InvisibleButton(entry.id, size);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {corner.x + size.x, corner.y + size.y};
  if (active || hovered)
    list.AddRectFilled(corner, end, active ? colors().accent : colors().raised, px(4));
  ImGui::PushFont(active ? fonts().semibold : fonts().regular);
  const ImVec2 text = ImGui::CalcTextSize(entry.label);
  draw_text({std::floor(corner.x + (size.x - text.x) * 0.5f),
             std::floor(corner.y + (size.y - text.y) * 0.5f)},
            active ? colors().on_accent : colors().text, entry.label);
  ImGui::PopFont();
  tooltip(command_tooltip(session, entry));
  return clicked;
}

/// The three tabs, centered, or farther right if the menus need room. Returns their right edge.
float tabs(Editor& editor, float after_menus) {
  const ImVec2 bar = ImGui::GetWindowPos(), bar_size = ImGui::GetWindowSize();
  const float inset = px(3), room = bar.x + bar_size.x - after_menus - px(24);
  const ImVec2 size = {std::clamp(std::floor((room - inset * 2.0f) / 3.0f), px(56), px(84)),
                       px(28)};
  const float width = size.x * 3.0f + inset * 2.0f;
  const float x = std::max(std::round(bar.x + (bar_size.x - width) * 0.5f), after_menus + px(12));
  const float y = bar.y + std::floor((bar_size.y - size.y) * 0.5f);
  ImGui::GetWindowDrawList()->AddRectFilled({x, y - inset}, {x + width, y + size.y + inset},
                                            colors().well, px(6));
  int place = 0;
  for (const char* id : {"tab.layout", "tab.rig", "tab.pose"}) {
    const Command& entry = command(id);
    const ImVec2 corner = {x + inset + size.x * float(place++), y};
    if (tab_button(editor, entry, corner, size, entry.checked(editor))) run_command(editor, id);
  }
  note_area("tabs", {x, y - inset}, {x + width, y + size.y + inset});
  return x + width;
}

/// The document's name at the right, and whether it is saved.
void document_label(const Session& session, float after_tabs) {
  const ImVec2 bar = ImGui::GetWindowPos(), bar_size = ImGui::GetWindowSize();
  const float room = bar.x + bar_size.x - px(16) - after_tabs - px(16);
  if (room < px(60)) return;
  const char* state = session.document.is_dirty() ? " \u00b7 not saved" : "";
  const std::string text = ellipsis(document_name(session) + state, room);
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
  const ImVec2 corner = {bar.x + bar_size.x - px(16) - extent.x,
                         bar.y + std::floor((bar_size.y - extent.y) * 0.5f)};
  draw_text(corner, colors().text_dim, text);
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton("##document", extent);
  if (!session.document.path().empty()) tooltip(session.document.path().string());
}

}  // namespace

void draw_menu_bar(Editor& editor) {
  const float bar_height = px(kMenuHeight);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(px(8), std::floor((bar_height - ImGui::GetFontSize()) * 0.5f)));
  const bool is_narrow = ImGui::GetWindowWidth() < px(600);  // no room for the program's name
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(is_narrow ? 8 : 14), px(4)));
  const bool is_open = ImGui::BeginMenuBar();
  if (is_open) {
    const float first = is_narrow ? px(8) : px(16);
    ImGui::SetCursorPosX(first);
    ImGui::PushFont(fonts().semibold);
    if (!is_narrow) ImGui::TextUnformatted("Marrow");
    ImGui::PopFont();
    if (ImGui::GetWindowWidth() >= px(460)) {
      menus(editor);
    } else if (begin_menu("Menu")) {  // a phone held upright
      ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(8), px(14)));  // for a finger
      menus(editor);
      ImGui::PopStyleVar();
      end_menu();
    }
    const float after_menus = ImGui::GetItemRectMax().x;
    const ImVec2 bar = ImGui::GetWindowPos();
    note_area("menus", {bar.x + (is_narrow ? first : px(80)), bar.y + px(6)},
              {after_menus, bar.y + bar_height - px(6)});
    document_label(editor, tabs(editor, after_menus));
    ImGui::EndMenuBar();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace marrow::app
