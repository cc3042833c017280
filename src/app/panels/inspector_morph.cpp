// The morph targets of a mesh: a slider each.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/panels/inspector.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/tree_rows.h"
#include "editor/session.h"
#include "scene/morph.h"

namespace marrow::app {
namespace {

constexpr std::size_t kManyShapes = 12;  // a longer list has a search box

/// A bar across the row with the name in it: names of shapes are long and differ at their ends.
FieldEvents named_bar(const std::string& name, float& value, NumberStyle style) {
  const RowPadding padding;
  style.filled = true;
  style.format = "";  // the number is drawn at the right
  const FieldEvents events = bare_number("##bar", value, style, ImGui::GetContentRegionAvail().x);
  note_spot(name);
  if (ImGui::IsItemActive() && is_typing_number()) return events;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const std::string number = fmt::format("{:.3f}", std::abs(value) < 0.0005f ? 0.0f : value);
  const float y = low.y + ImGui::GetStyle().FramePadding.y,
              right = high.x - px(8) - ImGui::CalcTextSize(number.c_str()).x;
  const std::string shown = ellipsis(name, right - low.x - px(16));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({low.x + px(8), y}, value != 0.0f ? colors().text : colors().text_dim,
               shown.c_str());
  list.AddText({right, y}, value != 0.0f ? colors().text : colors().text_dim, number.c_str());
  return events;
}

void draw_shape(Session& session, PanelsState& panels, const Node& node, std::size_t shape) {
  const std::string name = morph_target_name(*node.mesh, shape);
  const std::string tip = fmt::format(
      "{}\nDrag from 0 to 1. Ctrl+click types a number, also below 0 or above 1.", name);
  NumberStyle style;
  style.low = 0.0f;
  style.high = 1.0f;
  style.types_beyond = true;
  style.tooltip = tip.c_str();
  float weight = shape < node.morph_weights.size() ? node.morph_weights[shape] : 0.0f;
  ImGui::PushID(static_cast<int>(shape));
  const FieldEvents events = named_bar(name, weight, style);
  ImGui::PopID();
  apply_field(session, panels, events, op::SetMorphWeights{node.id, {shape}, {weight}});
}

void draw_all_to_zero(Session& session, const Node& node) {
  op::SetMorphWeights none{node.id, {}, {}};
  for (std::size_t shape = 0; shape < node.morph_weights.size(); ++shape)
    if (node.morph_weights[shape] != 0.0f) none.shapes.push_back(shape);
  none.weights.assign(none.shapes.size(), 0.0f);
  ImGui::BeginDisabled(none.shapes.empty());
  if (small_button("All to 0", "The mesh as it is without them")) perform(session, none);
  ImGui::EndDisabled();
}

}  // namespace

void draw_morph_targets(Session& session, PanelsState& panels, Id id) {
  const Node* found = find_node(session.document.scene(), id);
  if (found == nullptr || !found->mesh || found->mesh->morph_targets.empty()) return;
  const Node node = *found;  // each row may replace the scene
  const std::size_t count = node.mesh->morph_targets.size();
  const std::vector<float> active = active_morph_weights(node);
  const auto used =
      std::count_if(active.begin(), active.end(), [](float weight) { return weight != 0.0f; });
  section("Morph targets", fmt::format("{} of {} in use", used, count).c_str());
  std::string& search = panels.inspector.shape_search;
  if (count > kManyShapes)
    search_box("##shape_search", search, "Search morph targets");
  else
    search.clear();
  for (std::size_t shape = 0; shape < count; ++shape)
    if (holds_in_any_case(morph_target_name(*node.mesh, shape), search))
      draw_shape(session, panels, node, shape);
  draw_all_to_zero(session, node);
}

}  // namespace marrow::app
