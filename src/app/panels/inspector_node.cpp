// A node: its transform, its mesh and binding, or its skeleton.
#include <algorithm>
#include <fmt/format.h>

#include "app/panels/inspector.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/editor.h"
#include "editor/panels/field_edit.h"

namespace marrow::app {
namespace {

Operation node_local_operation(Id node, const glm::mat4& matrix) {
  return op::SetNodeLocal{node, matrix};
}

void draw_binding(Session& session, const Node& node) {
  std::vector<Id> ids{kNoId};
  std::vector<std::string> names{"nothing (rigid)"};
  for (const Node& other : session.document.scene().nodes)
    if (other.skeleton) {
      ids.push_back(other.id);
      names.push_back(other.name);
    }
  std::vector<const char*> entries;
  for (const std::string& name : names) entries.push_back(name.c_str());
  const auto bound = std::find(ids.begin(), ids.end(), node.bound_to);
  int choice = bound == ids.end() ? 0 : static_cast<int>(bound - ids.begin());
  if (choice_field("Bound to", choice, entries, "The skeleton that deforms this mesh"))
    perform(session, op::Bind{node.id, ids[static_cast<std::size_t>(choice)]});
}

void draw_weights(Session& session, const Node& node) {
  if (node.bound_to == kNoId) return;
  if (!node.mesh->weights) return value_row("Weights", "from the capsules");
  int choice = node.explicit_weights ? 1 : 0;
  if (choice_field("Weights", choice, {"from the capsules", "from the file"},
                   "The mesh came with weights of its own; the capsules' take their place"))
    perform(session, op::UseExplicitWeights{node.id, choice == 1});
}

/// How many vertices were painted, and with what strength the paint counts.
void draw_touch_ups(Session& session, PanelsState& panels, const Node& node) {
  if (node.bound_to == kNoId) return;
  if (!node.touch_ups)
    return value_row("Touch-ups", "none", "Weights that were painted: the paint tool makes them");
  section("Touch-ups",
          fmt::format("{} vertices", with_separators(node.touch_ups->vertices.size())).c_str());
  float strength = node.touch_up_strength;
  const FieldEvents events = number_field(
      "Strength", strength,
      {.speed = 0.005f,
       .low = 0.0f,
       .high = 1.0f,
       .format = "%.2f",
       .tooltip = "How much of what was painted counts; at 0 the weights are the capsules', or "
                  "the file's"});
  apply_field(session, panels, events, op::SetTouchUpStrength{node.id, strength});
  if (small_button("Remove touch-ups", "The weights are the capsules' again, or the file's"))
    perform(session, op::RemoveTouchUps{node.id});
}

void draw_mesh_coverage(const Session& session, const Node& node) {
  const DeformedMesh* mesh = session.deformer.mesh(node.id);
  if (!mesh || mesh->skeleton == kNoId) return;
  const std::uint64_t all = std::uint64_t{mesh->coverage.covered} + mesh->coverage.uncovered;
  const double share = all == 0 ? 100.0 : 100.0 * mesh->coverage.covered / static_cast<double>(all);
  value_row(
      "Covered",
      fmt::format("{:.1f} % \u00b7 {} uncovered", share, with_separators(mesh->coverage.uncovered)),
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
  return name_of(scene, node.joint == kNoId ? scene.nodes[static_cast<std::size_t>(node.parent)].id
                                            : node.joint);
}

}  // namespace

void draw_node_inspector(Editor& editor, int index) {
  const Node node = editor.document.scene().nodes[static_cast<std::size_t>(index)];
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
                   node_local_operation);
  if (node.mesh) draw_mesh(editor, editor.panels, node);
  if (node.skeleton)
    if (const int now = node_index(editor.document.scene(), node.id); now >= 0)
      draw_skeleton_sections(editor, now);
}

}  // namespace marrow::app
