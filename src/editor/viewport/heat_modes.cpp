#include "editor/viewport/heat_modes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/index.h"
#include "editor/bench/compare.h"
#include "editor/course/course_case.h"
#include "editor/editor.h"
#include "editor/viewport/select.h"

namespace marrow {
namespace {

using view::MeshColors;

constexpr std::size_t kMostSwatches = 6;

/// A number with enough digits to distinguish the ticks of a scale.
std::string number(float value, float scale) {
  if (value == 0.0f) return "0";
  const int digits = std::clamp(2 - int(std::floor(std::log10(std::max(scale, 1e-6f)))), 0, 6);
  return fmt::format("{:.{}f}", value, digits);
}

std::vector<Legend::Tick> even_ticks(const view::HeatRange& range) {
  std::vector<Legend::Tick> ticks;
  for (const float place : {1.0f, 0.5f, 0.0f})
    ticks.push_back({place, number(range.low + (range.high - range.low) * place, range.high)});
  return ticks;
}

/// Ticks at whole numbers; at each one if there are few.
std::vector<Legend::Tick> count_ticks(const view::HeatRange& range) {
  const int low = int(range.low), high = int(range.high), step = std::max((high - low + 5) / 6, 1);
  std::vector<Legend::Tick> ticks;
  for (int count = high; count >= low; count -= step)
    ticks.push_back(
        {high > low ? float(count - low) / float(high - low) : 0.0f, std::to_string(count)});
  return ticks;
}

/// Swatches of the active joint, its parent and its children; of the first joints if none is
/// active.
void add_joint_swatches(const Session& session, Legend& legend) {
  const Node* node = find_node(session.document.scene(), shown_or_first_skeleton(session));
  if (!node || !node->skeleton) return;
  const std::vector<Joint>& joints = node->skeleton->joints;
  const int active = joint_index(*node->skeleton, session.document.active());
  std::vector<std::size_t> shown;
  if (active >= 0) {
    shown.push_back(at(active));
    if (const int parent = joints[at(active)].parent; parent >= 0) shown.push_back(at(parent));
  }
  for (std::size_t j = 0; j < joints.size() && shown.size() < kMostSwatches; ++j) {
    const bool fits = active < 0 || joints[j].parent == active;
    if (fits && !list_has(shown, j)) shown.push_back(j);
  }
  for (const std::size_t j : shown)
    legend.swatches.push_back({view::joint_color(j), joints[j].name});
  if (shown.size() < joints.size())
    legend.note = fmt::format("{} of {}; mixed where they share", shown.size(), joints.size());
}

Legend joint_legend(const Session& session, const view::HeatRange& range) {
  const Joint* active = joint_of(session.document.scene(), session.document.active());
  const bool is_weight = session.show.colors == MeshColors::joint_weight;
  if (!active) return {.title = is_weight ? "Weight" : "Distance", .note = "select a joint"};
  Legend legend{.title = (is_weight ? "Weight of " : "Distance to ") + active->name};
  if (is_weight) {
    legend.ticks = {{1.0f, "1.0"}, {0.5f, "0.5"}, {0.0f, "0.0+"}};
  } else {
    legend.note = "from its bone to r, units";
    legend.ticks = even_ticks(range);
  }
  legend.swatches.push_back({view::kNeutral, "not held"});
  return legend;
}

Legend legend_for_colors(const Session& session, const CompareState& compare,
                         const CourseState& course, const view::HeatRange& range) {
  if (expected_of_case(course) && !shows_difference(compare) &&
      session.show.colors == MeshColors::plain)
    return {.title = "Error",
            .note = "from where it should be",
            .ticks = even_ticks(range),
            .swatches = {{view::kNeutral, "right"}}};
  switch (shows_difference(compare) ? MeshColors::difference : session.show.colors) {
    case MeshColors::joint_weight:
    case MeshColors::distance:
      return joint_legend(session, range);
    case MeshColors::all_joints: {
      Legend legend{.title = "All joints", .note = "mixed where they share"};
      add_joint_swatches(session, legend);
      legend.swatches.push_back({view::kNeutral, "none"});
      return legend;
    }
    case MeshColors::influence_count:
      return {.title = "Joints per vertex",
              .ticks = count_ticks(range),
              .swatches = {{view::kNeutral, "none"}}};
    case MeshColors::uncovered:
      return {.title = "Coverage",
              .swatches = {{view::kUncovered, "uncovered"}, {view::kNeutral, "held"}}};
    case MeshColors::misplaced:
      return {.title = "At wrong joints",
              .note = "share of weight, by the file",
              .ticks = {{1.0f, "all"}, {0.5f, "half"}, {0.0f, "0+"}},
              .swatches = {{view::kNeutral, "as in the file"}}};
    case MeshColors::difference:
      if (range.high <= 0.0f)
        return {.title = "Difference",
                .note = "none: pose a joint to see one",
                .swatches = {{view::kNeutral, "same place"}}};
      return {.title = "Difference",
              .note = "moved by, units",
              .ticks = even_ticks(range),
              .swatches = {{view::kNeutral, "same place"}}};
    case MeshColors::plain:
      break;
  }
  return {};
}

}  // namespace

const std::vector<HeatMode>& heat_modes() {
  static const std::vector<HeatMode> modes{
      {MeshColors::plain, "Off", "The mesh in its own colors."},
      {MeshColors::joint_weight, "Selected joint", "How much the active joint moves each vertex."},
      {MeshColors::all_joints, "All joints",
       "Every joint has a color; where joints share a vertex the colors mix."},
      {MeshColors::influence_count, "Influence count", "How many joints hold each vertex."},
      {MeshColors::uncovered, "Uncovered", "What no joint holds."},
      {MeshColors::distance, "Distance",
       "How far each vertex of the active joint is from its bone."},
      {MeshColors::misplaced, "Difference from file",
       "How much of each vertex's weight is at other joints than in the file."},
  };
  return modes;
}

const HeatMode& heat_mode(MeshColors colors) {
  const std::vector<HeatMode>& modes = heat_modes();
  const auto found = std::find_if(modes.begin(), modes.end(),
                                  [colors](const HeatMode& mode) { return mode.colors == colors; });
  return found == modes.end() ? modes.front() : *found;
}

void set_heat_mode(Session& session, MeshColors colors) {
  session.show.colors = colors;
  const bool needs_joint = colors == MeshColors::joint_weight || colors == MeshColors::distance;
  if (needs_joint && active_joint(session) == kNoId)
    say(session, "Select a joint to see what it does to the mesh.");
}

void next_heat_mode(Session& session) {
  const std::vector<HeatMode>& modes = heat_modes();
  const std::vector<Node>& nodes = session.document.scene().nodes;
  const bool has_weights = std::any_of(
      nodes.begin(), nodes.end(), [](const Node& node) { return node.mesh && node.mesh->weights; });
  auto place = std::size_t(&heat_mode(session.show.colors) - modes.data());
  do {
    place = (place + 1) % modes.size();
  } while (modes[place].colors == MeshColors::misplaced && !has_weights);
  set_heat_mode(session, modes[place].colors);
}

Legend legend_of(const Editor& editor) {
  if (editor.show.colors == MeshColors::plain && !shows_difference(editor.compare) &&
      !expected_of_case(editor.course))
    return {};
  Legend legend = legend_for_colors(editor, editor.compare, editor.course,
                                    view::heat_range(picture_of(editor)));
  for (Legend::Swatch& swatch : legend.swatches)
    swatch.color = view::seen_by(editor.show.vision, swatch.color);
  return legend;
}

}  // namespace marrow
