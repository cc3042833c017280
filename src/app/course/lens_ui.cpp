// The strip of the increment lens, at the lower edge of the picture while a ring is dragged.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/course/course_panels.h"
#include "app/widgets/matrix_view.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/course/explain.h"
#include "editor/session.h"

namespace marrow::app {
namespace {

constexpr float kLensMargin = 14.0f, kLensPad = 12.0f, kLensGap = 10.0f, kLine = 19.0f;
constexpr float kMost = 760.0f;  // largest width of the strip, design units
constexpr float kShare = 0.6f;   // largest height, share of the picture's height
constexpr float kBoth = 420.0f;  // least width for two matrices

std::string direction_text(const glm::vec3& v) {
  const auto digits = [](float value) { return std::abs(value) < 0.005f ? 0.0f : value; };
  return fmt::format("({:.2f}, {:.2f}, {:.2f})", digits(v.x), digits(v.y), digits(v.z));
}

/// A formula and its value: "W_p^-1 (0.12, 0.98, 0.05) in the frame of chest". If the words do not
/// fit, only their first part, up to : or ;, is drawn; if that does not fit, none.
void draw_step(ImDrawList& list, ImVec2 at, float end, const char* formula,
               const std::string& value, std::string words, ImU32 tone) {
  draw_formula(list, at, colors().accent_text, formula);
  list.AddText({at.x + px(78), at.y}, tone, value.c_str());
  const float x = at.x + px(78) + px(138);
  const FontScope font(fonts().small);
  const auto fits = [&] { return text_width(words) <= end - x; };
  if (!fits()) words = words.substr(0, words.find_first_of(":;"));
  if (fits()) list.AddText({x, at.y + px(1)}, colors().text_dim, words.c_str());
}

/// The world axis, step by step into the joint's frame. Returns the lower end.
float draw_way(ImDrawList& list, ImVec2 at, float end, const Lens& lens) {
  const ImU32 tone = colors().text;
  draw_step(list, at, end, "U", direction_text(lens.world),
            fmt::format("the axis in the world; turned by {:.1f}\u00b0", lens.degrees), tone);
  at.y += px(kLine);
  draw_step(list, at, end, "W_p^-1", direction_text(lens.in_parent),
            "in the frame of " + lens.parent, tone);
  at.y += px(kLine);
  draw_step(list, at, end, "(W_p L)^-1", direction_text(lens.in_joint),
            "in the rest frame of " + lens.joint + ": Ul turns about this", tone);
  at.y += px(kLine);
  if (!lens.transpose_differs) return at.y;
  draw_step(list, at, end, "(W_p L)^T", direction_text(lens.transposed),
            "the transpose is wrong here: W_p L scales", colors().amber);
  return at.y + px(kLine);
}

/// The matrix before and after the turn; in a narrow strip only the one after.
void draw_result(ImDrawList& list, ImVec2 at, float width, const Lens& lens) {
  const bool has_both = width >= px(kBoth);
  const float arrow = px(28), each = has_both ? std::floor((width - arrow) * 0.5f) : width;
  const float x[] = {at.x, has_both ? at.x + each + arrow : at.x};
  const char* titles[] = {"Ul before", "Ul\u2032 = L^-1  W_p^-1  U W"};
  const glm::vec3 angles[] = {lens.euler_before, lens.euler_after};
  const glm::mat4* matrices[] = {&lens.before, &lens.after};
  for (int side = has_both ? 0 : 1; side < 2; ++side) {
    const float title = draw_formula(list, {x[side], at.y}, colors().accent_text, titles[side]);
    const glm::vec3& degrees = angles[side];
    const std::string text =
        fmt::format("{:.1f}\u00b0 {:.1f}\u00b0 {:.1f}\u00b0", degrees.x, degrees.y, degrees.z);
    const float from_right = text_width(text);
    if (title + px(8) + from_right <= each)
      list.AddText({x[side] + each - from_right, at.y},
                   side == 1 && lens.is_near_lock ? colors().amber : colors().text_dim,
                   text.c_str());
    draw_matrix(list, {x[side], at.y + px(kLine + 2)}, each, *matrices[side]);
  }
  if (!has_both) return;
  list.AddText({x[0] + each + px(7),
                at.y + px(kLine + 2) + std::floor((matrix_height() - ImGui::GetFontSize()) * 0.5f)},
               colors().text_dim, "\u2192");
}

}  // namespace

float draw_lens(const Session& session, const ExplainPanelState& explain_panel,
                const PanelsState& panels, const Area& area) {
  const std::optional<Lens> lens = lens_of(session, explain_panel, panels);
  if (!lens) return 0.0f;
  const float width = std::min(px(kMost), area.size.x - 2.0f * px(kLensMargin)), pad = px(kLensPad);
  const std::optional<Rect> drag = area_named("plate");
  const float most = std::min(area.high().y - px(kLensMargin) - (drag ? drag->end().y : area.low.y),
                              area.size.y * kShare);
  const float matrix = 2.0f * pad + px(kLine + 2) + matrix_height();
  const float rows = px(kLensGap) + px(kLine) * (3.0f + (lens->transpose_differs ? 1.0f : 0.0f) +
                                                 (lens->is_near_lock ? 1.0f : 0.0f));
  if (matrix > most) return 0.0f;  // too low: the Explain tab has the matrix
  const bool has_way = matrix + rows <= most;
  const float height = has_way ? matrix + rows : matrix;
  const ImVec2 corner{std::floor(area.low.x + (area.size.x - width) * 0.5f),
                      std::floor(area.high().y - px(kLensMargin) - height)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + width, corner.y + height},
                     colors().plate | IM_COL32_A_MASK, px(6));
  const float left = corner.x + pad, end = corner.x + width - pad;
  note_area("lens", {corner.x, corner.y}, {corner.x + width, corner.y + height});
  float y = corner.y + pad;
  if (has_way) {
    y = draw_way(list, {left, y}, end, *lens);
    if (lens->is_near_lock) {
      const std::string words =
          "The y angle is near a quarter turn: x and z now turn about the same axis. The matrix "
          "does not mind.";
      ImGui::PushFont(fonts().small);
      list.AddText({left, y + px(1)}, colors().amber, ellipsis(words, end - left).c_str());
      ImGui::PopFont();
      y += px(kLine);
    }
    y += px(kLensGap);
  }
  draw_result(list, {left, y}, width - 2.0f * pad, *lens);
  return height + px(kLensMargin);
}

}  // namespace marrow::app
