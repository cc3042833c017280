#include "app/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui_internal.h>

#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "base/utf8.h"
#include "editor/length_text.h"
#include "view/type/reading_order.h"

namespace marrow::app {

namespace {

constexpr float kMostTyped = 1e6f;

void clamp_number(float& value, float before, const NumberStyle& style) {
  if (!std::isfinite(value)) value = before;
  const float most = style.types_beyond && is_typing_number() ? kMostTyped : 0.0f;
  value = std::clamp(value, std::min(style.low, -most), std::max(style.high, most));
}

/// Draws the value's share of [low, high] as a bar behind the number. Call before drawing the
/// field, whose ground is transparent.
void draw_fill(float value, const NumberStyle& style, float width) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + width, corner.y + height}, colors().well, px(4));
  const float share =
      std::clamp((value - style.low) / std::max(style.high - style.low, 1e-9f), 0.0f, 1.0f);
  if (share * width >= 1.0f)
    list.AddRectFilled(corner, {corner.x + share * width, corner.y + height},
                       style.fill != 0 ? style.fill : colors().accent_fill, px(4));
}

/// The value, or 0 if it would be shown as "-0.000".
float without_minus_zero(float value, const char* format) {
  const int digits = ImParseFormatPrecision(format, 3);
  return std::abs(value) < 0.5f * std::pow(10.0f, float(-digits)) ? 0.0f : value;
}

float row_width() { return ImGui::GetContentRegionAvail().x; }

/// Ground, ground under the pointer, text; in the order of ChipKind.
constexpr ImU32 Colors::*kChipTones[][3] = {
    {&Colors::raised, &Colors::raised_hover, &Colors::text},
    {&Colors::magenta_ground, &Colors::magenta_ground_hover, &Colors::magenta},
    {&Colors::accent_ground, &Colors::accent_ground_hover, &Colors::accent_text},
    {&Colors::error_ground, &Colors::error_ground_hover, &Colors::error}};

bool padded_button(const char* label, float pad, float height) {
  const RowPadding padding(pad, height);
  const bool clicked = ImGui::Button(as_shown(label).c_str());
  note_spot(label);
  return clicked;
}

}  // namespace

RowPadding::RowPadding(float x, float height) {
  const float y = std::floor((px(height) - ImGui::GetFontSize()) * 0.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(x), std::max(y, 1.0f)));
}

RowPadding::~RowPadding() { ImGui::PopStyleVar(); }

FieldEvents bare_number(const char* id, float& value, const NumberStyle& style, float width) {
  const float before = value;
  if (style.filled) {
    draw_fill(value, style, width);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, colors().veil);
    ImGui::PushStyleColor(ImGuiCol_FrameBgActive, colors().veil);
  }
  ImGui::SetNextItemWidth(width);
  float shown = without_minus_zero(value, style.format);
  const bool changed = ImGui::DragFloat(id, &shown, style.speed, style.low, style.high,
                                        style.format, ImGuiSliderFlags_NoRoundToFormat);
  if (style.filled) ImGui::PopStyleColor(3);
  if (changed) {
    value = shown;
    clamp_number(value, before, style);
  }
  const FieldEvents events{ImGui::IsItemActivated(), changed && value != before,
                           ImGui::IsItemDeactivated()};
  if (!ImGui::IsItemActive()) tooltip(style.tooltip);
  return events;
}

const char* length_format(float size) {
  constexpr const char* kFormats[] = {"%.0f", "%.1f", "%.2f", "%.3f", "%.4f",
                                      "%.5f", "%.6f", "%.7f", "%.8f", "%.9f"};
  return kFormats[length_digits(size)];
}

bool is_typing_number() {
  return ImGui::GetActiveID() != 0 && ImGui::TempInputIsActive(ImGui::GetActiveID());
}

void section(const char* title, const char* note) {
  ImGui::Dummy({0.0f, px(4)});
  ImGui::PushFont(fonts().semibold);
  ImGui::TextUnformatted(as_shown(title).c_str());
  ImGui::PopFont();
  if (note != nullptr) right_text(note, colors().text_dim);
  ImGui::Dummy({0.0f, 0.0f});
}

bool fold_header(const char* title, bool& is_open, std::string_view status, ImU32 status_tone) {
  const IdScope id(title);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x,
              needed = ImGui::CalcTextSize(title).x + px(16 + 16) +
                       ImGui::CalcTextSize(as_shown(status).c_str()).x;
  // If title and status do not fit in one line, the status is on the second.
  const bool has_two = needed > room && room > px(60);
  const ImVec2 size{room, px(has_two ? 46 : 28)};
  if (ImGui::InvisibleButton("##fold", size)) is_open = !is_open;
  note_spot(title);
  const bool is_hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_hovered) draw_row_veil(corner, size.x, size.y);
  const float y = corner.y + std::floor((px(28) - ImGui::GetFontSize()) * 0.5f);
  list.AddText({corner.x, y}, is_hovered ? colors().text : colors().text_faint,
               is_open ? icon::kTreeOpen : icon::kTreeShut);
  ImGui::PushFont(fonts().semibold);
  const float title_x = corner.x + px(16), title_end = title_x + ImGui::CalcTextSize(title).x;
  list.AddText({title_x, y}, colors().text, title);
  ImGui::PopFont();
  const float status_y = has_two ? y + px(18) : y;
  const std::string shown =
      ellipsis(status, has_two ? room - px(16) : corner.x + size.x - title_end - px(12));
  list.AddText({corner.x + size.x - ImGui::CalcTextSize(shown.c_str()).x, status_y}, status_tone,
               shown.c_str());
  if (shown != as_shown(status)) tooltip(std::string(status));
  return is_open;
}

void field_label(const char* label, const char* tip) {
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, colors().text_dim);
  ImGui::TextUnformatted(label, ImGui::FindRenderedTextEnd(label));
  ImGui::PopStyleColor();
  tooltip(tip);
  ImGui::SameLine(start + px(kLabelWidth), 0.0f);
}

FieldEvents number_field(const char* label, float& value, const NumberStyle& style) {
  const RowPadding padding;
  const IdScope id(label);
  field_label(label, style.tooltip);
  const FieldEvents events = bare_number("##number", value, style, row_width());
  note_spot(label);
  return events;
}

FieldEvents vector_field(const char* label, glm::vec3& value, const NumberStyle& style) {
  const RowPadding padding;
  const IdScope id(label);
  field_label(label, style.tooltip);
  FieldEvents events;
  const float gap = px(4);
  const float width = std::floor((row_width() - 2.0f * gap) / 3.0f);
  const char* const ids[] = {"##x", "##y", "##z"};
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) ImGui::SameLine(0.0f, gap);
    const FieldEvents one = bare_number(ids[axis], value[axis], style, width);
    events.began |= one.began;
    events.changed |= one.changed;
    events.ended |= one.ended;
  }
  note_spot(label);  // at the field of z
  return events;
}

float choice_room(float width) { return width - ImGui::GetStyle().FramePadding.x - px(24); }

bool begin_choice(const char* id, const char* shown, float width) {
  ImGui::SetNextItemWidth(width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string fitting = ellipsis(shown, choice_room(width));
  const bool open = ImGui::BeginCombo(id, fitting.c_str(), ImGuiComboFlags_NoArrowButton);
  // A thin chevron replaces ImGui's button. Inside an open combo the window's list is the pop-up's.
  ImDrawList& list =
      open ? *ImGui::GetCurrentWindow()->ParentWindow->DrawList : *ImGui::GetWindowDrawList();
  const ImVec2 middle = {corner.x + width - px(14),
                         corner.y + std::floor(ImGui::GetFrameHeight() * 0.5f)};
  const ImVec2 points[] = {{middle.x - px(4), middle.y - px(2)},
                           {middle.x, middle.y + px(2)},
                           {middle.x + px(4), middle.y - px(2)}};
  list.AddPolyline(points, 3, colors().text_dim, ImDrawFlags_None, std::max(px(1.5f), 1.0f));
  return open;
}

bool choice_field(const char* label, int& choice, const std::vector<std::string>& entries,
                  const char* tip) {
  const RowPadding padding;
  const IdScope id(label);
  field_label(label, tip);
  bool changed = false;
  const bool in_range = choice >= 0 && choice < int(entries.size());
  if (begin_choice("##choice", in_range ? entries[std::size_t(choice)].c_str() : "", row_width())) {
    for (int i = 0; i < int(entries.size()); ++i)
      if (ImGui::Selectable(as_shown(entries[std::size_t(i)]).c_str(), i == choice) &&
          i != choice) {
        choice = i;
        changed = true;
      }
    ImGui::EndCombo();
  } else {
    tooltip(tip);
  }
  return changed;
}

bool segments(const char* label, int& choice, const std::vector<const char*>& words,
              const char* tip, bool only_first) {
  const RowPadding padding(4.0f);
  const IdScope id(label);
  field_label(label, tip);
  const float gap = px(2), count = float(words.size());
  const float width = std::floor((ImGui::GetContentRegionAvail().x - gap * (count - 1.0f)) / count);
  bool changed = false;
  int index = 0;
  for (const char* word : words) {
    if (index > 0) ImGui::SameLine(0.0f, gap);
    const bool is_chosen = index == choice;
    ImGui::BeginDisabled(only_first && index > 0);
    ImGui::PushStyleColor(ImGuiCol_Button, is_chosen ? colors().accent : colors().raised);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          is_chosen ? colors().accent_hover : colors().raised_hover);
    if (is_chosen) ImGui::PushStyleColor(ImGuiCol_Text, colors().on_accent);
    if (ImGui::Button(word, {width, 0.0f}) && !is_chosen) choice = index, changed = true;
    note_spot(word);
    ImGui::PopStyleColor(is_chosen ? 3 : 2);
    ImGui::EndDisabled();
    tooltip(tip);
    ++index;
  }
  return changed;
}

void flag(const char* label, bool& value, const char* tip) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(3), px(3)));
  ImGui::Checkbox(label, &value);
  ImGui::PopStyleVar();
  note_spot(label);
  tooltip(tip);
}

void value_row(const char* label, const std::string& value, const char* tip) {
  const RowPadding padding;
  field_label(label, tip);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetStyle().FramePadding.x);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(as_shown(value).c_str());
  ImGui::PopTextWrapPos();
  tooltip(tip);
}

void progress_bar(float share, float units) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(units), round = px(units / 2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + width, corner.y + height}, colors().well, round);
  const float filled = std::max(width * std::clamp(share, 0.0f, 1.0f), height);
  if (share > 0.0f)
    list.AddRectFilled(corner, {corner.x + filled, corner.y + height}, colors().accent_hover,
                       round);
  ImGui::Dummy({width, height});
}

bool chip(const char* text, ChipKind kind, const char* tip) {
  const auto& [ground, hover, ink] = kChipTones[std::size_t(kind)];
  ImGui::PushStyleColor(ImGuiCol_Button, colors().*ground);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colors().*hover);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, colors().*hover);
  ImGui::PushStyleColor(ImGuiCol_Text, colors().*ink);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, px(11));
  const bool clicked = padded_button(text, 10.0f, 22.0f);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(4);
  tooltip(tip);
  return clicked;
}

bool icon_button(const char* id, const char* glyph, const char* tip, bool active, float size) {
  const IdScope id_scope(id);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float side = px(size);
  const bool clicked = ImGui::InvisibleButton("##icon", {side, side});
  const bool hovered = ImGui::IsItemHovered();
  ImU32 ground = hovered ? colors().raised_hover : 0;
  if (active) ground = hovered ? colors().accent_hover : colors().accent;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ground != 0) list.AddRectFilled(corner, {corner.x + side, corner.y + side}, ground, px(4));
  const ImVec2 extent = ImGui::CalcTextSize(glyph);
  const ImVec2 at = {std::floor(corner.x + (side - extent.x) * 0.5f),
                     std::floor(corner.y + (side - extent.y) * 0.5f)};
  list.AddText(at,
               active    ? colors().on_accent
               : hovered ? colors().text
                         : colors().text_dim,
               glyph);
  tooltip(tip);
  return clicked;
}

bool text_button(const char* label, bool primary, const char* tip) {
  if (primary) {
    ImGui::PushStyleColor(ImGuiCol_Button, colors().accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colors().accent_hover);
    ImGui::PushStyleColor(ImGuiCol_Text, colors().on_accent);
  }
  const bool clicked = padded_button(label, 14.0f, 28.0f);
  if (primary) ImGui::PopStyleColor(3);
  tooltip(tip);
  return clicked;
}

bool text_button_if(bool enabled, const char* label, bool primary, const char* tooltip) {
  ImGui::BeginDisabled(!enabled);
  const bool clicked = text_button(label, primary, tooltip);
  ImGui::EndDisabled();
  return clicked;
}

float text_button_width(const char* label) {
  return ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * px(14);
}

bool small_button(const char* label, const char* tip) {
  const bool clicked = padded_button(label, 8.0f, 22.0f);
  tooltip(tip);
  return clicked;
}

float small_button_width(const char* label) {
  return ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * px(8);
}

bool link(const char* label, const char* tip) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 text = ImGui::CalcTextSize(label, nullptr, true);
  const bool clicked = ImGui::InvisibleButton(label, {text.x, px(22)});
  note_spot(label);
  const bool hovered = ImGui::IsItemHovered();
  const float y = corner.y + std::floor((px(22) - text.y) * 0.5f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({corner.x, y}, hovered ? colors().text : colors().accent_text, label,
               ImGui::FindRenderedTextEnd(label));
  if (hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    list.AddLine({corner.x, y + text.y}, {corner.x + text.x, y + text.y}, colors().text, 1.0f);
  }
  tooltip(tip);
  return clicked;
}

void title_text(const char* text) {
  const FontScope font(fonts().title);
  ImGui::TextUnformatted(text);
}

void draw_text(const ImVec2& at, ImU32 tone, std::string_view text) {
  ImGui::GetWindowDrawList()->AddText(at, tone, text.data(), text.data() + text.size());
}

float text_width(std::string_view text) {
  return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

void draw_row_veil(const ImVec2& corner, float width, float height) {
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x - px(4), corner.y},
                                            {corner.x + width + px(4), corner.y + height},
                                            colors().veil, px(4));
}

void fitting_text(std::string_view text, float width, ImU32 tone) {
  const std::string fitting = ellipsis(text, width);
  colored_text(fitting, tone);
  if (fitting != as_shown(text)) tooltip(std::string(text));
}

void wrapped_text(std::string_view text, float width) {
  const float wraps = width - ImGui::GetFontSize() * 0.25f;  // words at the very edge look cut
  std::string line;
  const auto end_line = [&] {
    ImGui::TextUnformatted(ellipsis(line, width).c_str());
    line.clear();
  };
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, px(1)));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    const std::string longer = line.empty() ? std::string(word) : fmt::format("{} {}", line, word);
    if (!line.empty() && ImGui::CalcTextSize(as_shown(longer).c_str()).x > wraps) {
      end_line();
      line = word;
    } else {
      line = longer;
    }
    begin = end + 1;
  }
  if (!line.empty()) end_line();
  ImGui::PopStyleVar();
}

void small_note(std::string_view text, ImU32 tone) {
  const FontScope font(fonts().small);
  paragraph(text, tone != 0 ? tone : colors().text_dim);
}

void tooltip(const char* text) {
  constexpr float kRest = 0.45f;
  if (text == nullptr || !ImGui::IsItemHovered() || GImGui->HoveredIdTimer < kRest ||
      ImGui::IsMouseDown(ImGuiMouseButton_Left))
    return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(10), px(6)));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(px(320));
  ImGui::TextUnformatted(as_shown(text).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void colored_text(std::string_view text, ImU32 tone) {
  ImGui::PushStyleColor(ImGuiCol_Text, tone);
  ImGui::TextUnformatted(as_shown(text).c_str());
  ImGui::PopStyleColor();
}

void paragraph(std::string_view text, ImU32 tone) {
  ImGui::PushTextWrapPos(0.0f);
  colored_text(text, tone);
  ImGui::PopTextWrapPos();
}

void dim_text(std::string_view text) { colored_text(text, colors().text_dim); }

void right_text(std::string_view text, ImU32 text_color, float inset) {
  const std::string reads = as_shown(text);
  const float width = ImGui::CalcTextSize(reads.c_str()).x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width - px(inset), 0.0f);
  colored_text(reads, text_color);
}

void empty_hint(const char* text) {
  ImGui::Dummy({0.0f, px(8)});
  paragraph(text, colors().text_dim);
}

std::string ellipsis(std::string_view text, float width) {
  const std::string whole = as_shown(text);
  if (text_width(whole) <= width) return whole;
  note_shortened(text);
  const std::string dots = "\u2026";
  const float room = width - text_width(dots);
  std::string_view part = whole;
  if (whole != text && view::begins_at_right(view::code_points(text))) {
    while (!part.empty() && text_width(part) > room)
      part.remove_prefix(std::max<std::size_t>(first_character(part).size, 1));
    return dots + std::string(part);
  }
  while (!part.empty() && text_width(part) > room) {
    while (part.size() > 1 && is_utf8_continuation(part.back())) part.remove_suffix(1);
    part.remove_suffix(1);
  }
  return std::string(part) + dots;
}

}  // namespace marrow::app
