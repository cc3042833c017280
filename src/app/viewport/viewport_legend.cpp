// The lower left corner of the picture: the mesh's colors and their legend.
#include <algorithm>

#include "app/viewport/viewport.h"
#include "app/widgets/card.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/course/explain.h"
#include "editor/editor.h"
#include "editor/shell_state.h"
#include "editor/viewport/heat_modes.h"

namespace marrow::app {
namespace {

constexpr float kLegendMargin = 14.0f, kPad = 10.0f, kGap = 8.0f;
constexpr float kBarWidth = 14.0f, kBarHeight = 112.0f;
constexpr float kChoiceWidth = 156.0f;

ImU32 packed_color(const view::Color& color) {
  return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, 1.0f});
}

ImU32 palette_tone(const view::Show& show, view::Palette palette, float t) {
  return packed_color(view::seen_by(show.vision, view::palette_color(palette, t)));
}

/// Draws a palette from left to right, in a row of a menu.
void draw_strip(const view::Show& show, view::Palette palette, ImVec2 low, ImVec2 size) {
  constexpr int kSteps = 16;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = 0; i < kSteps; ++i) {
    const float t0 = float(i) / kSteps, t1 = float(i + 1) / kSteps;
    const ImU32 a = palette_tone(show, palette, t0), b = palette_tone(show, palette, t1);
    list.AddRectFilledMultiColor({low.x + size.x * t0, low.y},
                                 {low.x + size.x * t1, low.y + size.y}, a, b, b, a);
  }
}

void palette_entries(Session& session) {
  for (const view::Palette palette :
       {view::Palette::viridis, view::Palette::cividis, view::Palette::magma}) {
    if (ImGui::Selectable(view::palette_name(palette), session.show.palette == palette)) {
      session.show.palette = palette;
    }
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const ImVec2 size{px(64), px(10)};
    draw_strip(session.show, palette,
               {high.x - size.x - px(4), std::round((low.y + high.y - size.y) * 0.5f)}, size);
  }
}

void draw_choice(Session& session, ImVec2 corner) {
  const HeatMode& present = heat_mode(session.show.colors);
  const bool is_off = present.colors == view::MeshColors::plain;
  ImGui::SetCursorScreenPos(corner);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, colors().plate);
  ImGui::PushStyleColor(ImGuiCol_Text, is_off ? colors().text_dim : colors().text);
  const bool is_open = begin_choice("##heat", is_off ? "Heat map" : present.name, px(kChoiceWidth));
  ImGui::PopStyleColor(2);
  if (!is_open) {
    const std::string key = key_text(session, "view.heat");
    return tooltip(
        ("Colors the mesh by weights, coverage or distance (" + key + " goes through them)"));
  }
  for (const HeatMode& mode : heat_modes()) {
    if (ImGui::Selectable(mode.name, mode.colors == session.show.colors))
      set_heat_mode(session, mode.colors);
    tooltip(mode.meaning);
  }
  ImGui::Separator();
  palette_entries(session);
  ImGui::EndCombo();
}

struct LegendSize {
  ImVec2 size;
  float line = 0.0f;
};

LegendSize size_of(const Legend& legend) {
  LegendSize result;
  const float pad = px(kPad), gap = px(kGap), beside = px(kBarWidth) + gap;
  result.line = ImGui::GetTextLineHeight();
  float width = text_width(as_shown(legend.title)), height = 2.0f * pad + result.line;
  if (!legend.note.empty()) {
    ImFont* font = fonts().small;
    width = std::max(
        width, font->CalcTextSizeA(font->FontSize, 1e9f, 0.0f, as_shown(legend.note).c_str()).x);
    height += font->FontSize + px(2);
  }
  if (!legend.ticks.empty()) height += gap + px(kBarHeight);
  for (const Legend::Tick& tick : legend.ticks)
    width = std::max(width, beside + text_width(tick.text));
  for (const Legend::Swatch& swatch : legend.swatches)
    width = std::max(width, beside + text_width(as_shown(swatch.text)));
  if (!legend.swatches.empty())
    height += gap + (result.line + px(3)) * float(legend.swatches.size()) - px(3);
  result.size = {std::max(px(kChoiceWidth), width + 2.0f * pad), height};
  return result;
}

void draw_bar(const Session& session, const Legend& legend, ImVec2 top, float line) {
  constexpr int kSteps = 32;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = px(kBarWidth), height = px(kBarHeight);
  for (int i = 0; i < kSteps; ++i) {
    const float t0 = float(i) / kSteps, t1 = float(i + 1) / kSteps;
    const ImU32 a = palette_tone(session.show, session.show.palette, 1.0f - t0),
                b = palette_tone(session.show, session.show.palette, 1.0f - t1);
    list.AddRectFilledMultiColor({top.x, top.y + height * t0}, {top.x + width, top.y + height * t1},
                                 a, a, b, b);
  }
  for (const Legend::Tick& tick : legend.ticks) {
    const float y = top.y + (height - line) * (1.0f - tick.place);
    draw_text({top.x + width + px(kGap), std::round(y)}, colors().text_dim, tick.text);
  }
}

void draw_legend(const Session& session, const Legend& legend, float left, float bottom) {
  const auto [size, line] = size_of(legend);
  const ImVec2 at{left, std::round(bottom - size.y)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, colors().plate, px(6));
  ImVec2 cursor{at.x + px(kPad), at.y + px(kPad)};
  draw_text(cursor, colors().text, as_shown(legend.title));
  cursor.y += line;
  if (!legend.note.empty()) {
    list.AddText(fonts().small, fonts().small->FontSize, {cursor.x, cursor.y + px(2)},
                 colors().text_dim, as_shown(legend.note).c_str());
    cursor.y += fonts().small->FontSize + px(2);
  }
  if (!legend.ticks.empty()) {
    cursor.y += px(kGap);
    draw_bar(session, legend, cursor, line);
    cursor.y += px(kBarHeight);
  }
  cursor.y += px(kGap);
  for (const Legend::Swatch& swatch : legend.swatches) {
    list.AddRectFilled({cursor.x, cursor.y + px(2)},
                       {cursor.x + px(kBarWidth), cursor.y + line - px(2)},
                       packed_color(swatch.color), px(2));
    draw_text({cursor.x + px(kBarWidth + kGap), cursor.y}, colors().text_dim,
              as_shown(swatch.text));
    cursor.y += line + px(3);
  }
}

bool meets_area(const Rect& rect, const char* name) {
  const std::optional<Rect> other = area_named(name);
  return other && other->meets(rect);
}

}  // namespace

float draw_heat(Editor& editor, const Area& area) {
  if (editor.document.scene().nodes.empty()) return 0.0f;
  const Legend legend = legend_of(editor);
  const float margin = px(kLegendMargin),
              width = std::max(size_of(legend).size.x, px(kChoiceWidth));
  // The welcome card covers the left corner; while it is shown, the right one is used.
  const bool is_right = editor.welcome.is_shown;
  if (is_right && legend.is_empty()) return 0.0f;
  const float left = is_right ? area.high().x - margin - width : area.low.x + margin;
  const ImVec2 corner{left, std::round(area.high().y - margin - ImGui::GetFrameHeight())};
  const Rect choice{{corner.x, corner.y}, {px(kChoiceWidth), ImGui::GetFrameHeight()}};
  if (is_under_card(choice)) return 0.0f;
  draw_choice(editor, corner);
  note_area("heat", {corner.x, corner.y},
            {corner.x + px(kChoiceWidth), corner.y + ImGui::GetFrameHeight()});
  // The explain card lists the joints' colors and needs the room.
  const bool is_explained = editor.explain.mesh != kNoId;
  if (legend.is_empty() || is_explained) return margin + width;
  const std::optional<Rect> tools = area_named("tools");
  const ImVec2 size = size_of(legend).size;
  const float above = corner.y - px(6), below = area.high().y - margin;
  // Above the choice, right of the tools, right of the choice. If no place is free, the tooltips of
  // the choice explain the colors.
  const ImVec2 places[] = {{left, above},
                           {std::max(left, tools ? tools->end().x + px(8) : left), above},
                           {corner.x + px(kChoiceWidth) + px(8), below}};
  for (const ImVec2& place : places) {
    const Rect rect{{place.x, place.y - size.y}, {size.x, size.y}};
    const bool is_inside = rect.corner.y > area.low.y + px(6) && rect.end().x < area.high().x;
    if (!is_inside || meets_area(rect, "tools") || meets_area(rect, "options") ||
        meets_area(rect, "axes") || is_under_card(rect))
      continue;
    draw_legend(editor, legend, place.x, place.y);
    note_area("legend", rect.corner, rect.end());
    return std::max(place.x - left + margin + size.x, margin + width);
  }
  return margin + width;
}

}  // namespace marrow::app
