#include "editor/viewport/gizmo_target.h"

#include <cmath>

#include "editor/drag_state.h"
#include "editor/panels/tree_rows.h"
#include "editor/pose/transport.h"
#include "editor/posed_joints.h"
#include "editor/session.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

std::optional<GizmoMode> mode_of(Tool tool) {
  if (tool == Tool::move) return GizmoMode::translate;
  if (tool == Tool::rotate) return GizmoMode::rotate;
  return tool == Tool::scale ? std::optional(GizmoMode::scale) : std::nullopt;
}

std::vector<Id> selected_nodes(const Session& session) {
  const Scene& scene = session.document.scene();
  std::vector<Id> nodes;
  for (const Id id : session.document.selection()) {
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

std::optional<GizmoFrames> node_frames(const Scene& scene, Id id) {
  const int node = node_index(scene, id);
  if (node < 0) return std::nullopt;
  GizmoFrames frames{world_from_node(scene, node),
                     glm::mat4(world_from_parent(scene, scene.nodes[std::size_t(node)]))};
  frames.parent[3] = frames.own[3];
  return frames;
}

std::optional<GizmoFrames> frames_of(const Session& session, Id id) {
  const std::optional<GizmoFrames> joint = joint_frames(session, id);
  return joint ? joint : node_frames(session.document.scene(), id);
}

glm::vec3 median_of(const Session& session, const std::vector<Id>& ids) {
  glm::dvec3 sum(0.0);
  double count = 0.0;
  for (const Id id : ids)
    if (const std::optional<GizmoFrames> frames = frames_of(session, id)) {
      sum += glm::dvec3(glm::vec3(frames->own[3]));
      count += 1.0;
    }
  return count > 0.0 ? glm::vec3(sum / count) : glm::vec3(0.0f);
}

/// Places the gizmo on the active object or the pivot. With individual origins, each of several
/// objects moves about its own origin.
void place(const Session& session, GizmoTarget& target) {
  const Scene& scene = session.document.scene();
  const GizmoFrames frames = frames_of(session, target.ids.back()).value_or(GizmoFrames{});
  target.frame = frames.own;
  target.parent = frames.parent;
  glm::vec3 pivot(frames.own[3]);
  const Id skeleton = session.pivot == Pivot::skeleton ? shown_skeleton(session) : kNoId;
  if (session.pivot == Pivot::median) pivot = median_of(session, target.ids);
  if (skeleton != kNoId) pivot = glm::vec3(world_from_node(scene, node_index(scene, skeleton))[3]);
  target.frame[3] = target.parent[3] = glm::vec4(pivot, 1.0f);
  if (session.pivot != Pivot::joint || target.ids.size() < 2) return;
  for (const Id id : top_most(scene, target.ids))
    if (const std::optional<GizmoFrames> own = frames_of(session, id))
      target.each.emplace_back(id, *own);
}

/// The selected nodes in Layout, the selected joints in Pose.
std::optional<GizmoTarget> target_of_selection(const Session& session, GizmoMode mode) {
  const bool is_layout = session.tab == Tab::layout;
  GizmoTarget target{.moves = is_layout ? GizmoMoves::nodes : GizmoMoves::joints,
                     .mode = mode,
                     .ids = is_layout ? selected_nodes(session) : selected_joints(session)};
  if (target.ids.empty() || !frames_of(session, target.ids.back())) return std::nullopt;
  place(session, target);
  target.name = target.ids.size() == 1
                    ? name_of(session.document.scene(), target.ids.back())
                    : std::to_string(target.ids.size()) + (is_layout ? " objects" : " joints");
  return target;
}

std::optional<GizmoTarget> rig_target(const Session& session, const ViewportState& viewport) {
  const Id joint = session.document.active();
  const std::optional<GizmoFrames> frames = joint_frames(session, joint);
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, joint);
  if (!frames || !capsule) return std::nullopt;
  const bool tip = viewport.rig_end == RigEnd::tip;
  GizmoTarget target{.moves = tip ? GizmoMoves::tip : GizmoMoves::base,
                     .mode = GizmoMode::translate,
                     .ids = {joint},
                     .frame = frames->own,
                     .parent = frames->parent,
                     .name = name_of(session.document.scene(), joint)};
  target.frame[3] = target.parent[3] = glm::vec4(tip ? capsule->tip : capsule->base, 1.0f);
  return target;
}

const glm::mat4& frame_for(const glm::mat4& own, const glm::mat4& parent, GizmoOrientation axes) {
  return axes == GizmoOrientation::parent ? parent : own;
}

float power_of_ten_below(float size) {
  return size > 0.0f && std::isfinite(size) ? std::pow(10.0f, std::floor(std::log10(size))) : 1.0f;
}

}  // namespace

std::optional<GizmoTarget> gizmo_target(const Session& session, const TransportState& transport,
                                        const ViewportState& viewport) {
  if (transport.is_playing) return std::nullopt;  // the gizmo would move away from the pointer
  const std::optional<GizmoMode> mode = mode_of(session.tool);
  if (!mode) return std::nullopt;
  if (session.tab != Tab::rig) return target_of_selection(session, *mode);
  return *mode == GizmoMode::translate ? rig_target(session, viewport) : std::nullopt;
}

Gizmo gizmo_on(const Session& session, const GizmoTarget& target) {
  return gizmo_on(session, target, session.orientation);
}

Gizmo gizmo_on(const Session& session, const GizmoTarget& target, GizmoOrientation axes) {
  return make_gizmo(target.mode, frame_for(target.frame, target.parent, axes), axes, session.camera,
                    session.picture_size.y, kGizmoPixels * session.ui_scale);
}

Grasp grasp_of(const Session& session, const GizmoTarget& target, const GizmoDrag& drag,
               GizmoOrientation axes) {
  Grasp grasp{target.moves, target.ids,      drag.increment(),
              {},           verb_of(target), session.children_ride};
  // The increment that this drag would make with the gizmo at each object.
  for (const auto& [id, frames] : target.each) {
    const glm::mat4& frame = frame_for(frames.own, frames.parent, axes);
    const glm::mat3 own_axes = gizmo_axes(frame, axes, session.camera);
    grasp.each.emplace_back(
        id, carried(drag.gizmo(), drag.increment(), glm::vec3(frames.own[3]), own_axes));
  }
  return grasp;
}

glm::vec3 axis_of(const Gizmo& gizmo, GizmoHandle handle) {
  if (handle == GizmoHandle::x) return gizmo.axes[0];
  if (handle == GizmoHandle::y) return gizmo.axes[1];
  if (handle == GizmoHandle::z) return gizmo.axes[2];
  return gizmo.view_direction;
}

bool is_plane(GizmoHandle handle) {
  return handle == GizmoHandle::yz || handle == GizmoHandle::zx || handle == GizmoHandle::xy;
}

bool moves_along(GizmoHandle handle, int axis) {
  constexpr GizmoHandle kAxes[] = {GizmoHandle::x, GizmoHandle::y, GizmoHandle::z};
  constexpr GizmoHandle kPlanes[] = {GizmoHandle::yz, GizmoHandle::zx, GizmoHandle::xy};
  return is_plane(handle) ? handle != kPlanes[axis] : handle == kAxes[axis];
}

const char* verb_of(const GizmoTarget& target) {
  if (target.moves == GizmoMoves::tip) return "Move tip of";
  if (target.moves == GizmoMoves::base) return "Move base of";
  constexpr const char* kVerbs[] = {"Move", "Rotate", "Scale"};
  return kVerbs[std::size_t(target.mode)];
}

const char* handle_name(GizmoMode mode, GizmoHandle handle) {
  if (handle == GizmoHandle::center) return mode == GizmoMode::scale ? "uniform" : "view";
  constexpr const char* kNames[] = {"", "X", "Y", "Z", "YZ", "ZX", "XY", "", "free"};
  return kNames[std::size_t(handle)];
}

const char* orientation_name(GizmoOrientation orientation) {
  constexpr const char* kNames[] = {"world", "parent", "own", "view"};
  return kNames[std::size_t(orientation)];
}

void note_scene_size(Session& session, ViewportState& viewport) {
  if (viewport.scene_size_revision == session.document.revision()) return;
  viewport.scene_size_revision = session.document.revision();
  viewport.scene_size = world_bounds(session.deformer, session.document.scene()).diagonal();
}

float move_step(const Session& session, const ViewportState& viewport) {
  const float asked = session.preferences.move_step;
  return asked > 0.0f ? asked : 0.1f * power_of_ten_below(viewport.scene_size);
}

float radius_step(const Session& session, const ViewportState& viewport) {
  const float asked = session.preferences.radius_step;
  return asked > 0.0f ? asked : 0.1f * move_step(session, viewport);
}

}  // namespace marrow
