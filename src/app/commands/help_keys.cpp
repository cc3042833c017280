#include "app/commands/help_keys.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/commands/keymap.h"
#include "editor/keymap/mouse_bindings.h"
#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

struct Section {
  MenuPlace menu;
  const char* title;
};
constexpr Section kSections[] = {{MenuPlace::none, "Tools and tabs"},
                                 {MenuPlace::edit, "Edit"},
                                 {MenuPlace::rig, "Rig"},
                                 {MenuPlace::pose, "Pose"},
                                 {MenuPlace::view, "View"},
                                 {MenuPlace::file, "File"},
                                 {MenuPlace::help, "Help"}};

const char* words_of(const MouseBinding& binding) {
  switch (binding.drag) {
    case DragAction::edit:
      if (binding.held.shift) return "Add to selection: click or box";
      return binding.held.ctrl ? "Remove from selection: click or box"
                               : "Select; drag handle, rim, box";
    case DragAction::orbit:
      return binding.click == ClickAction::explain ? "Orbit; click: why this vertex" : "Orbit";
    case DragAction::pan:
      return binding.click == ClickAction::menu ? "Pan; click: menu" : "Pan";
    case DragAction::dolly:
      return "Zoom";
    case DragAction::none:
      break;
  }
  return binding.click == ClickAction::menu ? "Menu" : "";
}

}  // namespace

std::vector<HelpLine> mouse_lines(KeymapPreset preset) {
  std::vector<HelpLine> lines;
  for (const MouseBinding& binding : mouse_table(preset)) {
    lines.push_back({capitalized(mouse_text(binding)), words_of(binding)});
  }
  lines.push_back({"Wheel", "Zoom"});
  return lines;
}

std::vector<HelpLine> all_lines(KeymapPreset preset) {
  std::vector<HelpLine> lines{{"", "Mouse in the picture", true}};
  for (HelpLine& line : mouse_lines(preset)) lines.push_back(std::move(line));
  lines.push_back({"", "While something is dragged", true});
  for (const ModalKey& key : modal_keys()) lines.push_back({key.keys, key.words});
  for (const Section& section : kSections) {
    lines.push_back({"", section.title, true});
    for (const Command& command : commands())
      if (command.menu == section.menu)
        if (const std::vector<Shortcut>& shortcuts = shortcuts_of(preset, command);
            !shortcuts.empty())
          lines.push_back({shortcut_text(shortcuts.front()), command.label});
    if (lines.back().is_heading) lines.pop_back();
  }
  return lines;
}

float help_line_height() { return px(21); }

void draw_help_line(const HelpLine& line, glm::vec2 at, float width, float keys_width) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner{std::round(at.x), std::round(at.y)};
  if (line.is_heading) {
    ImGui::PushFont(fonts().semibold);
    draw_text({corner.x, corner.y + px(3)}, colors().text, ellipsis(line.words, width));
    ImGui::PopFont();
    const float y = corner.y + help_line_height() - 1.0f;
    list.AddLine({corner.x, y}, {corner.x + width, y}, colors().line);
    return;
  }
  const FontScope font(fonts().small);
  draw_text({corner.x, corner.y + px(2)}, colors().accent_text,
            ellipsis(line.keys, keys_width - px(8)));
  draw_text({corner.x + keys_width, corner.y + px(2)}, colors().text,
            ellipsis(line.words, width - keys_width));
}

void draw_all_keys(const Session& session, const Rect& place) {
  const std::vector<HelpLine> lines = all_lines(session.preferences.keymap);
  const float gap = px(24), least = px(270), pad = px(16);
  ImGui::SetCursorScreenPos({place.corner.x, place.corner.y});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colors().popup);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, pad));
  ImGui::BeginChild("##keys", {place.size.x, place.size.y}, false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  const float room = place.size.x - 2.0f * pad - px(10);
  const int columns = std::clamp(int((room + gap) / (least + gap)), 1, 4);
  const float width = std::floor((room - gap * float(columns - 1)) / float(columns));
  const auto per_column = int((lines.size() + std::size_t(columns) - 1) / std::size_t(columns));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  int column = 0, row = 0;
  int longest = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // A heading is never the last line of a column.
    const bool is_full = row >= per_column || (lines[i].is_heading && row + 2 >= per_column);
    if (is_full && column + 1 < columns) {
      ++column;
      row = 0;
    }
    const glm::vec2 at{corner.x + float(column) * (width + gap),
                       corner.y + float(row) * help_line_height()};
    draw_help_line(lines[i], at, width, px(104));
    longest = std::max(longest, ++row);
  }
  ImGui::Dummy({room, float(longest) * help_line_height()});
  ImGui::EndChild();
}

}  // namespace marrow::app
