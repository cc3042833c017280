#include "app/commands/help_parts.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <limits>

#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/commands/command_registry.h"
#include "editor/keymap/mouse_bindings.h"
#include "editor/preferences_state.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

constexpr float kStep = 8.0f;  // pixels between the places that are tried
// A target that is higher than this many label heights has its label inside.
constexpr float kLargeTarget = 3.0f;

bool overlap(const Rect& a, const Rect& b, float gap) {
  return a.corner.x < b.end().x + gap && b.corner.x < a.end().x + gap &&
         a.corner.y < b.end().y + gap && b.corner.y < a.end().y + gap;
}

bool holds(const Rect& outer, const Rect& inner) {
  return inner.corner.x >= outer.corner.x && inner.corner.y >= outer.corner.y &&
         inner.end().x <= outer.end().x && inner.end().y <= outer.end().y;
}

bool is_large(const Callout& callout) {
  return callout.target.size.x > callout.label.x * 1.1f &&
         callout.target.size.y > callout.label.y * kLargeTarget;
}

/// Distance between two rectangles; 0 if they touch.
float distance(const Rect& a, const Rect& b) {
  const glm::vec2 apart =
      glm::max(glm::max(a.corner - b.end(), b.corner - a.end()), glm::vec2(0.0f));
  return glm::length(apart);
}

/// Lower is better: near the target, and preferably in line with its middle.
float cost(const Rect& label, const Callout& callout) {
  const glm::vec2 middle = label.corner + label.size * 0.5f,
                  wanted = callout.target.corner + callout.target.size * 0.5f;
  return distance(label, callout.target) + 0.05f * glm::distance(middle, wanted);
}

}  // namespace

std::vector<std::optional<glm::vec2>> place_labels(const std::vector<Callout>& callouts,
                                                   const std::vector<Rect>& blocked,
                                                   const Rect& window, float gap) {
  std::vector<std::optional<glm::vec2>> places;
  std::vector<Rect> taken;
  const Rect inside{window.corner + gap, glm::max(window.size - 2.0f * gap, glm::vec2(0.0f))};
  for (std::size_t i = 0; i < callouts.size(); ++i) {
    const Callout& callout = callouts[i];
    const auto is_free = [&](const Rect& label) {
      const auto hits = [&](const Rect& other) { return overlap(label, other, gap); };
      if (std::any_of(taken.begin(), taken.end(), hits) ||
          std::any_of(blocked.begin(), blocked.end(), hits))
        return false;
      for (std::size_t k = 0; k < callouts.size(); ++k) {
        if (is_large(callouts[k])) {
          if (k == i ? !holds(callout.target, label) : false) return false;
          continue;
        }
        if (overlap(label, callouts[k].target, k == i ? gap * 2.0f : gap)) return false;
      }
      return true;
    };
    std::optional<glm::vec2> best;
    float least = std::numeric_limits<float>::max();
    for (float y = inside.corner.y; y + callout.label.y <= inside.end().y; y += kStep)
      for (float x = inside.corner.x; x + callout.label.x <= inside.end().x; x += kStep) {
        const Rect label{{x, y}, callout.label};
        const float price = cost(label, callout);
        if (price >= least || !is_free(label)) continue;
        least = price;
        best = label.corner;
      }
    places.push_back(best);
    if (best) taken.push_back({*best, callout.label});
  }
  return places;
}

std::optional<CalloutLine> line_between(const Rect& label, const Rect& target) {
  if (overlap(label, target, 0.0f)) return std::nullopt;
  const glm::vec2 middle = label.corner + label.size * 0.5f;
  const glm::vec2 to = glm::clamp(middle, target.corner, target.end());
  const glm::vec2 from = glm::clamp(to, label.corner, label.end());
  return CalloutLine{from, to};
}

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
  if (binding.drag == DragAction::edit)
    return binding.held.shift  ? "Add to selection: click or box"
           : binding.held.ctrl ? "Remove from selection: click or box"
                               : "Select; drag a handle, a rim or a box";
  if (binding.drag == DragAction::orbit)
    return binding.click == ClickAction::explain ? "Orbit; click: explain a vertex" : "Orbit";
  const bool asks_menu = binding.click == ClickAction::menu;
  if (binding.drag == DragAction::pan) return asks_menu ? "Pan; click: menu" : "Pan";
  return binding.drag == DragAction::dolly ? "Zoom" : asks_menu ? "Menu" : "";
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
