#include "editor/files/normals_question.h"

#include <algorithm>
#include <fmt/format.h>

#include "editor/files/files_state.h"
#include "editor/files/loading_state.h"
#include "scene/normals.h"

namespace marrow {

namespace {

bool still_has_mesh(const Session& session, const NormalsQuestion::Asked& asked) {
  const Node* node = find_node(session.document.scene(), asked.node);
  return node != nullptr && node->mesh == asked.mesh;
}

}  // namespace

void ask_about_normals(Session& session, FilesState& files, std::size_t first_node) {
  files.loading.normals.reset();
  const std::vector<Node>& nodes = session.document.scene().nodes;
  NormalsQuestion question;
  std::string worst;
  for (std::size_t n = first_node; n < nodes.size(); ++n) {
    if (!nodes[n].mesh) continue;
    const double share = flipped_share(*nodes[n].mesh);
    if (share <= kMaxFlippedShare) continue;
    question.meshes.push_back({nodes[n].id, nodes[n].mesh});
    if (share <= question.share) continue;
    question.share = share;
    worst = nodes[n].name;
  }
  if (question.meshes.empty()) return;
  files.load_warnings.push_back(
      fmt::format("{}: normals point away from {:.0f} % of the surface; Rig > Recalculate normals "
                  "makes them anew",
                  worst, 100.0 * question.share));
  files.loading.normals = std::move(question);
}

const NormalsQuestion* normals_question(const Session& session, const FilesState& files) {
  const std::optional<NormalsQuestion>& question = files.loading.normals;
  if (!question) return nullptr;
  const auto is_there = [&](const auto& asked) { return still_has_mesh(session, asked); };
  return std::any_of(question->meshes.begin(), question->meshes.end(), is_there) ? &*question
                                                                                 : nullptr;
}

void recalculate_asked(Session& session, FilesState& files) {
  const NormalsQuestion* question = normals_question(session, files);
  if (question == nullptr) return;
  op::RecalculateNormals operation;
  for (const NormalsQuestion::Asked& asked : question->meshes)
    if (still_has_mesh(session, asked)) operation.mesh_nodes.push_back(asked.node);
  if (perform(session, operation)) forget_normals(files);
}

void forget_normals(FilesState& files) { files.loading.normals.reset(); }

void recalculate_normals(Session& session) {
  const std::vector<Id>& selection = session.document.selection();
  op::RecalculateNormals selected, all;
  for (const Node& node : session.document.scene().nodes) {
    if (!node.mesh || node.mesh->face_count() == 0) continue;
    all.mesh_nodes.push_back(node.id);
    if (std::find(selection.begin(), selection.end(), node.id) != selection.end())
      selected.mesh_nodes.push_back(node.id);
  }
  const op::RecalculateNormals& operation = selected.mesh_nodes.empty() ? all : selected;
  if (!perform(session, operation)) return;
  const std::size_t count = operation.mesh_nodes.size();
  say(session, fmt::format("Recalculated the normals of {} {}; Ctrl+Z brings the old ones back",
                           count, count == 1 ? "mesh" : "meshes"));
}

}  // namespace marrow
