#include "editor/files/mesh_edits.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/index.h"

namespace marrow {
namespace {

std::vector<Id> meshes_of(const Scene& scene) {
  std::vector<Id> meshes;
  for (const Node& node : scene.nodes)
    if (node.mesh) meshes.push_back(node.id);
  return meshes;
}

/// In the order in which they were selected.
std::vector<Id> selected_meshes(const Document& document) {
  std::vector<Id> meshes;
  for (const Id id : document.selection())
    if (const Node* node = find_node(document.scene(), id); node != nullptr && node->mesh)
      meshes.push_back(id);
  return meshes;
}

/// "body has the mesh "new" of remeshed.obj: 950 of 1000 vertices found their weights, ..."
std::string words_of_edit(const std::string& name, const LoadRequest& request,
                          const LoadedFile& file) {
  const std::string counts = words_of(file.edit->counts);
  if (request.kind == LoadRequest::Kind::take_weights)
    return fmt::format("{} has the weights of {}: {}", name, request.path, counts);
  return fmt::format("{} has the mesh \"{}\" of {}: {}", name, file.loaded.scene.nodes.front().name,
                     std::filesystem::path(request.path).filename().string(),
                     counts.empty() ? "there were no weights or touch-ups to carry" : counts);
}

}  // namespace

Id mesh_to_replace(const Document& document) {
  const std::vector<Id> selected = selected_meshes(document), all = meshes_of(document.scene());
  if (selected.size() == 1) return selected.front();
  return selected.empty() && all.size() == 1 ? all.front() : kNoId;
}

WeightsTaken weights_to_take(const Document& document) {
  const Scene& scene = document.scene();
  const std::vector<Id> selected = selected_meshes(document);
  if (selected.size() == 2) return {selected[0], selected[1]};
  std::vector<Id> targets = selected, sources;
  for (const Id id : meshes_of(scene)) {
    const bool is_bound = find_node(scene, find_node(scene, id)->bound_to) != nullptr;
    if (selected.empty() && !is_bound) targets.push_back(id);
    if (is_bound && !list_has(selected, id)) sources.push_back(id);
  }
  if (targets.size() != 1 || sources.size() != 1) return {};
  return {targets.front(), sources.front()};
}

bool take_mesh_edit(Session& session, FilesState& files, const LoadRequest& request,
                    LoadedFile file) {
  session.wants_redraw = true;
  const std::string words =
      words_of_edit(name_of(session.document.scene(), request.mesh), request, file);
  const bool replaces = request.kind == LoadRequest::Kind::replace_mesh;
  const Operation operation =
      replaces ? Operation(op::ReplaceMesh{request.mesh, std::move(file.loaded.scene)})
               : Operation(op::TakeWeights{request.mesh, request.source});
  if (!session.document.perform_computed(operation, file.edited,
                                         std::move(*file.edit->applied.scene))) {
    say(session, session.document.reason(), true);
    return false;
  }
  if (replaces) files.load_warnings = std::move(file.loaded.warnings);
  say(session, words + ". Ctrl+Z brings back what was.");
  return true;
}

}  // namespace marrow
