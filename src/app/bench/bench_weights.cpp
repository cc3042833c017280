// Bar charts of weights: histogram, joints per vertex, vertices per joint.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/bench/bench_parts.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/editor.h"
#include "editor/panels/panel_state.h"

namespace marrow::app {
namespace {

constexpr float kBarsHeight = 56.0f;
constexpr std::size_t kMostInfluences = 8;  // the last bar is "8 and more"
constexpr std::size_t kJointsAtFirst = 12;

struct Bar {
  std::uint32_t count = 0;
  std::string below;  ///< caption under the bar; may be empty
  std::string words;  ///< the tooltip
  ImU32 tone = colors().accent_hover;
};

/// Scaled to the highest bar. A count above 0 is at least two pixels high.
void draw_bars(const char* id, const std::vector<Bar>& bars) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(kBarsHeight),
              slot = width / float(bars.size());
  std::uint32_t highest = 1;
  for (const Bar& bar : bars) highest = std::max(highest, bar.count);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + width, corner.y + height}, colors().well, px(3));
  const FontScope font(fonts().small);
  ImGui::InvisibleButton(id, {width, height + ImGui::GetFontSize() + px(2)});
  const float pointer = ImGui::GetIO().MousePos.x - corner.x;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const float x0 = corner.x + std::round(slot * float(i)),
                x1 = corner.x + std::round(slot * float(i + 1)) - px(1);
    const bool is_hovered =
        ImGui::IsItemHovered() && pointer >= slot * float(i) && pointer < slot * float(i + 1);
    if (is_hovered) list.AddRectFilled({x0, corner.y}, {x1, corner.y + height}, colors().veil);
    if (bar.count > 0) {
      const float share = float(bar.count) / float(highest);
      list.AddRectFilled(
          {x0, corner.y + height - std::max(std::round((height - px(4)) * share), px(2))},
          {x1, corner.y + height}, bar.tone);
    }
    if (!bar.below.empty()) {
      const float text = text_width(as_shown(bar.below));
      draw_text({(x0 + x1 - text) * 0.5f, corner.y + height + px(2)}, colors().text_faint,
                as_shown(bar.below));
    }
    if (is_hovered) ImGui::SetTooltip("%s", as_shown(bar.words).c_str());
  }
}

void caption(const std::string& words, const std::string& note) {
  const FontScope font(fonts().small);
  const float room = ImGui::GetContentRegionAvail().x - text_width(as_shown(note)) - px(8);
  fitting_text(words, room, colors().text_dim);
  right_text(note, colors().text_faint);
}

void weight_bars(Session& session, BenchState& bench, FilesState& files, Id skeleton) {
  const Id active = active_joint(session);
  bool& of_all = bench.panel.weights_of_all;
  const Id meant = of_all ? kNoId : active;
  const WeightHistogram histogram = weight_histogram(session, skeleton, meant);
  const std::string whose = meant == kNoId
                                ? "Weights of all joints"
                                : "Weights of " + name_of(session.document.scene(), meant);
  caption(whose, fmt::format("{} influence{}", with_separators(histogram.total),
                             histogram.total == 1 ? "" : "s"));
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < kWeightBins; ++i) {
    const double low = double(i) / kWeightBins, high = double(i + 1) / kWeightBins;
    bars.push_back(
        {histogram.count[i], "",
         fmt::format("{:.2f} to {:.2f}: {}", low, high, with_separators(histogram.count[i]))});
  }
  draw_bars("##weights", bars);
  // The scale fills the space that draw_bars() leaves for captions.
  ImGui::PushFont(fonts().small);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  for (const float at : {0.0f, 0.5f, 1.0f}) {
    const std::string text = fmt::format("{:.1f}", at);
    const float width = text_width(text);
    draw_text({low.x + (high.x - low.x - width) * at, high.y - ImGui::GetFontSize()},
              colors().text_faint, text);
  }
  ImGui::PopFont();
  if (active != kNoId && link(of_all ? "Only the active joint###of_all" : "All joints###of_all"))
    of_all = !of_all;
  if (active != kNoId) ImGui::SameLine(0.0f, px(12));
  csv_button(session, bench, files, CsvKind::influences);
}

void influence_bars(Session& session, Id skeleton) {
  const std::vector<std::uint32_t> counts = influence_counts(session, skeleton);
  std::vector<Bar> bars(std::min(counts.size(), kMostInfluences + 1));
  std::uint64_t vertices = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    bars[std::min(k, kMostInfluences)].count += counts[k];
    vertices += counts[k];
  }
  for (std::size_t k = 0; k < bars.size(); ++k) {
    Bar& bar = bars[k];
    bar.below = k == kMostInfluences ? fmt::format("{}+", k) : std::to_string(k);
    const double percent = vertices > 0 ? 100.0 * bar.count / double(vertices) : 0.0;
    bar.words =
        fmt::format("{} {} with {} joint{}: {:.1f} %", with_separators(bar.count),
                    bar.count == 1 ? "vertex" : "vertices", bar.below, k == 1 ? "" : "s", percent);
    if (k == 0) bar.tone = colors().magenta;
  }
  caption("Joints per vertex",
          fmt::format("{} {}", with_separators(vertices), vertices == 1 ? "vertex" : "vertices"));
  draw_bars("##influences", bars);
}

/// A joint's name, bar and count; a click selects the joint.
void joint_bar(Session& session, PanelsState& panels, const Joint& joint, std::uint32_t captured,
               std::uint32_t highest) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(20);
  const bool is_active = session.document.active() == joint.id;
  if (ImGui::InvisibleButton("##joint", {width, height})) {
    session.document.select({joint.id});
    panels.tree.scroll_to = joint.id;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered()) draw_row_veil(corner, width, height);
  ImGui::PushFont(fonts().small);
  const float y = corner.y + std::floor((height - ImGui::GetFontSize()) * 0.5f),
              name_width = px(92), count_width = px(48);
  const std::string shown = ellipsis(joint.name, name_width - px(6));
  draw_text({corner.x, y}, is_active ? colors().amber : colors().text, shown);
  const float room = width - name_width - count_width, from = corner.x + name_width;
  list.AddRectFilled({from, corner.y + px(6)}, {from + room, corner.y + height - px(6)},
                     colors().well, px(2));
  if (captured > 0) {
    const float length = std::max(room * float(captured) / float(std::max(highest, 1u)), px(2));
    list.AddRectFilled({from, corner.y + px(6)}, {from + length, corner.y + height - px(6)},
                       is_active ? colors().amber : colors().accent_hover, px(2));
  }
  const std::string count = with_separators(captured);
  draw_text({corner.x + width - text_width(count), y},
            captured > 0 ? colors().text_dim : colors().magenta, count);
  ImGui::PopFont();
  if (shown != joint.name) tooltip(joint.name);
}

void joint_bars(Session& session, BenchState& bench, FilesState& files, PanelsState& panels,
                Id skeleton) {
  const Node* node = find_node(session.document.scene(), skeleton);
  const PosedSkeleton* posed = session.deformer.skeleton(skeleton);
  if (node == nullptr || posed == nullptr) return;
  const std::shared_ptr<const Skeleton> joints = node->skeleton;
  const std::vector<std::uint32_t> captured = posed->captured;
  const std::uint32_t highest =
      captured.empty() ? 0 : *std::max_element(captured.begin(), captured.end());
  caption("Vertices held by each joint",
          fmt::format("{} joint{}", with_separators(joints->joints.size()),
                      joints->joints.size() == 1 ? "" : "s"));
  bool& shows_all = bench.panel.shows_all_joints;
  const std::size_t count = std::min(joints->joints.size(), captured.size());
  const std::size_t shown = shows_all ? count : std::min(count, kJointsAtFirst);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  for_visible_rows(shown, px(20), [&](std::size_t j) {
    const IdScope id{int(j)};
    joint_bar(session, panels, joints->joints[j], captured[j], highest);
  });
  ImGui::PopStyleVar();
  if (count > kJointsAtFirst) {
    show_more_link(shows_all, count - shown, "more_joints");
    ImGui::SameLine(0.0f, px(12));
  }
  csv_button(session, bench, files, CsvKind::coverage);
}

std::string status_of(const Session& session, Id skeleton) {
  const std::vector<std::uint32_t> counts = influence_counts(session, skeleton);
  const std::size_t most = counts.size() - 1;
  return most == 1 ? "one joint per vertex" : fmt::format("up to {} joints per vertex", most);
}

}  // namespace

void draw_bench_weights(Editor& editor, Id skeleton) {
  if (!fold_header("Weights", editor.bench.panel.open(BenchSection::weights),
                   status_of(editor, skeleton), colors().text_dim))
    return;
  weight_bars(editor, editor.bench, editor.files, skeleton);
  ImGui::Dummy({0.0f, px(4)});
  influence_bars(editor, skeleton);
  ImGui::Dummy({0.0f, px(4)});
  joint_bars(editor, editor.bench, editor.files, editor.panels, skeleton);
  ImGui::Dummy({0.0f, px(8)});
}

}  // namespace marrow::app
