// A skeleton: falloff, coverage.
#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/inspector.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/bench_state.h"
#include "editor/editor.h"
#include "editor/panels/field_edit.h"

namespace marrow::app {
namespace {

template <NamedChoice Value>
void draw_choice(Session& session, const Node& node, Value Skeleton::*in_skeleton,
                 std::optional<Value> SkeletonChoices::*in_choices) {
  int choice = int((*node.skeleton).*in_skeleton);
  std::vector<std::string> titles;
  for (const auto& row : ChoiceTable<Value>::rows) titles.push_back(row.title);
  if (choice_field(ChoiceTable<Value>::label, choice, titles, ChoiceTable<Value>::question)) {
    op::SetSkeletonChoices set{.skeleton_node = node.id};
    set.choices.*in_choices = static_cast<Value>(choice);
    perform(session, set);
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(kLabelWidth));
  small_note(choice_row(static_cast<Value>(choice)).help);
}

void draw_skeleton_coverage(const Session& session, const Node& node) {
  std::uint64_t covered = 0, uncovered = 0;
  for (const DeformedMesh& mesh : session.deformer.meshes())
    if (mesh.skeleton == node.id) {
      covered += mesh.coverage.covered;
      uncovered += mesh.coverage.uncovered;
    }
  value_row("Joints", with_separators(node.skeleton->joints.size()));
  if (covered + uncovered == 0) return value_row("Covers", "no mesh is bound to it");
  value_row("Covers", fmt::format("{:.1f} % \u00b7 {} uncovered",
                                  100.0 * double(covered) / double(covered + uncovered),
                                  with_separators(uncovered)));
}

}  // namespace

void draw_radius_scale(Session& session, BenchState& bench, PanelsState& panels, Id skeleton) {
  const std::vector<Id> joints = joints_to_scale(session, skeleton);
  if (joints.empty()) return;
  const Node* node = find_node(session.document.scene(), skeleton);
  const bool is_all = joints.size() == node->skeleton->joints.size();
  float& factor = bench.panel.radius_factor;
  const std::string whose = is_all ? "all radii"
                            : joints.size() == 1
                                ? "this radius"
                                : fmt::format("the {} selected radii", joints.size());
  const std::string tip = "Multiplies " + whose + " while it is dragged, as one step.";
  const FieldEvents events =
      number_field(is_all ? "Scale all###scale" : "Scale###scale", factor,
                   {.low = 0.05f, .high = 20.0f, .format = "\u00d7 %.2f", .tooltip = tip.c_str()});
  apply_field(session, panels, events, scale_operation(session, joints, factor));
  if (!session.document.in_gesture()) factor = 1.0f;
}

void draw_skeleton_sections(Editor& editor, int index) {
  // A copy, because edits below replace the scene.
  const Node node = editor.document.scene().nodes[std::size_t(index)];
  section("Skeleton", node.name.c_str());
  draw_skeleton_coverage(editor, node);
  // An active joint has this row next to its radius.
  if (active_joint(editor) == kNoId)
    draw_radius_scale(editor, editor.bench, editor.panels, node.id);
  for_each_choice([&](auto in_skeleton, auto in_choices) {
    draw_choice(editor, node, in_skeleton, in_choices);
  });
}

}  // namespace marrow::app
