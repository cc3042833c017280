// Commands of Rig > Mesh: other meshes and their weights, normals, what is wrong, repairs.
#include <algorithm>
#include <fmt/format.h>

#include "base/index.h"
#include "editor/commands/command_parts.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/load_questions.h"
#include "editor/files/mesh_edits.h"
#include "rig/doctor/mesh_findings.h"

namespace marrow {

namespace {

/// The selected nodes with a mesh, or all if none is selected; one per mesh.
std::vector<const Node*> meant_meshes(const Editor& editor) {
  std::vector<const Node*> selected, all;
  for (const Node& node : editor.document.scene().nodes) {
    const auto shares = [&](const Node* other) { return other->mesh == node.mesh; };
    if (!node.mesh) continue;
    if (std::none_of(all.begin(), all.end(), shares)) all.push_back(&node);
    if (list_has(editor.document.selection(), node.id) &&
        std::none_of(selected.begin(), selected.end(), shares))
      selected.push_back(&node);
  }
  return selected.empty() ? all : selected;
}

void tell_findings(Editor& editor) {
  std::string words;
  for (const Node* node : meant_meshes(editor)) {
    const std::string faults = words_of(examine(*node->mesh));
    if (!faults.empty())
      words += fmt::format("{}{}: {}", words.empty() ? "" : ". ", node->name, faults);
  }
  say(editor,
      words.empty() ? "No mesh has a fault" : words + ". Rig > Mesh repairs what you choose.");
}

bool has_mesh_to_replace(const Editor& editor) { return mesh_to_replace(editor.document) != kNoId; }

bool can_take_weights(const Editor& editor) {
  return weights_to_take(editor.document).mesh != kNoId;
}

void take_weights(Editor& editor) {
  const WeightsTaken taken = weights_to_take(editor.document);
  request_mesh_edit(
      editor, {LoadRequest::Kind::take_weights, name_of(editor.document.scene(), taken.source),
               taken.mesh, taken.source});
}

/// "Take weights of shirt from body"
std::string take_weights_label(const Editor& editor) {
  const WeightsTaken taken = weights_to_take(editor.document);
  const Scene& scene = editor.document.scene();
  if (taken.mesh == kNoId) return "Take weights from another mesh";
  return fmt::format("Take weights of {} from {}", name_of(scene, taken.mesh),
                     name_of(scene, taken.source));
}

template <std::size_t kCure>
void repair_meshes(Editor& editor) {
  const MeshCureRow& row = kMeshCures[kCure];
  op::Sequence repairs{{}, row.step};
  std::string words;
  for (const Node* node : meant_meshes(editor)) {
    const std::string found = words_of(examine(*node->mesh), &row);
    if (found.empty()) continue;
    words += fmt::format("{}{} of {}", words.empty() ? "" : "; ", found, node->name);
    repairs.operations.emplace_back(op::CureMesh{node->id, {row.cure}});
  }
  if (words.empty()) return say(editor, fmt::format("{}: no mesh needs it", row.step), true);
  if (perform(editor, repairs))
    say(editor, fmt::format("{}: {}. Ctrl+Z brings the mesh back as it was.", row.step, words));
}

template <std::size_t... kIndex>
void add_repairs(std::vector<Command>& commands, std::index_sequence<kIndex...>) {
  static const std::string ids[] = {std::string("mesh.") + kMeshCures[kIndex].id...};
  (commands.push_back({.id = ids[kIndex].c_str(),
                       .label = kMeshCures[kIndex].step,
                       .tooltip = kMeshCures[kIndex].help,
                       .enabled = has_mesh,
                       .run = repair_meshes<kIndex>,
                       .separator_before = kIndex == 0,
                       .needs = "there is no mesh"}),
   ...);
}

}  // namespace

std::vector<Command> mesh_commands() {
  std::vector<Command> commands = {
      {.id = "mesh.replace",
       .label = "Replace mesh...",
       .tooltip = "Puts the mesh of a file on this rig. Skeleton, capsules, weights and touch-ups "
                  "stay.",
       .enabled = has_mesh_to_replace,
       .run =
           [](Editor& editor) {
             open_browser(editor, editor.bench, editor.files, FileTask::replace_mesh);
           },
       .needs = "select one mesh"},
      {.id = "mesh.take_weights",
       .label = "Take weights from another mesh",
       .tooltip = "Moves clothes with the body: select them, then the body (Shift+click).",
       .enabled = can_take_weights,
       .run = take_weights,
       .live_label = take_weights_label,
       .needs = "select a mesh, then one that follows a skeleton"},
      {.id = "rig.normals",
       .label = "Recalculate normals",
       .tooltip = "Computes normals from the faces, of the selected meshes or of all.",
       .enabled = has_mesh,
       .run = [](Editor& editor) { recalculate_normals(editor); },
       .needs = "there is no mesh"},
      {.id = "mesh.examine",
       .label = "Examine",
       .tooltip = "Counts duplicate vertices, inner walls, flipped faces, small holes and needles.",
       .enabled = has_mesh,
       .run = tell_findings,
       .needs = "there is no mesh"}};
  add_repairs(commands, std::make_index_sequence<kMeshCures.size()>());
  return commands;
}

}  // namespace marrow
