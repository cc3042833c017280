#include "editor/files/load_questions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/index.h"
#include "editor/camera_move.h"
#include "editor/files/files_state.h"
#include "editor/ground.h"
#include "io/obj/obj.h"
#include "scene/normals.h"

namespace marrow {

namespace {

bool is_obj(const std::string& path) {
  const io::Format* format = io::format_of(path);
  return format != nullptr && format->extensions.front() == "obj";
}

/// Moves the object of the question. True if done.
bool place(Session& session, FilesState& files, const glm::mat4& world_from_before) {
  const SizeQuestion* question = size_question(session, files);
  if (question == nullptr) return false;
  const Node& node = *find_node(session.document.scene(), question->node);
  if (!perform(session, op::SetNodeLocal{node.id, world_from_before * node.local})) return false;
  frame_all(session);
  return true;
}

/// Closes the question once size and ground are answered.
void forget_if_answered(Session& session, FilesState& files) {
  deformed(session);
  const std::optional<SizeQuestion>& question = files.loading.question;
  if (!question || height_above_ground(session) != 0.0f) return;
  if (question->size == 0.0f || (question->is_scaled && question->stands)) forget_size(files);
}

bool still_has_mesh(const Session& session, const NormalsQuestion::Asked& asked) {
  const Node* node = find_node(session.document.scene(), asked.node);
  return node != nullptr && node->mesh == asked.mesh;
}

}  // namespace

void ask_about_size(Session& session, FilesState& files, const std::string& path,
                    std::size_t first_node) {
  files.loading.question.reset();
  const std::vector<Node>& nodes = session.document.scene().nodes;
  if (!is_obj(path) || first_node >= nodes.size() || !nodes[first_node].mesh) return;
  const Node& node = nodes[first_node];
  const float size = io::unusual_size(bounds_of(node.mesh->positions));
  deformed(session);
  if (size > 0.0f || height_above_ground(session) != 0.0f)
    files.loading.question = SizeQuestion{node.id, node.mesh, size};
}

const SizeQuestion* size_question(const Session& session, const FilesState& files) {
  const std::optional<SizeQuestion>& question = files.loading.question;
  if (!question) return nullptr;
  const Node* node = find_node(session.document.scene(), question->node);
  if (node == nullptr || node->mesh != question->mesh || node->parent >= 0) return nullptr;
  // The question about the ground is not worth interrupting work on the bones.
  const bool is_in_the_way = session.tool == Tool::add_joint || node->bound_to != kNoId;
  return question->size == 0.0f && is_in_the_way ? nullptr : &*question;
}

float size_factor(float size) {
  return float(std::pow(10.0, -std::floor(std::log10(double(size) / 0.3))));
}

void scale_asked(Session& session, FilesState& files) {
  const SizeQuestion* question = size_question(session, files);
  if (question == nullptr) return;
  glm::mat4 scale(size_factor(question->size));
  scale[3].w = 1.0f;
  if (place(session, files, scale)) files.loading.question->is_scaled = true;
  forget_if_answered(session, files);
}

void stand_up(Session& session, FilesState& files) {
  glm::mat4 turn(1.0f);  // a quarter turn about X without rounding: (x, y, z) -> (x, z, -y)
  turn[1] = {0.0f, 0.0f, -1.0f, 0.0f};
  turn[2] = {0.0f, 1.0f, 0.0f, 0.0f};
  if (place(session, files, turn)) files.loading.question->stands = true;
  forget_if_answered(session, files);
}

void put_on_ground(Session& session, FilesState& files) {
  if (size_question(session, files) == nullptr) return;
  stand_on_ground(session);
  forget_if_answered(session, files);
}

void forget_size(FilesState& files) { files.loading.question.reset(); }

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
  files.load_warnings.push_back(fmt::format(
      "{}: on {:.0f} % of the surface, normals point inward; Rig > Mesh > Recalculate normals "
      "computes new ones",
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
    if (list_has(selection, node.id)) selected.mesh_nodes.push_back(node.id);
  }
  const op::RecalculateNormals& operation = selected.mesh_nodes.empty() ? all : selected;
  if (!perform(session, operation)) return;
  const std::size_t count = operation.mesh_nodes.size();
  say(session, fmt::format("Recalculated the normals of {} {}; Ctrl+Z brings the old ones back",
                           count, count == 1 ? "mesh" : "meshes"));
}

}  // namespace marrow
