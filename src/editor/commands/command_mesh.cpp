// Commands of Rig > Mesh: normals, what is wrong with meshes, repairs.
#include "editor/commands/command_parts.h"
#include "editor/files/load_questions.h"
#include "editor/files/mesh_check.h"

namespace marrow {

namespace {

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
