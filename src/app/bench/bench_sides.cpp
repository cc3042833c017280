// Left and right: asymmetric pairs of joints, their differences, buttons that mirror them.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/bench/bench_parts.h"
#include "app/imgui_version.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/editor.h"
#include "editor/length_text.h"

namespace marrow::app {
namespace {

constexpr float kPairHeight = 44.0f;
constexpr std::size_t kPairsAtFirst = 6, kLonelyAtMost = 12;

struct SideCounts {
  std::size_t pairs = 0, uneven = 0, alone = 0;
};

SideCounts counts_of(const std::vector<SideRow>& rows) {
  SideCounts counts;
  for (const SideRow& row : rows) {
    if (row.right == kNoId)
      ++counts.alone;
    else
      ++counts.pairs;
    if (row.right != kNoId && !row.is_even) ++counts.uneven;
  }
  return counts;
}

std::string status_of(const SideCounts& counts) {
  if (counts.pairs + counts.alone == 0) return "no pairs";
  std::string words =
      counts.uneven == 0
          ? fmt::format("{} {} even", counts.pairs, counts.pairs == 1 ? "pair" : "pairs")
          : fmt::format("{} of {} uneven", counts.uneven, counts.pairs);
  if (counts.alone > 0) words += fmt::format(" \u00b7 {} without a partner", counts.alone);
  return words;
}

/// Smaller differences are not shown.
float least_shown(float size) { return 0.5f * std::pow(10.0f, -float(length_digits(size))); }

std::string signed_text(float value, float size) {
  return (value < 0.0f ? "\u2212" : "+") + length_text(std::abs(value), size);
}

/// Differences only: "place 0.012 · radius +0.010 · holds 189 | 204".
std::string differences_of(const SideRow& row, float size) {
  std::vector<std::string> parts;
  const float least = least_shown(size);
  const float place = std::max(row.position, row.tip);
  if (place >= least) parts.push_back("place " + length_text(place, size));
  if (std::abs(row.length) >= least) parts.push_back("length " + signed_text(row.length, size));
  if (std::abs(row.radius) >= least) parts.push_back("radius " + signed_text(row.radius, size));
  if (row.left_captured != row.right_captured)
    parts.push_back(fmt::format("holds {} | {}", with_separators(row.left_captured),
                                with_separators(row.right_captured)));
  if (parts.empty())
    return row.is_even ? "even" : fmt::format("differs by less than {:.1g}", least);
  std::string words;
  for (const std::string& part : parts) words.append(words.empty() ? "" : " \u00b7 ").append(part);
  return words;
}

/// A pair on two lines with its two buttons. Returns the requested edit.
std::optional<Operation> pair_row(Session& session, const SideRow& row) {
  const Scene& scene = session.document.scene();
  const std::string left = name_of(scene, row.left), right = name_of(scene, row.right);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(kPairHeight);
  if (draw_below([&] { return ImGui::InvisibleButton("##pair", {width, height}); }))
    session.document.select({row.right, row.left});
  const ImVec2 after = ImGui::GetCursorScreenPos();
  if (ImGui::IsItemHovered()) draw_row_veil(corner, width, height);
  const std::string title = left + "  |  " + right,
                    words = differences_of(row, skeleton_size(scene, row.left));
  const float top = corner.y + px(5), button = small_button_width("L \u2192 R"), gap = px(4);
  const float title_room = row.is_even ? width : width - 2.0f * button - gap - px(8);
  const std::string shown = ellipsis(title, title_room);
  draw_text({corner.x, top}, row.is_even ? colors().text_dim : colors().text, shown);
  ImGui::PushFont(fonts().small);
  const std::string shown_words = ellipsis(words, width);
  draw_text({corner.x, top + px(20)}, row.is_even ? colors().text_faint : colors().text_dim,
            shown_words);
  ImGui::PopFont();
  if (shown != title || shown_words != words) tooltip(title + "\n" + words);
  std::optional<Operation> asked;
  if (!row.is_even) {
    ImGui::SetCursorScreenPos({corner.x + width - 2.0f * button - gap, corner.y});
    if (small_button("L \u2192 R",
                     fmt::format("Makes {} the mirror image of {}", right, left).c_str()))
      asked = op::MirrorJoint{row.left, row.right};
    ImGui::SameLine(0.0f, gap);
    if (small_button("R \u2192 L",
                     fmt::format("Makes {} the mirror image of {}", left, right).c_str()))
      asked = op::MirrorJoint{row.right, row.left};
    ImGui::SetCursorScreenPos(after);
  }
  return asked;
}

void lonely_rows(Session& session, const std::vector<SideRow>& rows, std::size_t count) {
  if (count == 0) return;
  small_note("Without a partner:");
  std::size_t shown = 0;
  for (const SideRow& row : rows) {
    if (row.right != kNoId || shown == kLonelyAtMost) continue;
    ++shown;
    const std::string name = name_of(session.document.scene(), row.left);
    const std::string partner = mirrored_name(name).value_or("");
    fitting_text(fmt::format("{}: there is no {}", name, partner), ImGui::GetContentRegionAvail().x,
                 colors().text_dim);
  }
  if (count > shown) small_note(fmt::format("and {} more", count - shown));
}

/// Rows of pairs, worst first; even ones only on request. Returns the requested edit.
std::optional<Operation> pair_list(Session& session, BenchState& bench,
                                   const std::vector<SideRow>& rows, const SideCounts& counts) {
  BenchPanel& panel = bench.panel;
  std::vector<const SideRow*> shown;
  std::size_t uneven = 0;
  for (const SideRow& row : rows) {
    if (row.right == kNoId || (row.is_even && !panel.shows_even_pairs)) continue;
    if (!row.is_even && ++uneven > kPairsAtFirst && !panel.shows_all_pairs) continue;
    shown.push_back(&row);
  }
  std::optional<Operation> asked;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(4), 0.0f));
  for_visible_rows(shown.size(), px(kPairHeight), [&](std::size_t i) {
    const IdScope id{int(i)};
    if (const std::optional<Operation> one = pair_row(session, *shown[i])) asked = one;
  });
  ImGui::PopStyleVar();
  if (counts.uneven > kPairsAtFirst)
    show_more_link(panel.shows_all_pairs, counts.uneven - kPairsAtFirst, "more_pairs");
  return asked;
}

}  // namespace

void draw_bench_sides(Editor& editor, Id skeleton) {
  const std::vector<SideRow> rows = sides_of(editor, editor.bench, skeleton);
  const SideCounts counts = counts_of(rows);
  const ImU32 tone = counts.uneven > 0 ? band_tone(Band::fair) : colors().text_dim;
  BenchPanel& panel = editor.bench.panel;
  if (!fold_header("Left / right", panel.open(BenchSection::sides), status_of(counts), tone))
    return;
  if (rows.empty()) {
    paragraph(
        "No joint's name has a side. Names such as arm.L and arm.R, or LeftArm and RightArm, make "
        "a pair.",
        colors().text_dim);
    return ImGui::Dummy({0.0f, px(8)});
  }
  const std::optional<Operation> asked = pair_list(editor, editor.bench, rows, counts);
  if (counts.pairs > counts.uneven) {
    const std::size_t even = counts.pairs - counts.uneven;
    const std::string words =
        panel.shows_even_pairs ? std::string("Hide even pairs")
                               : fmt::format("Show {} even {}", even, even == 1 ? "pair" : "pairs");
    if (link((words + "###even").c_str())) panel.shows_even_pairs = !panel.shows_even_pairs;
  }
  lonely_rows(editor, rows, counts.alone);
  csv_button(editor, editor.bench, editor.files, CsvKind::sides);
  if (asked) perform_and_report(editor, *asked);
  ImGui::Dummy({0.0f, px(8)});
}

}  // namespace marrow::app
