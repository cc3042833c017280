#include "editor/files/size_question.h"

#include <cmath>

#include "editor/camera_move.h"
#include "editor/files/files_state.h"
#include "editor/files/loading_state.h"
#include "editor/ground.h"
#include "editor/session.h"
#include "io/obj/obj.h"

namespace marrow {

namespace {

bool is_obj(const std::string& path) {
  const io::Format* format = io::format_of(path);
  return format != nullptr && format->extensions.front() == "obj";
}

/// Moves the object that is asked about. True when it was done.
bool place(Session& session, FilesState& files, const glm::mat4& world_from_before) {
  const SizeQuestion* question = size_question(session, files);
  if (question == nullptr) return false;
  const Node& node = *find_node(session.document.scene(), question->node);
  if (!perform(session, op::SetNodeLocal{node.id, world_from_before * node.local})) return false;
  frame_all(session);
  return true;
}

/// Nothing is left to ask once both were answered.
void forget_if_answered(Session& session, FilesState& files) {
  deformed(session);
  const std::optional<SizeQuestion>& question = files.loading.question;
  if (!question || height_above_ground(session) != 0.0f) return;
  if (question->size == 0.0f || (question->is_scaled && question->stands)) forget_size(files);
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
  // The offer of the ground steps aside for work on the bones.
  const bool is_in_the_way = session.tool == Tool::add_joint || node->bound_to != kNoId;
  return question->size == 0.0f && is_in_the_way ? nullptr : &*question;
}

float size_factor(float size) {
  return static_cast<float>(
      std::pow(10.0, -std::floor(std::log10(static_cast<double>(size) / 0.3))));
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
  glm::mat4 turn(1.0f);  // a quarter about X, exactly: (x, y, z) -> (x, z, -y)
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

}  // namespace marrow
