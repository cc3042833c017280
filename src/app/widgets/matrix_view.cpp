#include "app/widgets/matrix_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/widgets/theme.h"

namespace marrow::app {
namespace {

constexpr float kMatrixRow = 16.0f, kStroke = 5.0f, kBracket = 4.0f;  // design units
constexpr float kIndexShare = 0.78f;  // size of an index, share of the font's size

/// Calls place(text, relative size, lowering as a share of the font's size) for each part of a
/// formula.
template <typename Place>
void for_each_part(std::string_view formula, Place place) {
  while (!formula.empty()) {
    const std::size_t end = std::min(formula.find_first_of("_^"), formula.size());
    if (end > 0) place(formula.substr(0, end), 1.0f, 0.0f);
    formula.remove_prefix(end);
    if (formula.empty()) return;
    const bool is_index = formula.front() == '_';
    formula.remove_prefix(1);
    const std::size_t length = is_index ? 1 : std::min(formula.find(' '), formula.size());
    place(formula.substr(0, length), kIndexShare, is_index ? 0.35f : -0.12f);
    formula.remove_prefix(length);
  }
}

float width_of(std::string_view text, float size) {
  return ImGui::GetFont()
      ->CalcTextSizeA(size, 1e9f, 0.0f, text.data(), text.data() + text.size())
      .x;
}

void draw_brackets(ImDrawList& list, ImVec2 low, ImVec2 high) {
  const float arm = px(kBracket), line = std::max(px(1), 1.0f);
  for (const float side : {1.0f, -1.0f}) {
    const float x = side > 0.0f ? low.x : high.x;
    list.AddLine({x, low.y}, {x, high.y}, colors().text_faint, line);
    list.AddLine({x, low.y}, {x + side * arm, low.y}, colors().text_faint, line);
    list.AddLine({x, high.y}, {x + side * arm, high.y}, colors().text_faint, line);
  }
}

}  // namespace

float matrix_height() { return px(kStroke) + 4.0f * px(kMatrixRow); }

std::size_t cell_text(float value, char* buffer, std::size_t size) {
  const bool is_zero = std::abs(value) < 0.0005f;
  const bool is_large = std::abs(value) >= 10000.0f;
  const int length =
      std::snprintf(buffer, size, is_large ? "%.3g" : "%.3f", is_zero ? 0.0 : double(value));
  return length > 0 ? std::min(std::size_t(length), size - 1) : 0;
}

void draw_matrix(ImDrawList& list, ImVec2 corner, float width, const glm::mat4& matrix,
                 const CellLights* lights) {
  ImFont* font = fonts().small;
  const float top = corner.y + px(kStroke), inset = px(6), cell = (width - 2.0f * inset) / 4.0f,
              row_height = px(kMatrixRow);
  draw_brackets(list, {corner.x, top}, {corner.x + width, top + 4.0f * row_height});
  for (int column = 0; column < 4; ++column) {
    const float left = corner.x + inset + cell * float(column), right = left + cell - px(5);
    const ImU32 stroke = column < 3 ? colors().axis[column] : colors().text_dim;
    list.AddRectFilled({left + px(14), corner.y}, {right, corner.y + px(2)}, stroke);
    for (int row = 0; row < 4; ++row) {
      const float y = top + row_height * float(row);
      const float light = lights ? (*lights)[std::size_t(column * 4 + row)] : 0.0f;
      if (light > 0.0f)
        list.AddRectFilled({left + px(2), y}, {right + px(3), y + row_height},
                           faded(colors().amber, static_cast<unsigned>(110.0f * light)), px(2));
      char text[32];
      const std::size_t length = cell_text(matrix[column][row], text, sizeof text);
      const float text_width =
          font->CalcTextSizeA(font->FontSize, 1e9f, 0.0f, text, text + length).x;
      list.AddText(
          font, font->FontSize,
          {std::floor(right - text_width), std::floor(y + (row_height - font->FontSize) * 0.5f)},
          row == 3 ? colors().text_faint : colors().text, text, text + length);
    }
  }
}

float formula_width(std::string_view formula) {
  float width = 0.0f;
  for_each_part(formula, [&](std::string_view text, float share, float) {
    width += width_of(text, ImGui::GetFontSize() * share);
  });
  return width;
}

float draw_formula(ImDrawList& list, ImVec2 at, ImU32 tone, std::string_view formula) {
  const float size = ImGui::GetFontSize(), start = at.x;
  for_each_part(formula, [&](std::string_view text, float share, float lowered) {
    list.AddText(ImGui::GetFont(), size * share, {at.x, at.y + size * lowered}, tone, text.data(),
                 text.data() + text.size());
    at.x += width_of(text, size * share);
  });
  return at.x - start;
}

}  // namespace marrow::app
