// The swipe view: the divider, a caption on each side, and the controls of the right side.
#include <algorithm>
#include <fmt/format.h>

#include "app/bench/bench_panel.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/capsule_fit.h"
#include "editor/bench/compare.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/viewport_state.h"

namespace marrow::app {
namespace {

constexpr float kCompareMargin = 14.0f, kComparePad = 10.0f, kCompareGap = 8.0f;
constexpr float kCompareRow = 26.0f, kCompareLabel = 15.0f;  // label: above a list
constexpr float kCompareWidth = 328.0f;
constexpr float kCaptionTop = 46.0f;

/// Draws `caption`, or `brief` if that does not fit, cut with an ellipsis if necessary.
void draw_caption(std::string caption, const std::string& brief, float low, float high, float y,
                  bool is_left) {
  const ImVec2 pad{px(9), px(5)};
  const float room = high - low - 2.0f * pad.x;
  if (room < px(40)) return;
  if (text_width(caption) > room) caption = brief;
  const std::string text = ellipsis(caption, room);
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
  const float x = is_left ? high - extent.x - 2.0f * pad.x : low;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({x, y}, {x + extent.x + 2.0f * pad.x, y + extent.y + 2.0f * pad.y},
                     colors().plate, px(5));
  list.AddText({x + pad.x, y + pad.y}, is_left ? colors().text : colors().accent_text,
               text.c_str());
}

/// The handle of the divider: two triangles, left and right.
void draw_grip(ImDrawList& list, ImVec2 middle, ImU32 tone) {
  const float radius = px(13), inner = px(3.5f), outer = px(8), half = px(4.5f);
  list.AddCircleFilled(middle, radius, colors().plate);
  list.AddCircle(middle, radius, tone, 0, px(1.5f));
  for (const float side : {-1.0f, 1.0f}) {
    const ImVec2 tip{middle.x + side * outer, middle.y},
        a{middle.x + side * inner, middle.y - half}, b{middle.x + side * inner, middle.y + half};
    list.AddTriangleFilled(tip, side < 0.0f ? a : b, side < 0.0f ? b : a, tone);
  }
}

/// Captions are left out where they would reach below `bottom`, pixels.
void draw_divider(const Session& session, const CompareState& compare,
                  const ViewportState& viewport, const Area& area, float bottom) {
  const bool is_lit = viewport.hovers_divider || std::holds_alternative<DividerDrag>(session.drag);
  const ImU32 tone = is_lit ? colors().accent_text : faded(colors().text, 200);
  const float x = area.low.x + divider_pixel(session, compare);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::optional<Rect> options = area_named("options"), balls = area_named("axes");
  const bool is_below = options && x > options->corner.x - px(4) && x < options->end().x + px(4);
  const float top = is_below ? options->end().y + px(4) : area.low.y + px(2);
  list.AddLine({x, top}, {x, area.high().y - px(2)}, faded(colors().plate, 140), px(4));
  list.AddLine({x, top}, {x, area.high().y - px(2)}, tone, px(2));
  draw_grip(list, {x, std::round(area.low.y + area.size.y * 0.5f)}, tone);
  const float y = std::max(area.low.y + px(kCaptionTop), options ? options->end().y + px(6) : 0.0f);
  if (y + px(28) > bottom) return;
  const std::optional<Rect> tools = area_named("tools");
  const auto [left, right] = short_captions(session, compare);
  draw_caption(left_caption(session), left, (tools ? tools->end().x : area.low.x) + px(8),
               x - px(12), y, true);
  draw_caption(right_caption(session, compare), right, x + px(12),
               (balls ? balls->corner.x : area.high().x) - px(8), y, false);
}

template <NamedChoice Value>
void side_choice(const Editor& editor, Value Skeleton::*in_skeleton, std::optional<Value>& chosen,
                 float width, const std::string& lead) {
  const Node* node = find_node(editor.compare.scene, shown_or_first_skeleton(editor));
  const Skeleton plain;
  const Value present =
      chosen.value_or((node && node->skeleton ? *node->skeleton : plain).*in_skeleton);
  const std::string word = ChoiceTable<Value>::word;
  if (begin_choice(("##" + word).c_str(), (lead + choice_row(present).title).c_str(), width)) {
    for (const auto& row : ChoiceTable<Value>::rows)
      if (ImGui::Selectable(row.title, row.value == present)) chosen = row.value;
    ImGui::EndCombo();
  } else {
    tooltip(fmt::format("{}, on the right side", ChoiceTable<Value>::question));
    note_item_area(word + " of the right side");
  }
}

void implementation_choice(Session& session, CompareState& compare, CourseState& course,
                           float width) {
  const std::optional<Backend> present = compare.right.implementation;
  if (begin_choice("##bodies", present ? implementation_title(*present) : "same functions",
                   width)) {
    if (ImGui::Selectable("same functions", !present))
      set_implementation(session, compare, course, std::nullopt);
    for (const Backend implementation : implementations_to_compare())
      if (ImGui::Selectable(implementation_title(implementation), present == implementation))
        set_implementation(session, compare, course, implementation);
    ImGui::EndCombo();
  } else {
    tooltip("Whose functions make the right side: the engine's, the textbook's, the student's");
  }
  note_spot("bodies");
}

void factor_slider(CompareState& compare, float width) {
  ImGui::SetNextItemWidth(width);
  float& factor = compare.right.radius_factor;
  const ImGuiSliderFlags flags = ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp;
  ImGui::DragFloat("##factor", &factor, 0.005f, 0.5f, 2.0f, "radii \u00d7 %.2f", flags);
  tooltip(
      "Every radius on the right side is the document's times this. Drag to change, Ctrl+click to "
      "type.");
}

/// Wide enough for the longest falloff name.
float falloff_width() {
  float widest = 0.0f;
  for (const FalloffRow& row : kFalloffs) widest = std::max(widest, text_width(row.title));
  return std::ceil(widest + ImGui::GetStyle().FramePadding.x + px(24));
}

constexpr int kCells = 7;  // choices and buttons, without the close button

/// How the choices are laid out, window pixels.
struct CompareLayout {
  bool is_one_column = false;  ///< too narrow for two; labels are part of the choices
  bool has_labels = false;     ///< over the lists, where the picture is high enough
  float width = 0.0f;

  explicit CompareLayout(const Area& area)
      : width(std::min(px(kCompareWidth), area.size.x - 2.0f * px(kCompareMargin))) {
    is_one_column = width < px(kCompareWidth);
    has_labels = !is_one_column;
    has_labels &= height() + px(kCaptionTop) + px(kCompareMargin) <= area.size.y;
  }
  /// Height of a choice with its label.
  float cell() const { return px(kCompareRow) + (has_labels ? px(kCompareLabel) : 0.0f); }
  float height() const {
    const float rows = is_one_column ? kCells : (kCells + 1) / 2;
    return 2.0f * px(kComparePad) + rows * cell() + (rows - 1.0f) * px(kCompareGap);
  }
};

void over_list(const std::string& label, ImVec2 at) {
  if (label.empty()) return;
  const ImFont* font = fonts().small;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, 0.0f, label.c_str());
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, colors().text_dim, label.c_str());
  note_area(label + " over its list", {at.x, at.y}, {at.x + size.x, at.y + size.y});
}

void draw_controls(Editor& editor, ImVec2 corner, const CompareLayout& layout) {
  const float gap = px(kCompareGap), cross = px(24) + gap,
              inner = layout.width - 2.0f * px(kComparePad);
  const bool is_one = layout.is_one_column;
  const float half = std::floor(
      std::clamp(falloff_width(), (inner - cross - gap) * 0.5f, (inner - cross - gap) * 0.75f));
  int cell = 0;
  // Moves to the next cell and returns its width. The close button shortens the first row.
  const auto next = [&](const std::string& label = "") {
    const int column = is_one ? 0 : cell % 2, row = is_one ? cell : cell / 2;
    ++cell;
    const ImVec2 at{corner.x + px(kComparePad) + float(column) * (half + gap),
                    corner.y + px(kComparePad) + float(row) * (layout.cell() + gap)};
    if (layout.has_labels) over_list(label, at);
    ImGui::SetCursorScreenPos({at.x, at.y + layout.cell() - px(kCompareRow)});
    const float whole = row == 0 ? inner - cross : inner;
    return is_one ? whole : column == 0 ? half : whole - half - gap;
  };
  SkeletonChoices& of_right = editor.compare.right.choices;
  const auto choice = [&]<typename Value>(Value Skeleton::*in_skeleton,
                                          std::optional<Value>& chosen) {
    const std::string label = ChoiceTable<Value>::label;
    side_choice(editor, in_skeleton, chosen, next(label), is_one ? label + ": " : "");
  };
  choice(&Skeleton::falloff, of_right.falloff);
  factor_slider(editor.compare, next("Radii"));
  ImGui::SetCursorScreenPos(
      {corner.x + layout.width - px(kComparePad) - px(24), corner.y + px(kComparePad)});
  if (icon_button("close", icon::kClose, "Close the comparison (Esc)"))
    return set_comparing(editor, false);
  choice(&Skeleton::metric, of_right.metric);
  choice(&Skeleton::blend, of_right.blend);
  implementation_choice(editor, editor.compare, editor.course, next("Functions"));
  next();
  ImGui::Checkbox("Difference", &editor.compare.shows_difference);
  tooltip("Colors the left side by how far each vertex is from its place on the right side");
  if (editor.capsule_fit.is_compared) return;  // the fit's own window applies the result
  next();
  if (text_button("Apply", true,
                  "Applies the right side's settings to the document, as one undo step"))
    apply_comparison(editor);
}

}  // namespace

float draw_compare(Editor& editor, const Area& area) {
  if (!is_comparing(editor.compare)) return 0.0f;
  const CompareLayout layout(area);
  const float width = layout.width, height = layout.height();
  const ImVec2 corner{area.high().x - px(kCompareMargin) - width,
                      area.high().y - px(kCompareMargin) - height};
  draw_divider(editor, editor.compare, editor.viewport, area, corner.y);
  note_area("compare", {corner.x, corner.y}, {corner.x + width, corner.y + height});
  ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + height},
                                            colors().plate, px(6));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, colors().raised);
  ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, colors().raised_hover);
  draw_controls(editor, corner, layout);
  ImGui::PopStyleColor(2);
  return height + px(kCompareMargin);
}

}  // namespace marrow::app
