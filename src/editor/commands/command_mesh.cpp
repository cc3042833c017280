// Commands of Rig > Mesh: other meshes and their weights, normals, what is wrong, repairs.
#include <fmt/format.h>

#include "editor/commands/command_parts.h"
#include "editor/files/document_files.h"
#include "editor/files/load_questions.h"
#include "editor/files/mesh_check.h"
#include "editor/files/mesh_edits.h"

namespace marrow {

namespace {

bool has_mesh_to_replace(const Editor& editor) { return mesh_to_replace(editor.document) != kNoId; }

bool can_take_weights(const Editor& editor) {
  return weights_to_take(editor.document).mesh != kNoId;
}

/// "Take weights of shirt from body"
std::string take_weights_label(const Editor& editor) {
  const WeightsTaken taken = weights_to_take(editor.document);
  const Scene& scene = editor.document.scene();
  if (taken.mesh == kNoId) return "Take weights from another mesh";
  return fmt::format("Take weights of {} from {}", name_of(scene, taken.mesh),
                     name_of(scene, taken.source));
}

template <std::size_t... kIndex>
void add_repairs(std::vector<Command>& commands, std::index_sequence<kIndex...>) {
  static const std::string ids[] = {std::string("mesh.") + kMeshCures[kIndex].id...};
  (commands.push_back({.id = ids[kIndex].c_str(),
                       .label = kMeshCures[kIndex].step,
                       .tooltip = kMeshCures[kIndex].help,
                       .enabled = has_mesh,
                       .run = [](Editor& editor) { cure_meshes(editor, kMeshCures[kIndex]); },
                       .separator_before = kIndex == 0,
                       .needs = "there is no mesh"}),
   ...);
}

}  // namespace

std::vector<Command> mesh_commands() {
  std::vector<Command> commands = {
      {.id = "mesh.replace",
       .label = "Replace mesh\u2026",
       .tooltip = "Puts the mesh of a file on this rig. Skeleton, capsules, weights and touch-ups "
                  "stay.",
       .enabled = has_mesh_to_replace,
       .run = browse<FileTask::replace_mesh>,
       .needs = "select one mesh"},
      {.id = "mesh.take_weights",
       .label = "Take weights from another mesh",
       .tooltip =
           "Moves clothes with the body: select them, then the body (Shift+click). Import a body "
           "that is in another file first.",
       .enabled = can_take_weights,
       .run = [](Editor& editor) { take_weights(editor, weights_to_take(editor.document)); },
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
       .tooltip = "Finds duplicate vertices, inner walls, flipped faces, small holes and needles, "
                  "marks them in the picture and offers repairs.",
       .enabled = has_mesh,
       .run = ask_for_mesh_check,
       .needs = "there is no mesh"}};
  add_repairs(commands, std::make_index_sequence<kMeshCures.size()>());
  return commands;
}

}  // namespace marrow
