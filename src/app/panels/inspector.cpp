// The inspector: fields of the active joint or node. Joints and skeletons are in inspector_*.cpp;
// here are the rows of a transform, and a node with its mesh, binding and morph targets.
#include "app/panels/inspector.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/panels/panels.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/length_text.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/tree_rows.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"
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
              right = high.x - px(8) - text_width(number);
  const std::string shown = ellipsis(name, right - low.x - px(16));
  draw_text({low.x + px(8), y}, value != 0.0f ? colors().text : colors().text_dim, shown);
  draw_text({right, y}, value != 0.0f ? colors().text : colors().text_dim, number);
  return events;
}

void draw_shape(Session& session, PanelsState& panels, const Node& node, std::size_t shape) {
  const std::string name = morph_target_name(*node.mesh, shape);
  const std::string tip = fmt::format(
      "{}\nDrag from 0 to 1. Ctrl+click types a number, also below 0 or above 1.", name);
  const NumberStyle style{.low = 0.0f, .high = 1.0f, .types_beyond = true, .tooltip = tip.c_str()};
  float weight = shape < node.morph_weights.size() ? node.morph_weights[shape] : 0.0f;
  ImGui::PushID(int(shape));
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
  if (small_button("All to 0", "The mesh without morph targets")) perform(session, none);
  ImGui::EndDisabled();
}

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

void draw_binding(Session& session, const Node& node) {
  std::vector<Id> ids{kNoId};
  std::vector<std::string> names{"nothing (rigid)"};
  for (const Node& other : session.document.scene().nodes)
    if (other.skeleton) {
      ids.push_back(other.id);
      names.push_back(other.name);
    }
  const auto bound = std::find(ids.begin(), ids.end(), node.bound_to);
  int choice = bound == ids.end() ? 0 : int(bound - ids.begin());
  if (choice_field("Bound to", choice, names, "The skeleton that deforms this mesh"))
    perform(session, op::Bind{node.id, ids[std::size_t(choice)]});
}

void draw_weights(Session& session, const Node& node) {
  if (node.bound_to == kNoId) return;
  if (!node.mesh->weights) return value_row("Weights", "from the capsules");
  int choice = node.explicit_weights ? 1 : 0;
  if (choice_field("Weights", choice, {"from the capsules", "from the file"},
                   "The mesh came with weights of its own; those of the capsules can replace them"))
    perform(session, op::UseExplicitWeights{node.id, choice == 1});
}

/// Rows: how many vertices are painted, and the strength of the paint.
void draw_touch_ups(Session& session, PanelsState& panels, const Node& node) {
  if (node.bound_to == kNoId) return;
  if (!node.touch_ups) return value_row("Touch-ups", "none", "Weights painted with the paint tool");
  section("Touch-ups",
          fmt::format("{} vertices", with_separators(node.touch_ups->vertices.size())).c_str());
  float strength = node.touch_up_strength;
  const FieldEvents events = number_field(
      "Strength", strength,
      {.speed = 0.005f,
       .low = 0.0f,
       .high = 1.0f,
       .format = "%.2f",
       .tooltip =
           "How much the paint counts; at 0 the weights are those of the capsules, or the file's"});
  apply_field(session, panels, events, op::SetTouchUpStrength{node.id, strength});
  if (small_button("Remove touch-ups", "Restores the weights of the capsules or of the file"))
    perform(session, op::RemoveTouchUps{node.id});
}

std::string coverage_words(const CoverageSummary& summary) {
  return fmt::format("{:.1f} % \u00b7 {} uncovered", summary.percent(),
                     with_separators(summary.uncovered));
}

void draw_mesh_coverage(const Session& session, const Node& node) {
  const DeformedMesh* mesh = session.deformer.mesh(node.id);
  if (!mesh || mesh->skeleton == kNoId) return;
  value_row("Covered", coverage_words({mesh->coverage.covered, mesh->coverage.uncovered}),
            "Vertices that no capsule holds keep their place");
}

void draw_mesh(Session& session, PanelsState& panels, const Node& node) {
  section("Mesh");
  value_row("Vertices", with_separators(node.mesh->positions.size()));
  value_row("Faces", with_separators(node.mesh->face_count()));
  draw_binding(session, node);
  draw_weights(session, node);
  draw_mesh_coverage(session, node);
  draw_touch_ups(session, panels, node);
  draw_morph_targets(session, panels, node.id);
}

std::string parent_text(const Scene& scene, const Node& node) {
  if (node.parent < 0) return "the scene";
  return name_of(scene,
                 node.joint == kNoId ? scene.nodes[std::size_t(node.parent)].id : node.joint);
}

void draw_node_inspector(Editor& editor, int index) {
  const Node node = editor.document.scene().nodes[std::size_t(index)];
  std::string name = node.name;
  if (text_field("Name", name)) perform(editor, op::Rename{node.id, name});
  const Scene& scene = editor.document.scene();
  value_row(node.joint == kNoId ? "Parent" : "Hangs on", parent_text(scene, node),
            "Drag the row in the tree onto another, or onto a joint, to change it; nothing moves. "
            "What hangs on a joint follows it rigidly.");
  section("Place", node.parent < 0       ? "in the world"
                   : node.joint == kNoId ? "in its parent"
                                         : "in its joint");
  transform_fields(editor, editor.panels, editor.viewport, node.id, node.local,
                   [](Id id, const glm::mat4& matrix) -> Operation {
                     return op::SetNodeLocal{id, matrix};
                   });
  if (node.mesh) draw_mesh(editor, editor.panels, node);
  if (node.skeleton)
    if (const int now = node_index(editor.document.scene(), node.id); now >= 0)
      draw_skeleton_sections(editor, now);
}

void draw_no_skeleton(Editor& editor) {
  empty_hint(
      "There is no skeleton yet. Make one: Marrow looks for the joints of a figure. Or choose the "
      "+ tool (N) in Rig mode, press inside the mesh and drag to draw the first bone.");
  for (const char* id : {"rig.make_skeleton", "rig.add_human"}) {
    const Command& one = command(id);
    if (!is_enabled(editor, one)) continue;
    if (text_button(one.label, one.id == std::string_view("rig.make_skeleton"), one.tooltip))
      run_command(editor, one.id);
  }
}

void draw_nothing_selected(Editor& editor) {
  const Scene& scene = editor.document.scene();
  if (scene.nodes.empty()) return empty_hint(words_for_nothing(editor.files));
  if (shown_or_first_skeleton(editor) == kNoId) return draw_no_skeleton(editor);
  empty_hint(
      editor.tab == Tab::layout
          ? "Click a mesh or a skeleton, in the picture or in the tree."
          : "Click a limb in the picture, or a joint in the tree, to see its radius and its pose.");
  const int node = node_index(scene, shown_skeleton(editor));
  if (node >= 0 && scene.nodes[std::size_t(node)].skeleton) draw_skeleton_sections(editor, node);
}

/// `start` with the components that were edited in this frame. Typing the shown digits again is not
/// an edit, even if the value has more digits.
glm::vec3 edited_row(const glm::vec3& start, const glm::vec3& before, const glm::vec3& now,
                     const char* format) {
  glm::vec3 row = start;
  for (int axis = 0; axis < 3; ++axis)
    if (now[axis] != before[axis] &&
        !(is_typing_number() && has_same_digits(now[axis], start[axis], format)))
      row[axis] = now[axis];
  return row;
}

}  // namespace

void transform_fields(Session& session, PanelsState& panels, ViewportState& viewport, Id id,
                      const glm::mat4& matrix,
                      const std::function<Operation(Id, const glm::mat4&)>& operation_for) {
  InspectorState& state = panels.inspector;
  const ShownTransform live = shown_transform(state, id, matrix);
  if (!session.document.in_gesture()) remember_angles(state, id, matrix);
  ShownTransform shown = live;
  InspectorState::FieldStart& start = state.field_start;
  if (start.of != id || !session.document.in_gesture()) start = {id, matrix, state.eulers[id]};
  InspectorState at_start;
  at_start.eulers[id] = start.euler;
  const ShownTransform before = shown_transform(at_start, id, start.matrix);
  NumberStyle lengths;
  lengths.speed = 0.05f * move_step(session, viewport);
  const bool is_joint = joint_of(session.document.scene(), id) != nullptr;
  lengths.format =
      length_format(is_joint ? skeleton_size(session.document.scene(), id) : viewport.scene_size);
  lengths.tooltip = "Along x, y, z. Drag to change, double-click to type.";
  const FieldEvents moved = vector_field("Move", shown.translation, lengths);
  NumberStyle angles;
  angles.speed = 0.25f;
  angles.format = "%.1f\u00b0";
  angles.tooltip =
      "Degrees about x, then y, then z; of equivalent angles those nearest to the ones shown "
      "before.";
  const FieldEvents turned = vector_field("Turn", shown.degrees, angles);
  if (turned.changed) state.eulers[id] = glm::radians(shown.degrees);
  NumberStyle factors;
  factors.tooltip = "Factors along x, y, z.";
  const FieldEvents scaled = vector_field("Scale", shown.scale, factors);
  if (fold_header("Quaternion", session.preferences.shows_quaternion, "", colors().text_dim))
    value_row("w, x, y, z", quaternion_text(shown.rotation),
              "The same turn without an order of axes; what slerp and files work with.");
  ShownTransform after = before;
  after.translation =
      edited_row(before.translation, live.translation, shown.translation, lengths.format);
  after.degrees = edited_row(before.degrees, live.degrees, shown.degrees, angles.format);
  after.scale = edited_row(before.scale, live.scale, shown.scale, factors.format);
  const Operation operation = operation_for(id, edited_matrix(start.matrix, before, after));
  for (const FieldEvents& events : {moved, turned, scaled})
    apply_field(session, panels, events, operation);
  if (shown.has_shear)
    paragraph("This transform has a shear that these fields cannot show; a change here loses it.",
              colors().amber);
}

void draw_inspector(Editor& editor) {
  if (has_figure(editor)) return draw_figure_panel(editor);
  const Scene& scene = editor.document.scene();
  const Id active = editor.document.active();
  const IdScope id{int(active)};
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0)
    draw_joint_inspector(editor, ref);
  else if (const int node = node_index(scene, active); node >= 0)
    draw_node_inspector(editor, node);
  else
    draw_nothing_selected(editor);
}

namespace {

template <NamedChoice Value>
void draw_choice(Session& session, const Node& node, Value Skeleton::*in_skeleton,
                 std::optional<Value> SkeletonChoices::*in_choices) {
  Value choice = (*node.skeleton).*in_skeleton;
  std::vector<std::string> titles;
  for (const auto& row : ChoiceTable<Value>::rows) titles.push_back(row.title);
  if (choice_field(ChoiceTable<Value>::label, choice, titles, ChoiceTable<Value>::question)) {
    op::SetSkeletonChoices set{.skeleton_node = node.id};
    set.choices.*in_choices = choice;
    perform(session, set);
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(kLabelWidth));
  small_note(choice_row(choice).help);
}

void draw_skeleton_coverage(const Session& session, const Node& node) {
  const CoverageSummary summary = coverage(session.deformer, node.id);
  value_row("Joints", with_separators(node.skeleton->joints.size()));
  value_row("Covers", summary.covered + summary.uncovered == 0 ? "no mesh is bound to it"
                                                               : coverage_words(summary));
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
  // The inspector of an active joint has this row next to the radius.
  if (active_joint(editor) == kNoId)
    draw_radius_scale(editor, editor.bench, editor.panels, node.id);
  for_each_choice([&](auto in_skeleton, auto in_choices) {
    draw_choice(editor, node, in_skeleton, in_choices);
  });
}

}  // namespace marrow::app
