#include "app/viewport_gizmo.h"

#include <algorithm>
#include <cmath>

namespace marrow::app {
namespace {

std::optional<GizmoMode> mode_of(Tool tool) {
  switch (tool) {
    case Tool::move:
      return GizmoMode::translate;
    case Tool::rotate:
      return GizmoMode::rotate;
    case Tool::scale:
      return GizmoMode::scale;
    case Tool::select:
    case Tool::radius:
    case Tool::add_joint:
      break;
  }
  return std::nullopt;
}

std::string name_of(const Scene& scene, Id id) {
  if (const Node* node = find_node(scene, id)) return node->name;
  const JointRef ref = find_joint(scene, id);
  return ref.node < 0 ? std::string() : scene.nodes[std::size_t(ref.node)].skeleton->joints[std::size_t(ref.joint)].name;
}

std::vector<Id> selected_nodes(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  std::vector<Id> nodes;
  for (const Id id : editor.document.selection()) {
    Id node = id;
    if (!find_node(scene, id)) {
      const JointRef ref = find_joint(scene, id);
      if (ref.node < 0) continue;
      node = scene.nodes[std::size_t(ref.node)].id;
    }
    std::erase(nodes, node);
    nodes.push_back(node);
  }
  return nodes;
}

std::vector<Id> selected_joints(const Editor& editor) {
  std::vector<Id> joints;
  for (const Id id : editor.document.selection())
    if (find_joint(editor.document.scene(), id).node >= 0) joints.push_back(id);
  return joints;
}

std::optional<GizmoTarget> layout_target(const Editor& editor, GizmoMode mode) {
  GizmoTarget target{.moves = GizmoMoves::nodes, .mode = mode, .ids = selected_nodes(editor), .frame = glm::mat4(1.0f), .name = {}};
  if (target.ids.empty()) return std::nullopt;
  const Scene& scene = editor.document.scene();
  target.frame = world_from_node(scene, node_index(scene, target.ids.back()));
  target.name = target.ids.size() == 1 ? name_of(scene, target.ids.back()) : std::to_string(target.ids.size()) + " objects";
  return target;
}

std::optional<GizmoTarget> pose_target(const Editor& editor, GizmoMode mode) {
  GizmoTarget target{.moves = GizmoMoves::joints, .mode = mode, .ids = selected_joints(editor), .frame = glm::mat4(1.0f), .name = {}};
  if (target.ids.empty()) return std::nullopt;
  const std::optional<glm::mat4> frame = world_from_joint(editor, target.ids.back());
  if (!frame) return std::nullopt;
  target.frame = *frame;
  target.name =
      target.ids.size() == 1 ? name_of(editor.document.scene(), target.ids.back()) : std::to_string(target.ids.size()) + " joints";
  return target;
}

std::optional<GizmoTarget> rig_target(const Editor& editor) {
  const Id joint = editor.document.active();
  const std::optional<glm::mat4> frame = world_from_joint(editor, joint);
  const std::optional<view::WorldCapsule> capsule = world_capsule(editor, joint);
  if (!frame || !capsule) return std::nullopt;
  const bool tip = editor.viewport.rig_end == RigEnd::tip;
  GizmoTarget target{.moves = tip ? GizmoMoves::tip : GizmoMoves::base,
                     .mode = GizmoMode::translate,
                     .ids = {joint},
                     .frame = *frame,
                     .name = name_of(editor.document.scene(), joint)};
  target.frame[3] = glm::vec4(tip ? capsule->tip : capsule->base, 1.0f);
  return target;
}

float power_of_ten_below(float size) { return size > 0.0f && std::isfinite(size) ? std::pow(10.0f, std::floor(std::log10(size))) : 1.0f; }

}  // namespace

std::optional<GizmoTarget> gizmo_target(const Editor& editor) {
  const std::optional<GizmoMode> mode = mode_of(editor.tool);
  if (!mode) return std::nullopt;
  switch (editor.tab) {
    case Tab::layout:
      return layout_target(editor, *mode);
    case Tab::rig:
      return *mode == GizmoMode::translate ? rig_target(editor) : std::nullopt;
    case Tab::pose:
      break;
  }
  return pose_target(editor, *mode);
}

Gizmo gizmo_on(const Editor& editor, const GizmoTarget& target) {
  return make_gizmo(target.mode, target.frame, editor.orientation, editor.camera, editor.viewport.size.y, kGizmoPixels * editor.ui_scale);
}

Operation increment_operation(const GizmoTarget& target, const glm::mat4& increment, bool children_ride) {
  switch (target.moves) {
    case GizmoMoves::tip:
      return op::MoveTip{target.ids.back(), increment, children_ride};
    case GizmoMoves::base:
      return op::MoveBase{target.ids.back(), increment};
    case GizmoMoves::nodes:
    case GizmoMoves::joints:
      break;
  }
  return op::ApplyIncrement{target.ids, increment, verb_of(target)};
}

const char* verb_of(const GizmoTarget& target) {
  if (target.moves == GizmoMoves::tip) return "Move tip of";
  if (target.moves == GizmoMoves::base) return "Move base of";
  switch (target.mode) {
    case GizmoMode::translate:
      return "Move";
    case GizmoMode::rotate:
      return "Rotate";
    case GizmoMode::scale:
      break;
  }
  return "Scale";
}

const char* handle_name(GizmoMode mode, GizmoHandle handle) {
  switch (handle) {
    case GizmoHandle::x:
      return "X";
    case GizmoHandle::y:
      return "Y";
    case GizmoHandle::z:
      return "Z";
    case GizmoHandle::yz:
      return "YZ";
    case GizmoHandle::zx:
      return "ZX";
    case GizmoHandle::xy:
      return "XY";
    case GizmoHandle::center:
      return mode == GizmoMode::scale ? "uniform" : "view";
    case GizmoHandle::none:
      break;
  }
  return "";
}

void note_scene_size(Editor& editor) {
  ViewportState& viewport = editor.viewport;
  if (viewport.scene_size_revision == editor.document.revision()) return;
  viewport.scene_size_revision = editor.document.revision();
  viewport.scene_size = world_bounds(editor.deformer, editor.document.scene()).diagonal();
}

float move_step(const Editor& editor) { return 0.1f * power_of_ten_below(editor.viewport.scene_size); }

float radius_step(const Editor& editor) { return 0.1f * move_step(editor); }

std::optional<glm::mat4> world_from_joint(const Editor& editor, Id joint) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const PosedSkeleton* posed = editor.deformer.skeleton(scene.nodes[std::size_t(ref.node)].id);
  if (!posed || std::size_t(ref.joint) >= posed->posed.size()) return std::nullopt;
  return posed->world_from_skeleton * posed->posed[std::size_t(ref.joint)];
}

std::vector<Id> meshes_with_file_weights(const Scene& scene, Id skeleton) {
  std::vector<Id> meshes;
  for (const Node& node : scene.nodes)
    if (node.mesh && node.mesh->weights && node.explicit_weights && node.bound_to == skeleton) meshes.push_back(node.id);
  return meshes;
}

std::uint32_t captured_by(const Editor& editor, Id joint) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, joint);
  const PosedSkeleton* posed = ref.node < 0 ? nullptr : editor.deformer.skeleton(scene.nodes[std::size_t(ref.node)].id);
  return posed && std::size_t(ref.joint) < posed->captured.size() ? posed->captured[std::size_t(ref.joint)] : 0;
}

std::optional<view::WorldCapsule> world_capsule(const Editor& editor, Id joint) {
  for (const view::WorldCapsule& capsule : view::world_capsules(editor.document.scene(), editor.deformer))
    if (capsule.joint == joint) return capsule;
  return std::nullopt;
}

}  // namespace marrow::app
