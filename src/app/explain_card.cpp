#include <algorithm>
#include <fmt/format.h>

#include "app/explain.h"
#include "app/theme.h"
#include "app/viewport_hud.h"
#include "app/widgets.h"

namespace marrow::app {

namespace {

constexpr float kWidth = 548.0f;
constexpr std::size_t kOthers = 3;    // joints that do not hold the vertex
constexpr std::size_t kMostRows = 8;  // then the table scrolls
constexpr float kUsualHeight = 236.0f;

ImU32 packed(const view::Color& color) { return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, color.a}); }

void number(const char* format, float value, ImU32 tone = colors().text) {
  const std::string text = fmt::format(fmt::runtime(format), value);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::PushStyleColor(ImGuiCol_Text, tone);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

std::string point_text(const glm::vec3& point) { return fmt::format("{:7.3f} {:7.3f} {:7.3f}", point.x, point.y, point.z); }

const char* raw_title(const VertexExplanation& explained) {
  if (explained.has_file_weights) return "file";
  switch (explained.falloff) {
    case Falloff::inverse:
      return "1/d";
    case Falloff::linear:
      return "(r-d)/r";
    case Falloff::smooth:
      break;
  }
  return "smooth";
}

void draw_name(Editor& editor, const VertexTerm& term) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + ImGui::GetTextLineHeight() * 0.5f;
  const ImU32 dot = term.is_in ? packed(view::joint_color(term.index)) : colors().text_faint;
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + px(5), middle}, px(4), dot);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(16));
  ImGui::PushStyleColor(ImGuiCol_Text, term.is_in ? colors().text : colors().text_dim);
  const std::string shown = ellipsis(term.name, ImGui::GetContentRegionAvail().x);
  if (ImGui::Selectable(fmt::format("{}###{}", shown, term.joint).c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
    editor.document.select({term.joint});
  ImGui::PopStyleColor();
}

void draw_weight(const VertexTerm& term) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width * term.weight, at.y + height}, colors().accent_fill, px(2));
  number("{:.3f}", term.weight);
}

void draw_term(Editor& editor, const VertexTerm& term) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  draw_name(editor, term);
  const ImU32 tone = term.is_in ? colors().text : colors().text_dim;
  ImGui::TableNextColumn();
  number("{:.4f}", term.distance, tone);
  ImGui::TableNextColumn();
  number("{:.4f}", term.radius, tone);
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, term.is_in ? colors().accent_text : colors().text_dim);
  ImGui::TextUnformatted(term.is_in ? "in" : "out");
  ImGui::PopStyleColor();
  ImGui::TableNextColumn();
  if (term.is_in) number("{:.2f}", term.raw, tone);
  ImGui::TableNextColumn();
  if (term.is_in) draw_weight(term);
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, tone);
  ImGui::TextUnformatted(point_text(term.candidate).c_str());
  ImGui::PopStyleColor();
}

enum class Side { left, right };

void head(const char* title, Side side, const char* meaning) {
  ImGui::TableNextColumn();
  ImGui::PushFont(fonts().small);
  if (side == Side::right) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(title).x);
  dim_text(title);
  ImGui::PopFont();
  tooltip(meaning);
}

void draw_table(Editor& editor, const VertexExplanation& explained) {
  const std::size_t rows = std::min(explained.terms.size(), explained.in_count + kOthers);
  const float row = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
  const ImVec2 size{0.0f, row * static_cast<float>(std::min(rows, kMostRows) + 1) + px(2)};
  if (!ImGui::BeginTable("##terms", 7, ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH, size))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const float width : {104.0f, 46.0f, 46.0f, 24.0f, 50.0f, 50.0f})
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, px(width));
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableNextRow();
  head("joint", Side::left, "Click a row to select its joint.");
  head("d", Side::right, "Distance from the vertex to the joint's bone at bind.");
  head("r", Side::right, "The joint's radius: it holds the vertex if d < r.");
  head("", Side::right, "");
  head(raw_title(explained), Side::right, "What the falloff gives for d and r, before the weights are made to add up to 1.");
  head("w", Side::right, "The weight: that number divided by the sum over all joints that hold the vertex.");
  head("T v", Side::left, "Where this joint alone would put the vertex (skeleton space). The vertex goes to the mean of these by w.");
  for (std::size_t i = 0; i < rows; ++i) draw_term(editor, explained.terms[i]);
  ImGui::EndTable();
}

std::string subtitle(const VertexExplanation& explained) {
  if (explained.in_count == 0) return "no capsule holds it: it stays where it is at bind";
  const std::string joints = explained.in_count == 1 ? "1 joint" : fmt::format("{} joints", explained.in_count);
  return (explained.has_file_weights ? "the file's weights: held by " : "held by ") + joints;
}

void draw_foot(const Editor& editor, const VertexExplanation& explained) {
  ImGui::AlignTextToFramePadding();
  dim_text(fmt::format("v' = {}", point_text(explained.posed)));
  tooltip("Where the vertex is now, in skeleton space.");
  const float buttons = ImGui::CalcTextSize("Copy as textCopy as test").x + px(28) * 2.0f + px(8);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
  if (text_button("Copy as text", false, "The table, for a message or a report"))
    ImGui::SetClipboardText(explanation_text(explained).c_str());
  ImGui::SameLine(0.0f, px(8));
  if (text_button("Copy as test", false, "A test case in C++ that rebuilds this vertex and its joints by numbers"))
    ImGui::SetClipboardText(explanation_test(explained, editor.document.scene(), editor.deformer).c_str());
}

/// At the lower edge, unless the vertex is there. The card can be dragged elsewhere.
bool goes_below(const Editor& editor, const VertexExplanation& explained) {
  const glm::mat4& world = editor.deformer.skeleton(explained.skeleton)->world_from_skeleton;
  const Projected seen = project(editor.camera, glm::vec3(world * glm::vec4(explained.posed, 1.0f)), editor.viewport.size);
  return !seen.visible || seen.pixel.y < editor.viewport.size.y - px(kUsualHeight + 24.0f);
}

}  // namespace

void draw_explain_card(Editor& editor, const Area& area) {
  const std::optional<VertexExplanation> explained = present_explanation(editor);
  if (!explained) return;
  const bool below = goes_below(editor, *explained);
  const float y = below ? area.high().y - px(14) : area.low.y + px(112);
  ImGui::SetNextWindowPos({area.high().x - px(14), y}, ImGuiCond_Appearing, {1.0f, below ? 1.0f : 0.0f});
  ImGui::SetNextWindowSize({std::min(px(kWidth), area.size.x - px(28)), 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(14), px(10)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(6));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, colors().plate);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing;
  bool stays = true;
  if (ImGui::Begin("##explain", nullptr, kFlags)) {
    ImGui::PushFont(fonts().semibold);
    const std::string title = fmt::format("Vertex {} of {}", explained->vertex, explained->mesh_name);
    ImGui::TextUnformatted(ellipsis(title, px(230)).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0.0f, px(10));
    dim_text(subtitle(*explained));
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - px(24));
    stays = !icon_button("##close", icon::kClose, "Close (Alt+click beside the mesh does too)");
    draw_table(editor, *explained);
    ImGui::Dummy({0.0f, px(2)});
    draw_foot(editor, *explained);
  }
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  if (!stays) editor.bench.explain = {};
}

}  // namespace marrow::app
