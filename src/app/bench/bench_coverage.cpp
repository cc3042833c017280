// Coverage: the share of vertices in capsules, uncovered patches, the radius that would cover each.
#include <algorithm>
#include <fmt/format.h>

#include "app/bench/bench_parts.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/body_measuring.h"
#include "editor/bench/islands.h"
#include "editor/camera_move.h"
#include "editor/editor.h"
#include "editor/radius_edit.h"

namespace marrow::app {
namespace {

constexpr std::size_t kIslandsAtFirst = 5;
constexpr float kIslandHeight = 40.0f;

/// Covered share in teal, the rest in magenta. An uncovered rest is always wide enough to be seen.
void coverage_bar(const CoverageSummary& summary) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(6);
  const float all = float(summary.covered) + float(summary.uncovered);
  float held = all > 0.0f ? width * float(summary.covered) / all : 0.0f;
  if (summary.uncovered > 0) held = std::min(held, width - px(3));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + width, corner.y + height}, colors().magenta, px(3));
  if (summary.uncovered == 0) {
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, colors().accent_hover, px(3));
  } else {
    list.AddRectFilled(corner, {corner.x + held, corner.y + height}, colors().accent_hover, px(3),
                       ImDrawFlags_RoundCornersLeft);
    list.AddRectFilled({corner.x + held, corner.y}, {corner.x + held + px(1), corner.y + height},
                       colors().panel);
  }
  ImGui::Dummy({width, height});
}

struct IslandRow {
  std::string title, distance;
};

IslandRow words_of(const Session& session, const Island& island) {
  const Joint* joint = joint_of(session.document.scene(), island.joint);
  const std::string name = joint != nullptr ? joint->name : "no joint";
  return {fmt::format("{} near {}", with_separators(island.vertices.size()), name),
          radius_text(session, island.joint, island.needed_radius) + " from its bone"};
}

/// Returns true when clicked.
bool island_row(Session& session, BenchState& bench, const Island& island) {
  const IslandRow words = words_of(session, island);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(kIslandHeight);
  const bool is_clicked = ImGui::InvisibleButton("##island", {width, height});
  note_spot(words.title);
  const bool is_hovered =
      ImGui::IsMouseHoveringRect(corner, {corner.x + width, corner.y + height}) &&
      ImGui::IsWindowHovered();
  if (is_hovered) bench.flashed_island = island.joint;
  if (is_hovered) draw_row_veil(corner, width, height);
  const float line = ImGui::GetFontSize(),
              top = corner.y + std::floor((height - line - fonts().small->FontSize - px(2)) * 0.5f);
  draw_text({corner.x, top}, colors().magenta, "\u2715");
  const float text_x = corner.x + px(20), room = corner.x + width - text_x;
  const std::string title = ellipsis(words.title, room);
  draw_text({text_x, top}, colors().text, title);
  ImGui::PushFont(fonts().small);
  draw_text({text_x, top + line + px(2)}, colors().text_dim, ellipsis(words.distance, room));
  ImGui::PopFont();
  tooltip(words.title + ". Click to select the joint and look at them.");
  return is_clicked;
}

void island_list(Session& session, BenchState& bench, Id skeleton) {
  const std::vector<Island>& islands = session.measures.islands(skeleton);
  bool& shows_all = bench.panel.shows_all_islands;
  const std::size_t shown = shows_all ? islands.size() : std::min(islands.size(), kIslandsAtFirst);
  const Island* clicked = nullptr;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  for_visible_rows(shown, px(kIslandHeight), [&](std::size_t row) {
    const IdScope id{int(row)};
    if (island_row(session, bench, islands[row])) clicked = &islands[row];
  });
  ImGui::PopStyleVar();
  if (islands.size() > kIslandsAtFirst)
    show_more_link(shows_all, islands.size() - shown, "more_islands");
  if (clicked == nullptr) return;
  session.show.uncovered = true;
  move_camera(session, camera_on(session, *clicked));
  if (clicked->joint != kNoId) session.document.select({clicked->joint});
}

}  // namespace

void draw_bench_coverage(Editor& editor, Id skeleton) {
  const CoverageSummary summary = coverage_of(editor, skeleton);
  const bool is_full = summary.uncovered == 0;
  const std::string status = is_full ? "100 %"
                                     : fmt::format("{} \u00b7 {} uncovered", percent_text(summary),
                                                   with_separators(summary.uncovered));
  BenchPanel& panel = editor.bench.panel;
  if (!fold_header("Coverage", panel.open(BenchSection::coverage), status,
                   is_full ? colors().text_dim : colors().magenta))
    return;
  coverage_bar(summary);
  ImGui::Dummy({0.0f, px(2)});
  if (is_full) {
    dim_text("Every vertex is held.");
    ImGui::SameLine(0.0f, px(8));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - px(3));
    if (link("Joint by joint", "Shows how many vertices each joint holds, under Weights below"))
      panel.open(BenchSection::weights) = true;
  } else {
    island_list(editor, editor.bench, skeleton);
  }
  ImGui::Dummy({0.0f, px(8)});
}

}  // namespace marrow::app
