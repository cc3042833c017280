#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>
#include <utility>

#include "app/commands/command_windows.h"
#include "app/commands/help_parts.h"
#include "app/imgui_version.h"
#include "app/widgets/dialog.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/commands/help_state.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "editor/shell_state.h"

namespace marrow::app {

namespace {

constexpr double kTap = 0.4;  // seconds; after a longer press of F1, release closes the help
constexpr float kCalloutWidth = 190.0f, kCalloutPad = 8.0f;

/// A part of the window, its name and one line about it.
struct Named {
  Rect target;
  std::string title, words;
};

void add(std::vector<Named>& named, const std::optional<Rect>& target, const char* title,
         std::string words) {
  if (target && !target->empty()) named.push_back({*target, title, std::move(words)});
}

std::optional<Rect> shrunk(const Rect& place) {
  if (place.empty()) return std::nullopt;
  return Rect{place.corner + px(4), glm::max(place.size - 2.0f * px(4), glm::vec2(0.0f))};
}

/// The right panel without its tabs, which have another callout.
std::optional<Rect> below_tabs(Rect place) {
  const float tabs = px(36);
  place.corner.y += tabs;
  place.size.y = std::max(place.size.y - tabs, 0.0f);
  return shrunk(place);
}

/// Most important first: a small window has no room for the last ones.
std::vector<Named> named_parts(const Session& session, const Layout& layout) {
  const auto keys = [&](const char* id) { return key_text(session, id); };
  std::vector<Named> named;
  add(named, area_named("tabs"), "Layout, Rig, Pose",
      "What a drag changes. " + keys("tab.toggle") + ": Rig and Pose");
  add(named, area_named("tools"), "Tools",
      keys("tool.move") + " move, " + keys("tool.rotate") + " rotate, " + keys("tool.scale") +
          " scale or radius");
  add(named, shrunk(layout.left), "Scene",
      "Click a row to select, drag it to another parent, " + keys("edit.rename") + " renames");
  add(named, below_tabs(layout.right), "Numbers",
      "Of the selection. Drag one, or double-click to type");
  add(named, area_named("right tabs"), "Inspector, Bench, History",
      "Values; capsules measured; every step to travel to");
  add(named, area_named("menus"), "Menus",
      "Every command with its key. " + keys("help.palette") + " finds any by its name");
  add(named, area_named("coverage"), "Coverage",
      "How many vertices some capsule holds. Click: go to what is left out");
  add(named, area_named("mouse"), "The mouse now", "Hold Alt, Shift or Ctrl: it changes as you do");
  add(named, area_named("axes"), "Axes", "Click a ball to look along it, drag to orbit");
  add(named, area_named("heat"), "Heat maps",
      keys("view.heat") + ": weights, counts and distances as colors");
  add(named, area_named("options"), "Options of the tool", "Axes, pivot, steps");
  add(named, shrunk(layout.shelf), "Stored poses",
      "Hover to preview, click to apply, drag to blend");
  return named;
}

Callout callout_of(const Named& named) {
  ImFont* font = fonts().small;
  const float width = px(kCalloutWidth) - 2.0f * px(kCalloutPad);
  const ImVec2 title =
      fonts().semibold->CalcTextSizeA(fonts().semibold->FontSize, 1e9f, width, named.title.c_str());
  const ImVec2 words = font->CalcTextSizeA(font->FontSize, 1e9f, width, named.words.c_str());
  return {named.target,
          {std::ceil(std::max(title.x, words.x)) + 2.0f * px(kCalloutPad),
           title.y + words.y + px(2) + 2.0f * px(kCalloutPad)}};
}

ImVec2 point(glm::vec2 at) { return {std::round(at.x), std::round(at.y)}; }

void draw_target(const Named& named, const Rect& label) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(point(named.target.corner), point(named.target.end()), colors().accent_text, px(5),
               0, std::max(px(1.5f), 1.0f));
  const std::optional<CalloutLine> line = line_between(label, named.target);
  if (!line) return;
  list.AddLine(point(line->from), point(line->to), colors().accent_text, std::max(px(1.5f), 1.0f));
  list.AddCircleFilled(point(line->to), px(3), colors().accent_text);
}

void draw_label(const Named& named, const Rect& label) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(point(label.corner), point(label.end()), colors().popup, px(6));
  list.AddRect(point(label.corner), point(label.end()), colors().accent_text, px(6), 0, 1.0f);
  const float width = label.size.x - 2.0f * px(kCalloutPad);
  const ImVec2 at = point(label.corner + px(kCalloutPad));
  ImFont* bold = fonts().semibold;
  const float title_height =
      bold->CalcTextSizeA(bold->FontSize, 1e9f, width, named.title.c_str()).y;
  list.AddText(bold, bold->FontSize, at, colors().text, named.title.c_str(), nullptr, width);
  list.AddText(fonts().small, fonts().small->FontSize, {at.x, at.y + title_height + px(2)},
               colors().text_dim, named.words.c_str(), nullptr, width);
}

/// The mouse card's place: in the middle of the picture; none where there is no room.
std::optional<Rect> mouse_card(const Session& session, const Rect& picture) {
  const auto count = float(mouse_lines(session.preferences.keymap).size());
  const glm::vec2 size{px(370), px(58) + count * help_line_height()};
  const Rect card{picture.corner + glm::floor((picture.size - size) * 0.5f), size};
  if (card.corner.x < picture.corner.x + px(150) || card.corner.y < picture.corner.y + px(90))
    return std::nullopt;
  return card;
}

void draw_mouse_card(const Session& session, const Rect& card) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(point(card.corner), point(card.end()), colors().popup, px(8));
  list.AddRect(point(card.corner), point(card.end()), colors().line, px(8));
  const KeymapPreset preset = session.preferences.keymap;
  const std::string title = std::string("Mouse in the picture, ") + name_of(preset).name;
  list.AddText(fonts().semibold, fonts().semibold->FontSize,
               point(card.corner + glm::vec2(px(16), px(12))), colors().text, title.c_str());
  float y = card.corner.y + px(44);
  for (const HelpLine& line : mouse_lines(preset)) {
    draw_help_line(line, {card.corner.x + px(16), y}, card.size.x - px(32), px(112));
    y += help_line_height();
  }
}

void draw_callouts(const Session& session, const Layout& layout, const Rect& footer) {
  const std::vector<Named> named = named_parts(session, layout);
  std::vector<Callout> callouts;
  for (const Named& one : named) callouts.push_back(callout_of(one));
  std::vector<Rect> blocked{footer};
  const std::optional<Rect> card = mouse_card(session, layout.viewport);
  if (card) blocked.push_back(*card);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const auto places = place_labels(callouts, blocked, {{0.0f, 0.0f}, {window.x, window.y}}, px(6));
  // Targets first, so that no outline or line covers a label.
  for (std::size_t i = 0; i < named.size(); ++i)
    if (places[i]) draw_target(named[i], {*places[i], callouts[i].label});
  if (card) draw_mouse_card(session, *card);
  for (std::size_t i = 0; i < named.size(); ++i)
    if (places[i]) draw_label(named[i], {*places[i], callouts[i].label});
}

/// The footer is in the middle of the lower edge.
Rect footer_place() {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(px(460), window.x - px(16));
  return {{std::floor((window.x - width) * 0.5f), window.y - px(32) - px(52)}, {width, px(44)}};
}

void draw_footer(HelpState& help, const Rect& place) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(point(place.corner), point(place.end()), colors().popup, px(8));
  list.AddRect(point(place.corner), point(place.end()), colors().line, px(8));
  ImGui::SetCursorScreenPos(point(place.corner + px(8)));
  HelpPage& page = help.page;
  if (text_button("This window", page == HelpPage::window)) page = HelpPage::window;
  ImGui::SameLine(0.0f, px(8));
  if (text_button("Keys and mouse", page == HelpPage::keys)) page = HelpPage::keys;
  ImGui::SameLine(0.0f, px(12));
  ImGui::AlignTextToFramePadding();
  dim_text(ellipsis("Tab: next page \u00b7 Esc: close",
                    place.end().x - ImGui::GetCursorScreenPos().x - px(8)));
}

/// Tab turns the page; Esc, Enter, a click outside or releasing a held F1 closes.
void follow_keys(Session& session, HelpState& help, ShellState& shell) {
  if (help.is_held && !f1_is_down()) {
    help.is_held = false;
    if (session.now - help.opened_at > kTap) shell.shows_help = false;
  }
  if (key_pressed(ImGuiKey_Tab, false))
    help.page = help.page == HelpPage::window ? HelpPage::keys : HelpPage::window;
  if (key_answers(ImGuiKey_Escape) || key_answers(ImGuiKey_Enter)) shell.shows_help = false;
  const bool is_outside =
      ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsAnyItemHovered();
  if (is_outside && help.page == HelpPage::window) shell.shows_help = false;
}

}  // namespace

void draw_help(Session& session, HelpState& help, ShellState& shell, const Layout& layout) {
  if (!shell.shows_help) return;
  if (std::exchange(help.was_toggled, false)) help.is_held = f1_is_down();
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.0f, 0.0f});
  ImGui::SetNextWindowSize(window);
  if (help.opened_at == session.now) ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
  ImGui::Begin("##help", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImGui::GetWindowDrawList()->AddRectFilled({0.0f, 0.0f}, window, colors().help_shade);
  const Rect footer = footer_place();
  if (help.page == HelpPage::window)
    draw_callouts(session, layout, footer);
  else
    draw_all_keys(session, {{px(16), px(16)}, {window.x - px(32), footer.corner.y - px(28)}});
  draw_footer(help, footer);
  follow_keys(session, help, shell);
  ImGui::End();
}

}  // namespace marrow::app
