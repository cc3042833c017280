#include "editor/files/mesh_edits.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/index.h"
#include "edit/figure/figure_rig.h"
#include "edit/figure/own_template.h"
#include "editor/long_edit.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"
#include "io/formats.h"

namespace marrow {
namespace {

constexpr const char* kUndoBrings = "Ctrl+Z brings back what was.";

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

void take_weights(Editor& editor, const WeightsTaken& taken) {
  const std::string target = name_of(editor.document.scene(), taken.mesh),
                    source = name_of(editor.document.scene(), taken.source);
  const auto find = [taken, target, source, tasks = &editor.document.tasks()](const Scene& scene,
                                                                              Progress&) {
    MeshEdit edit = with_weights_of(scene, taken.mesh, taken.source, *tasks);
    return FoundEdit{op::TakeWeights{taken.mesh, taken.source}, std::move(edit.applied),
                     fmt::format("{} has the weights of {}: {}. {}", target, source,
                                 words_of(edit.counts), kUndoBrings)};
  };
  perform_long(editor, {.title = "Taking weights from " + source, .find = find, .binds = true});
}

void take_skeleton(Editor& editor, const std::string& path) {
  const std::string file = std::filesystem::path(path).filename().string();
  const auto find = [path, file, tasks = &editor.document.tasks()](const Scene& scene,
                                                                   Progress& progress) {
    const io::Loaded loaded = io::load(path, progress.part());
    progress.set_words("Looking for the joints");
    const OwnSearch search = own_template(loaded.scene, unbound_shells(scene), progress.part());
    if (!search.own) throw io::Error(path, "skeleton", search.refusal);
    Operation edit = carried_skeleton(scene, search.own->rig, *tasks);
    Applied applied = apply(scene, edit, *tasks);
    return FoundEdit{std::move(edit), std::move(applied),
                     fmt::format("The skeleton of {} is carried over, with its names, limits and "
                                 "radii. {}",
                                 file, kUndoBrings)};
  };
  perform_long(editor, {.title = "Carrying over the skeleton of " + file,
                        .find = find,
                        .binds = true,
                        .then = [](Editor& e) { set_tab(e, e.viewport, Tab::pose); }});
}

bool take_new_mesh(Session& session, FilesState& files, const LoadRequest& request,
                   LoadedFile file) {
  session.wants_redraw = true;
  const std::string words =
      words_of_edit(name_of(session.document.scene(), request.mesh), request, file);
  const op::ReplaceMesh operation{request.mesh, std::move(file.loaded.scene)};
  if (!session.document.perform_computed(operation, file.edited,
                                         std::move(*file.edit->applied.scene))) {
    say(session, session.document.reason(), true);
    return false;
  }
  files.load_warnings = std::move(file.loaded.warnings);
  say(session, fmt::format("{}. {}", words, kUndoBrings));
  return true;
}

}  // namespace marrow
