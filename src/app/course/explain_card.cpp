#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/course/course_panels.h"
#include "app/widgets/card.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/matrix_view.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/course/explain.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

constexpr int kColumns = 7;
constexpr float kExplainWidth = 564.0f, kCardMargin = 8.0f;
constexpr std::size_t kOthers = 3;     // rows for joints that do not hold the vertex
constexpr std::size_t kMostTerms = 8;  // more rows scroll
constexpr float kHeatWidth = 200.0f;   // the choice of heat maps with its margins
constexpr float kUsualHeight = 290.0f;
constexpr float kAroundVertex = 24.0f;  // kept free around the vertex
constexpr float kRoomy = 560.0f;        // in a lower picture the card omits rows
constexpr int kHeldFrames = 3;          // ImGui fits a window to its content a frame late

ImU32 packed(const view::Color& color) {
  return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, color.a});
}

void text_at_right(const std::string& text, ImU32 tone) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                       text_width(as_shown(text)));
  colored_text(text, tone);
}

void number(const char* format, float value, ImU32 tone = colors().text) {
  text_at_right(fmt::format(fmt::runtime(format), value), tone);
}

std::string point_text(const glm::vec3& point) {
  return fmt::format("{:7.3f} {:7.3f} {:7.3f}", point.x, point.y, point.z);
}

const char* raw_title(const VertexExplanation& explained) {
  if (explained.is_painted) return "painted";
  if (explained.has_file_weights) return "file";
  return choice_row(explained.falloff).formula;
}

void draw_name(Session& session, const VertexTerm& term) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + ImGui::GetTextLineHeight() * 0.5f;
  const ImU32 dot = term.is_in ? packed(view::joint_color(term.index)) : colors().text_faint;
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + px(5), middle}, px(4), dot);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(16));
  ImGui::PushStyleColor(ImGuiCol_Text, term.is_in ? colors().text : colors().text_dim);
  const std::string shown = ellipsis(term.name, ImGui::GetContentRegionAvail().x);
  if (ImGui::Selectable(fmt::format("{}###{}", shown, term.joint).c_str(), false,
                        ImGuiSelectableFlags_SpanAllColumns))
    session.document.select({term.joint});
  ImGui::PopStyleColor();
}

void draw_weight(const VertexTerm& term) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width * term.weight, at.y + height},
                                            colors().accent_fill, px(2));
  number("{:.3f}", term.weight);
}

bool is_in_motion(const ExplainState& explain) { return explain.stage < kStageBlended; }

/// Where a joint's term puts the vertex at the present stage, skeleton space.
glm::vec3 shown_point(const Session& session, const ExplainState& explain,
                      const VertexExplanation& explained, const VertexTerm& term) {
  const float stage = explain.stage;
  if (stage >= kStagePosed) return term.candidate;
  const PosedSkeleton& skeleton = *session.deformer.skeleton(explained.skeleton);
  return term_at_stage(explained, term, skeleton.bind[term.index], skeleton.posed[term.index],
                       stage);
}

/// A narrow card leaves out the points first, then the columns computed from d and r, then d and r.
int column_count(float room) {
  if (room >= px(kExplainWidth - 60.0f)) return kColumns;
  return room >= px(370) ? 6 : room >= px(250) ? 4 : 2;
}

void draw_term(Session& session, ExplainState& explain, const VertexExplanation& explained,
               const VertexTerm& term) {
  const int columns = ImGui::TableGetColumnCount();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  draw_name(session, term);
  const ImU32 tone = term.is_in ? colors().text : colors().text_dim;
  if (columns >= 4) {
    ImGui::TableNextColumn();
    text_at_right(distance_text(term.distance), tone);
    ImGui::TableNextColumn();
    number("{:.4f}", term.radius, tone);
  }
  if (columns >= 6) {
    ImGui::TableNextColumn();
    colored_text(term.is_in ? "in" : "out", term.is_in ? colors().accent_text : colors().text_dim);
    ImGui::TableNextColumn();
    if (term.is_in) number("{:.2f}", term.raw, tone);
  }
  ImGui::TableNextColumn();
  if (term.is_in) draw_weight(term);
  if (columns < kColumns) return;
  ImGui::TableNextColumn();
  colored_text(point_text(shown_point(session, explain, explained, term)), tone);
}

const char* point_title(float stage) {
  if (stage <= 0.0f) return "v";
  if (stage <= kStageHome) return stage < kStageHome ? "\u2192 B\u207b\u00b9 v" : "B\u207b\u00b9 v";
  return stage < kStagePosed ? "\u2192 W B\u207b\u00b9 v" : "T v";
}

enum class Side { left, right };

void head(const char* title, Side side, const char* meaning) {
  ImGui::TableNextColumn();
  ImGui::PushFont(fonts().small);
  if (side == Side::right)
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                         text_width(title));
  dim_text(title);
  ImGui::PopFont();
  tooltip(meaning);
}

void draw_table(Session& session, ExplainState& explain, const VertexExplanation& explained) {
  const bool is_roomy = session.picture_size.y >= px(kRoomy) && !is_in_motion(explain);
  const std::size_t others = is_roomy ? kOthers : 0;
  const std::size_t rows = std::min(explained.terms.size(), explained.in_count + others);
  const float row = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
  const ImVec2 size{0.0f, row * float(std::min(rows, kMostTerms) + 1) + px(2)};
  const int columns = column_count(ImGui::GetContentRegionAvail().x);
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH;
  if (!ImGui::BeginTable("##terms", columns, kFlags | (columns < 6 ? ImGuiTableFlags_PadOuterX : 0),
                         size))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  const auto column = [](float width) {
    ImGui::TableSetupColumn(
        "", width > 0.0f ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
        px(width));
  };
  column(columns >= 6 ? 104.0f : 0.0f);
  if (columns >= 4) column(46.0f), column(46.0f);
  if (columns >= 6) column(24.0f), column(50.0f);
  column(50.0f);
  if (columns == kColumns) column(0.0f);
  ImGui::TableNextRow();
  head("joint", Side::left, "Click a row to select its joint.");
  if (columns >= 4) {
    head("d", Side::right, "Distance from the vertex to the joint's bone at bind.");
    head("r", Side::right, "The joint's radius: it holds the vertex if d < r.");
  }
  if (columns >= 6) {
    head("", Side::right, "");
    head(raw_title(explained), Side::right,
         "The falloff of d and r, before the weights are divided so that they sum to 1.");
  }
  head("w", Side::right,
       columns >= 6
           ? "The weight: that number divided by the sum over all joints that hold the vertex."
           : "The weight: the joint's share of the vertex.");
  if (columns == kColumns)
    head(point_title(explain.stage), Side::left,
         explained.blend == Blend::linear
             ? "Where this joint alone would put the vertex (skeleton space). The vertex goes to "
               "the "
               "mean of these by w."
             : "Where this joint alone would put the vertex (skeleton space).");
  for (std::size_t i = 0; i < rows; ++i) draw_term(session, explain, explained, explained.terms[i]);
  ImGui::EndTable();
}

std::string subtitle(const VertexExplanation& explained) {
  if (explained.in_count == 0) return "no capsule holds it: it stays where it is at bind";
  const std::string joints =
      explained.in_count == 1 ? "1 joint" : fmt::format("{} joints", explained.in_count);
  return (explained.is_painted         ? "painted weights: held by "
          : explained.has_file_weights ? "the file's weights: held by "
                                       : "held by ") +
         joints +
         (explained.blend == Blend::linear
              ? std::string()
              : std::string(", blended by ") + choice_row(explained.blend).title);
}

/// v' = sum of w W B^-1 v, with the part of the present stage highlighted. A blend of motions has a
/// mean in place of the sum.
void draw_lit_formula(ImVec2 at, Blend blend, float stage) {
  struct Part {
    const char* text;
    bool is_lit;
  };
  const bool blends = stage > kStagePosed, poses = stage > kStageHome && !blends,
             goes_home = stage > 0.0f && stage <= kStageHome;
  const Part parts[] = {{"v\u2032", stage >= kStageBlended},
                        {" = ", false},
                        {blend == Blend::linear ? "\u03a3 w_j " : "mean w_j ", blends},
                        {"W_j ", poses},
                        {"B_j^-1 ", goes_home},
                        {" v", stage <= 0.0f}};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Part& part : parts) {
    const float width = formula_width(part.text);
    if (part.is_lit)
      list.AddRectFilled({at.x - px(2), at.y - px(2)},
                         {at.x + width - px(1), at.y + ImGui::GetFontSize() + px(5)},
                         colors().accent_ground, px(3));
    at.x += draw_formula(list, at, part.is_lit ? colors().accent_text : colors().text, part.text);
  }
}

/// The present stage in words, the play button, the formula, a slider over the stages.
void draw_scrubber(Session& session, ExplainState& explain, Blend blend) {
  small_note(blend == Blend::linear || explain.stage <= kStagePosed
                 ? stage_words(explain.stage)
                 : fmt::format("Blended by {}: v\u2032.", choice_row(blend).title));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (icon_button("##play", explain.plays ? icon::kPause : icon::kPlay,
                  "Slow motion: home, out to the pose, blended", explain.plays))
    play_slow_motion(session, explain, !explain.plays);
  note_spot("Slow motion");
  draw_lit_formula({at.x + px(36), at.y + px(4)}, blend, explain.stage);
  if (ImGui::GetContentRegionAvail().x >= px(340)) ImGui::SameLine(px(14) + px(196));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  float stage = explain.stage;
  if (ImGui::SliderFloat("##stage", &stage, 0.0f, kStageBlended, "",
                         ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    set_stage(session, explain,
              std::abs(stage - std::round(stage)) < 0.04f ? std::round(stage) : stage);
  note_spot("Stage");
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  constexpr const char* kEnds[] = {"v", "B\u207b\u00b9v", "WB\u207b\u00b9v", "\u03a3w"};
  const FontScope font(fonts().small);
  const float grab = ImGui::GetStyle().GrabMinSize * 0.5f + px(2),
              y = std::floor((low.y + high.y - ImGui::GetFontSize()) * 0.5f);
  for (int end = 0; end < 4; ++end) {
    const float width = text_width(kEnds[end]), share = float(end) / 3.0f;
    const float x = low.x + grab + (high.x - low.x - 2.0f * grab) * share;
    const float left = end == 0 ? x + grab : end == 3 ? x - grab - width : x - width * 0.5f;
    draw_text({std::floor(left), y}, colors().text_dim, kEnds[end]);
  }
}

void draw_foot(const Session& session, const VertexExplanation& explained) {
  ImGui::AlignTextToFramePadding();
  dim_text(fmt::format("v' = {}", point_text(explained.posed)));
  tooltip("Where the vertex is now, in skeleton space.");
  const bool is_right = follows_contract(explained);
  const std::string test = is_right ? "Copy as test" : "Copy as failing test";
  const float buttons = text_width("Copy as text" + test) + px(28) * 2.0f + px(8);
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x >= buttons)
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
  else
    ImGui::NewLine();
  if (text_button("Copy as text", false, "The table, for a message or a report"))
    ImGui::SetClipboardText(explanation_text(explained).c_str());
  beside_or_below(test.c_str());
  const char* tip =
      is_right
          ? "A test case in C++ that rebuilds this vertex and its joints by numbers"
          : "These functions differ from the contract here. Copies a C++ test case that shows it";
  const bool is_straight = explained.metric == Metric::straight,
             is_course = is_straight && explained.blend == Blend::linear;
  const char* other = is_straight ? "This test is about linear blending"
                                  : "Distances through the body are not part of the contract";
  if (text_button_if(is_course, test.c_str(), is_course && !is_right, is_course ? tip : other))
    ImGui::SetClipboardText(
        explanation_test(explained, session.document.scene(), session.deformer).c_str());
}

/// Draws the title. False if the user closed the card.
bool draw_title(const VertexExplanation& explained) {
  const float room = ImGui::GetContentRegionAvail().x - px(34);  // left of the close button
  const std::string held = subtitle(explained);
  ImGui::PushFont(fonts().semibold);
  const std::string title =
      ellipsis(fmt::format("Vertex {} of {}", explained.vertex, explained.mesh_name),
               std::min(px(230), room));
  ImGui::TextUnformatted(title.c_str());
  ImGui::PopFont();
  ImGui::SameLine(0.0f, px(10));
  const bool is_beside = text_width(held) + px(34) <= ImGui::GetContentRegionAvail().x;
  if (is_beside) dim_text(held);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - px(24));
  const bool stays = !icon_button("##close", icon::kClose, "Close (or Alt+click outside the mesh)");
  if (!is_beside) card_words(held);
  return stays;
}

/// Where the vertex is on the screen, pixels; none if it is behind the camera.
std::optional<glm::vec2> seen_at(const Session& session, const VertexExplanation& explained,
                                 const Area& area) {
  const glm::mat4& world = session.deformer.skeleton(explained.skeleton)->world_from_skeleton;
  const Projected seen = project(
      session.camera, glm::vec3(world * glm::vec4(explained.posed, 1.0f)), session.picture_size);
  if (!seen.visible) return std::nullopt;
  return glm::vec2(area.low.x, area.low.y) + seen.pixel;
}

/// How far a point is outside a card with this lower right corner; 0 or less: the card covers it.
float clearance(const glm::vec2& corner, const glm::vec2& size, const glm::vec2& point) {
  const glm::vec2 outside = glm::max(corner - size - point, point - corner);
  return std::max(outside.x, outside.y);
}

/// The card's lower right corner at the first of these places that leaves the vertex visible: lower
/// right, upper right, lower left, below the vertex, above the vertex.
glm::vec2 free_corner(const Area& area, const glm::vec2& size,
                      const std::optional<glm::vec2>& vertex) {
  // The choice of heat maps is at the lower left.
  const bool is_beside_heat = area.size.x >= px(kExplainWidth + kHeatWidth);
  const glm::vec2 low(area.low.x + px(14), area.low.y + px(112)),
      high(area.high().x - px(14), area.high().y - px(is_beside_heat ? 14 : 52));
  const float left = std::min(low.x + size.x, high.x);
  std::vector<glm::vec2> corners{high, {high.x, low.y + size.y}, {left, high.y - px(38)}};
  if (vertex)
    for (const float y : {vertex->y + px(kAroundVertex) + size.y, vertex->y - px(kAroundVertex)})
      corners.push_back({high.x, std::max(y, size.y)});
  if (!vertex) return corners.front();
  const auto is_free = [&](const glm::vec2& corner) {
    return clearance(corner, size, *vertex) >= px(kAroundVertex) * 0.99f &&
           corner.y <= area.high().y;
  };
  const auto free = std::find_if(corners.begin(), corners.end(), is_free);
  if (free != corners.end()) return *free;
  return *std::max_element(corners.begin(), corners.end(), [&](auto& a, auto& b) {
    return clearance(a, size, *vertex) < clearance(b, size, *vertex);
  });
}

/// Moves the card to a free place when it appears and when the vertex comes to lie under it. The
/// user can drag the card, but not onto the vertex.
void place_card(ExplainState& explain, const Area& area, const std::optional<glm::vec2>& vertex) {
  const bool is_new = explain.card_size == glm::vec2(0.0f);
  const glm::vec2 size =
      is_new ? glm::vec2(std::min(px(kExplainWidth), area.size.x - px(28)), px(kUsualHeight))
             : explain.card_size;
  const bool is_left_alone = !is_new && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool covers = is_left_alone && vertex &&
                      clearance(explain.card_corner, size, *vertex) < px(kAroundVertex) * 0.5f;
  const bool has_grown_out = is_left_alone && explain.card_corner.y > area.high().y;
  if (is_new || covers || has_grown_out) {
    explain.card_corner = free_corner(area, size, vertex);
    const float lowest = area.high().y - px(kCardMargin);
    explain.card_corner.y = std::clamp(
        explain.card_corner.y, std::min(area.low.y + px(kCardMargin) + size.y, lowest), lowest);
  } else if (explain.held_frames == 0) {
    return;
  }
  ImGui::SetNextWindowPos({explain.card_corner.x, explain.card_corner.y}, ImGuiCond_Always,
                          {1.0f, 1.0f});
}

/// The card grows and shrinks upwards, so that its slider stays under the pointer.
void keep_corner(Session& session, ExplainState& explain, bool was_short) {
  if (explain.held_frames > 0) {
    --explain.held_frames;
    session.wants_redraw = true;
  } else {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    explain.card_corner = {at.x + size.x, at.y + size.y};
    explain.card_size = {size.x, size.y};
  }
  if (was_short != is_in_motion(explain)) explain.held_frames = kHeldFrames;
}

}  // namespace

void draw_explain_card(Session& session, ExplainState& explain, const Area& area) {
  const bool was_short = is_in_motion(explain);
  advance_slow_motion(session, explain);
  const std::optional<VertexExplanation> explained = present_explanation(session, explain);
  if (!explained) {
    explain.card_size = {};  // the next card gets a new place
    return;
  }
  place_card(explain, area, seen_at(session, *explained, area));
  const float width = std::min(px(kExplainWidth), area.size.x - px(28)),
              most = area.size.y - 2.0f * px(kCardMargin);
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, most});
  // Opaque, because the picture's lines would cross the numbers.
  const ImU32 opaque = colors().plate | IM_COL32_A_MASK;
  bool stays = true;
  if (begin_bare_window("##explain", {px(14), px(10)}, px(6), opaque)) {
    stays = draw_title(*explained);
    draw_table(session, explain, *explained);
    ImGui::Dummy({0.0f, px(2)});
    if (!is_in_motion(explain)) draw_foot(session, *explained);
    if (explained->in_count > 0) draw_scrubber(session, explain, explained->blend);
    keep_corner(session, explain, was_short);
  }
  end_bare_window("explain");
  if (!stays) explain = {};
}

}  // namespace marrow::app
