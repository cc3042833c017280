#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "app/commands/command_windows.h"
#include "app/imgui_version.h"
#include "app/widgets/dialog.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/help_state.h"
#include "editor/commands/palette.h"
#include "editor/editor.h"

namespace marrow::app {

namespace {

constexpr const char* kTitle = "###palette";
constexpr float kPaletteRow = 30.0f;
constexpr int kRows = 11;

bool begin_window(PaletteState& state) {
  if (!ImGui::IsPopupOpen(kTitle)) ImGui::OpenPopup(kTitle);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x * 0.5f, std::min(px(72), window.y * 0.08f)}, ImGuiCond_Always,
                          {0.5f, 0.0f});
  ImGui::SetNextWindowSize({std::min(px(620), window.x - px(16)), 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(10), px(10)));
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoNav;
  const bool open = ImGui::BeginPopupModal(kTitle, nullptr, kFlags);
  ImGui::PopStyleVar();
  if (open && state.wants_focus && ImGui::IsWindowAppearing()) focus_next_item();
  return open;
}

/// The text field; marks the first match again when the text changed.
void draw_field(PaletteState& state) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(12), px(8)));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const std::string before = state.query;
  bare_text_field("##query", &state.query, 0, "Type a command, a joint or a recent file");
  note_spot("palette field");
  ImGui::PopStyleVar();
  // A click on a disabled row takes the focus away: take it back.
  if (!ImGui::IsItemActive()) ImGui::SetKeyboardFocusHere(-1);
  if (state.query == before) return;
  state.marked = 0;
  state.scrolls_to_marked = true;
}

void move_mark(PaletteState& state, int count) {
  const int before = state.marked;
  if (key_pressed(ImGuiKey_DownArrow)) ++state.marked;
  if (key_pressed(ImGuiKey_UpArrow)) --state.marked;
  if (key_pressed(ImGuiKey_PageDown)) state.marked += kRows - 1;
  if (key_pressed(ImGuiKey_PageUp)) state.marked -= kRows - 1;
  // One step beyond an end wraps around.
  if (state.marked == -1 && before == 0) state.marked = count - 1;
  if (state.marked == count && before == count - 1) state.marked = 0;
  state.marked = std::clamp(state.marked, 0, std::max(count - 1, 0));
  if (state.marked != before) state.scrolls_to_marked = true;
}

const char* icon_of(const PaletteEntry& entry) {
  if (entry.kind == PaletteEntry::Kind::file) return icon::kFile;
  if (entry.kind == PaletteEntry::Kind::item) return icon::kCrosshair;
  return entry.is_on ? icon::kCheck : nullptr;
}

/// One row: tick or icon, label, menu or the reason why it is disabled, key. True when clicked.
bool draw_row(const PaletteEntry& entry, bool is_marked) {
  const IdScope id_scope(entry.id.c_str());
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, px(kPaletteRow)};
  const bool clicked = ImGui::InvisibleButton("##row", size);
  note_spot(entry.label);
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_marked)
    list.AddRectFilled(corner, end, entry.is_enabled ? colors().accent : colors().raised, px(4));
  else if (ImGui::IsItemHovered())
    list.AddRectFilled(corner, end, colors().veil, px(4));
  const bool on_accent = is_marked && entry.is_enabled;
  const ImU32 ink = on_accent          ? colors().on_accent
                    : entry.is_enabled ? colors().text
                                       : colors().text_faint;
  const ImU32 quiet = on_accent          ? colors().on_accent
                      : entry.is_enabled ? colors().text_dim
                                         : colors().text_faint;
  const float y = corner.y + std::floor((size.y - ImGui::GetFontSize()) * 0.5f);
  if (const char* sign = icon_of(entry)) draw_text({corner.x + px(8), y}, quiet, sign);
  float right = end.x - px(10);
  if (!entry.keys.empty()) {
    right -= text_width(entry.keys);
    draw_text({right, y}, on_accent ? ink : colors().accent_text, entry.keys);
    right -= px(16);
  }
  const float left = corner.x + px(32);
  const std::string label = ellipsis(entry.label, std::max(right - left, 1.0f));
  draw_text({left, y}, ink, label);
  const float after = left + text_width(label) + px(12);
  const FontScope font(fonts().small);
  const std::string note =
      ellipsis(entry.reason.empty() ? entry.place : entry.reason, std::max(right - after, 0.0f));
  if (right - after > px(40)) draw_text({after, y + px(1)}, quiet, note);
  return clicked;
}

/// The marked entry's description, below the list.
void draw_details(const PaletteEntry* entry) {
  ImGui::Dummy({0.0f, px(2)});
  const std::string words =
      entry == nullptr ? "Nothing matches. Try fewer letters." : entry->details;
  const FontScope font(fonts().small);
  dim_text(ellipsis(words.empty() ? "\u2191\u2193 Enter \u00b7 Esc" : words,
                    ImGui::GetContentRegionAvail().x));
}

/// Returns the clicked row, if any.
const PaletteEntry* draw_list(PaletteState& state, const std::vector<PaletteEntry>& entries,
                              const std::vector<std::size_t>& matches) {
  const PaletteEntry* chosen = nullptr;
  const float wanted = px(kPaletteRow) * float(std::clamp(int(matches.size()), 1, kRows));
  const float height =
      std::max(std::min(wanted, ImGui::GetIO().DisplaySize.y - px(180)), px(kPaletteRow));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  ImGui::BeginChild("##matches", {0.0f, height}, false, ImGuiWindowFlags_NoNav);
  for_visible_rows(matches.size(), px(kPaletteRow), [&](std::size_t i) {
    const PaletteEntry& entry = entries[matches[i]];
    if (draw_row(entry, int(i) == state.marked)) chosen = &entry;
  });
  if (state.scrolls_to_marked) {
    const float top = px(kPaletteRow) * float(state.marked), scroll = ImGui::GetScrollY();
    if (top < scroll) ImGui::SetScrollY(top);
    if (top + px(kPaletteRow) > scroll + height) ImGui::SetScrollY(top + px(kPaletteRow) - height);
    state.scrolls_to_marked = false;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return chosen;
}

}  // namespace

void draw_palette(Editor& editor) {
  if (!editor.help.palette) return;
  PaletteState& state = *editor.help.palette;
  if (!begin_window(state)) return;
  draw_field(state);
  const std::vector<PaletteEntry> entries = palette_entries(editor);
  const std::vector<std::size_t> matches =
      palette_matches(entries, state.query, editor.preferences.recent_commands);
  move_mark(state, int(matches.size()));
  const PaletteEntry* chosen = draw_list(state, entries, matches);
  const PaletteEntry* marked =
      matches.empty() ? nullptr : &entries[matches[std::size_t(state.marked)]];
  draw_details(marked);
  if (chosen == nullptr && key_answers(ImGuiKey_Enter)) chosen = marked;
  const bool is_done = (chosen != nullptr && chosen->is_enabled) || key_answers(ImGuiKey_Escape);
  if (is_done) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (!is_done) return;
  editor.help.palette.reset();
  if (chosen != nullptr) run_entry(editor, *chosen);
}

}  // namespace marrow::app
