#include "app/viewport_drag.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "app/compare.h"
#include "app/radius_edit.h"
#include "app/viewport_gizmo.h"
#include "app/viewport_pick.h"

namespace marrow::app {
namespace {

constexpr float kOrbitPerPixel = 0.0075f;  // radians at UI scale 1: a drag over 400 pixels turns half around
constexpr float kPreciseShare = 0.1f;

std::optional<float> number_in(const std::string& text) {
  float value = 0.0f;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

void show_changes(Editor& editor) {
  editor.deformer.update(editor.document.scene());
  editor.wants_redraw = true;
}

glm::vec3 axis_of(const Gizmo& gizmo, GizmoHandle handle) {
  switch (handle) {
    case GizmoHandle::x:
      return gizmo.axes[0];
    case GizmoHandle::y:
      return gizmo.axes[1];
    case GizmoHandle::z:
      return gizmo.axes[2];
    default:
      return gizmo.view_direction;
  }
}

/// From the pivot to where the ring was grabbed; any direction across the axis when the ray does not say.
glm::vec3 grab_direction(const Gizmo& gizmo, GizmoHandle handle, const Ray& ray) {
  const glm::vec3 axis = axis_of(gizmo, handle);
  if (const std::optional<float> t = hit_plane(ray, gizmo.origin, axis)) {
    const glm::vec3 arm = ray.origin + ray.direction * *t - gizmo.origin;
    if (glm::length(arm) > 1e-6f * gizmo.size) return glm::normalize(arm);
  }
  const glm::vec3 other = std::abs(axis.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
  return glm::normalize(glm::cross(axis, other));
}

DragOptions options_for(const Editor& editor, const Pointer& pointer) {
  DragOptions options;
  options.snap = pointer.snap;
  options.precise = pointer.precise;
  options.translate_step = move_step(editor);
  return options;
}

void apply_increment(Editor& editor, GizmoSession& session) {
  const bool done = editor.document.update(increment_operation(session.target, session.drag.increment(), editor.children_ride));
  session.refusal = done ? std::string() : editor.document.reason();
  show_changes(editor);
}

void update_gizmo(Editor& editor, GizmoSession& session, const Pointer& pointer) {
  if (const std::optional<float> value = number_in(session.typed))
    session.drag.set_value(*value);
  else
    session.drag.update(ray_at(editor, pointer.pixel), options_for(editor, pointer));
  apply_increment(editor, session);
}

// ---- radius ---------------------------------------------------------------------------------------------------------------

const Joint* joint_of(const Scene& scene, Id id) {
  const JointRef ref = find_joint(scene, id);
  return ref.node < 0 ? nullptr : &scene.nodes[std::size_t(ref.node)].skeleton->joints[std::size_t(ref.joint)];
}

/// World units of one unit of radius. A capsule of radius 0 shows none: then the mean length of the columns of the joint's frame.
float world_per_radius(const Editor& editor, const Joint& joint, const view::WorldCapsule& capsule) {
  if (joint.radius > 1e-9f && capsule.radius > 0.0f) return capsule.radius / joint.radius;
  const glm::mat4 frame = world_from_joint(editor, joint.id).value_or(glm::mat4(1.0f));
  const float mean = (glm::length(glm::vec3(frame[0])) + glm::length(glm::vec3(frame[1])) + glm::length(glm::vec3(frame[2]))) / 3.0f;
  return mean > 1e-9f && std::isfinite(mean) ? mean : 1.0f;
}

float radius_for(const Editor& editor, RadiusSession& session, const Pointer& pointer) {
  const float distance = ray_segment_distance(ray_at(editor, pointer.pixel), session.base, session.tip);
  if (pointer.precise != session.was_precise) {
    session.anchor_distance = distance;
    session.anchor_radius = session.radius;
    session.was_precise = pointer.precise;
  }
  const float share = pointer.precise ? kPreciseShare : 1.0f;
  float radius = session.anchor_radius + share * (distance - session.anchor_distance) / session.world_per_radius;
  if (pointer.snap) {
    const auto grabbed = std::find(session.joints.begin(), session.joints.end(), session.joint) - session.joints.begin();
    const float start = session.start_radii[std::size_t(grabbed)];
    const float step = radius_step(editor) * (pointer.precise ? kPreciseShare : 1.0f);
    radius = start + std::round((radius - start) / step) * step;
  }
  return std::max(radius, 0.0f);
}

void update_radius(Editor& editor, RadiusSession& session, const Pointer& pointer) {
  session.radius = std::max(number_in(session.typed).value_or(radius_for(editor, session, pointer)), 0.0f);
  const auto grabbed = std::find(session.joints.begin(), session.joints.end(), session.joint) - session.joints.begin();
  const float start = session.start_radii[std::size_t(grabbed)];
  std::vector<float> radii = session.start_radii;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (session.joints[i] == session.joint)
      radii[i] = session.radius;
    else if (start > 0.0f)
      radii[i] *= session.radius / start;
  }
  editor.document.update(radius_operation(editor, session.joints, std::move(radii)));
  show_changes(editor);
}

// ---- a new bone -------------------------------------------------------------------------------------------------------------

/// The skeleton that a new joint goes to: the one that is shown, else the first; kNoId when there is none yet.
Id skeleton_for_new_joint(const Editor& editor) {
  if (const Id shown = shown_skeleton(editor); shown != kNoId) return shown;
  for (const Node& node : editor.document.scene().nodes)
    if (node.skeleton) return node.id;
  return kNoId;
}

float skeleton_scale(const Scene& scene, Id skeleton) {
  if (skeleton == kNoId) return 1.0f;
  const glm::mat4 world = world_from_node(scene, node_index(scene, skeleton));
  const float mean = (glm::length(glm::vec3(world[0])) + glm::length(glm::vec3(world[1])) + glm::length(glm::vec3(world[2]))) / 3.0f;
  return mean > 1e-9f ? mean : 1.0f;
}

/// Reaches a little beyond the skin under the pointer; where there is none, as the parent, or a twentieth of the scene.
float first_radius(const Editor& editor, Id skeleton, Id parent, float thickness) {
  const Scene& scene = editor.document.scene();
  if (thickness > 0.0f) return 0.6f * thickness / skeleton_scale(scene, skeleton);
  if (const Joint* joint = joint_of(scene, parent)) return joint->radius;
  const float size = world_bounds(editor.deformer, scene).diagonal();
  return size > 0.0f ? 0.05f * size / skeleton_scale(scene, skeleton) : 0.1f;
}

void update_new_joint(Editor& editor, AddJointSession& session, const Pointer& pointer) {
  const GhostPoint ghost = ghost_point(editor, pointer.pixel);
  editor.viewport.ghost = ghost;
  editor.document.update(op::AddJoint{session.skeleton, session.parent, session.base, ghost.point, session.radius, {}});
  show_changes(editor);
}

/// A bone shorter than a few pixels is a slip of the hand, not a bone.
bool is_long_enough(const Editor& editor, const AddJointSession& session) {
  const std::optional<view::WorldCapsule> bone = world_capsule(editor, session.joint);
  if (!bone) return false;
  const Projected base = project(editor.camera, bone->base, editor.viewport.size);
  const Projected tip = project(editor.camera, bone->tip, editor.viewport.size);
  return glm::distance(base.pixel, tip.pixel) >= 6.0f * editor.ui_scale;
}

void end_new_joint(Editor& editor, const AddJointSession& session) {
  if (!is_long_enough(editor, session)) {
    editor.document.cancel();
    say(editor, "Press where the bone begins and drag to where it ends.");
  } else if (editor.document.commit()) {
    editor.document.select({session.joint});
  } else {
    say(editor, editor.document.reason(), true);
  }
}

// ---- camera -----------------------------------------------------------------------------------------------------------------

void update_camera(Editor& editor, CameraSession& session, const Pointer& pointer) {
  const glm::vec2 by = pointer.pixel - session.last;
  session.last = pointer.pixel;
  if (by == glm::vec2(0.0f)) return;
  editor.camera_move.reset();
  const float turn = kOrbitPerPixel / editor.ui_scale;
  editor.camera = session.pans ? panned(editor.camera, by, editor.viewport.size.y) : orbited(editor.camera, -by.x * turn, by.y * turn);
  editor.wants_redraw = true;
}

bool changes_nothing(const GizmoSession& session) { return session.drag.increment() == glm::mat4(1.0f); }

bool changes_nothing(const RadiusSession& session) {
  const auto grabbed = std::find(session.joints.begin(), session.joints.end(), session.joint) - session.joints.begin();
  return session.radius == session.start_radii[std::size_t(grabbed)];
}

template <typename EditingSession>
void end_edit(Editor& editor, const EditingSession& session) {
  if (changes_nothing(session)) return editor.document.cancel();
  if (!editor.document.commit()) say(editor, editor.document.reason(), true);
}

}  // namespace

Ray ray_at(const Editor& editor, glm::vec2 pixel) { return ray_through_pixel(editor.camera, pixel, editor.viewport.size); }

float ray_segment_distance(const Ray& ray, const glm::vec3& a, const glm::vec3& b) {
  // Nearest points of two lines, the segment's parameter clamped, then the ray's for that point, then the segment's once more: exact for a
  // convex quadratic in two clamped unknowns after the second pass.
  const glm::vec3 bone = b - a;
  const float length_squared = glm::dot(bone, bone);
  float s = 0.0f;
  if (const std::optional<float> nearest = nearest_on_line(ray, a, bone); nearest && length_squared > 0.0f)
    s = std::clamp(*nearest, 0.0f, 1.0f);
  float t = 0.0f;
  for (int pass = 0; pass < 2; ++pass) {
    t = std::max(glm::dot(a + bone * s - ray.origin, ray.direction), 0.0f);
    if (length_squared > 0.0f) s = std::clamp(glm::dot(ray.origin + ray.direction * t - a, bone) / length_squared, 0.0f, 1.0f);
  }
  t = std::max(glm::dot(a + bone * s - ray.origin, ray.direction), 0.0f);
  return glm::distance(ray.origin + ray.direction * t, a + bone * s);
}

bool is_editing(const Editor& editor) {
  const Session& session = editor.viewport.session;
  return std::holds_alternative<GizmoSession>(session) || std::holds_alternative<RadiusSession>(session) ||
         std::holds_alternative<AddJointSession>(session);
}

bool begin_gizmo_drag(Editor& editor, GizmoHandle handle, const Pointer& pointer, bool is_modal) {
  if (is_dragging(editor) || editor.document.in_gesture() || handle == GizmoHandle::none) return false;
  const std::optional<GizmoTarget> target = gizmo_target(editor);
  if (!target) return false;
  note_scene_size(editor);
  const Gizmo gizmo = gizmo_on(editor, *target);
  const Ray ray = ray_at(editor, pointer.pixel);
  editor.document.begin();
  editor.viewport.session = GizmoSession{.target = *target,
                                         .drag = GizmoDrag(gizmo, handle, ray),
                                         .start_direction = grab_direction(gizmo, handle, ray),
                                         .start_ray = ray,
                                         .typed = {},
                                         .refusal = {},
                                         .is_modal = is_modal};
  editor.wants_redraw = true;
  return true;
}

bool begin_radius_drag(Editor& editor, Id joint, const Pointer& pointer, bool is_modal) {
  if (is_dragging(editor) || editor.document.in_gesture()) return false;
  const Scene& scene = editor.document.scene();
  const Joint* grabbed = joint_of(scene, joint);
  const std::optional<view::WorldCapsule> capsule = world_capsule(editor, joint);
  if (!grabbed || !capsule) return false;
  note_scene_size(editor);
  if (!editor.document.is_selected(joint)) editor.document.select({joint});
  RadiusSession session{.joint = joint, .joints = {}, .start_radii = {}, .typed = {}};
  for (const Id id : editor.document.selection())
    if (const Joint* selected = joint_of(scene, id)) {
      session.joints.push_back(id);
      session.start_radii.push_back(selected->radius);
    }
  session.base = capsule->base;
  session.tip = capsule->tip;
  session.world_per_radius = world_per_radius(editor, *grabbed, *capsule);
  session.anchor_distance = ray_segment_distance(ray_at(editor, pointer.pixel), session.base, session.tip);
  session.anchor_radius = session.radius = grabbed->radius;
  session.was_precise = pointer.precise;
  session.is_modal = is_modal;
  session.start_captured = captured_by(editor, joint);
  editor.document.begin();
  editor.viewport.session = session;
  editor.wants_redraw = true;
  return true;
}

bool begin_add_joint(Editor& editor, const Pointer& pointer) {
  if (is_dragging(editor) || editor.document.in_gesture()) return false;
  AddJointSession session;
  const GhostPoint ghost = ghost_point(editor, pointer.pixel);
  session.skeleton = skeleton_for_new_joint(editor);
  const Scene& scene = editor.document.scene();
  session.base = ghost.point;
  const JointRef active = find_joint(scene, editor.document.active());
  if (active.node >= 0 && scene.nodes[std::size_t(active.node)].id == session.skeleton)
    if (const std::optional<view::WorldCapsule> parent = world_capsule(editor, editor.document.active())) {
      session.parent = parent->joint;
      session.base = parent->tip;
    }
  session.radius = first_radius(editor, session.skeleton, session.parent, ghost.thickness);
  session.joint = scene.next_id + (session.skeleton == kNoId ? 1 : 0);  // the new skeleton's node takes an id first
  editor.document.begin();
  editor.viewport.session = session;
  update_drag(editor, pointer);
  return true;
}

bool begin_box(Editor& editor, const Pointer& pointer, bool add, bool subtract) {
  if (is_dragging(editor)) return false;
  editor.viewport.session = BoxSession{pointer.pixel, pointer.pixel, add, subtract};
  return true;
}

bool begin_divider_drag(Editor& editor, const Pointer& pointer) {
  if (is_dragging(editor) || !is_on_divider(editor, pointer.pixel.x)) return false;
  editor.viewport.session = DividerSession{pointer.pixel.x - divider_pixel(editor), editor.bench.compare.divider};
  return true;
}

bool begin_camera_drag(Editor& editor, const Pointer& pointer, bool pans) {
  if (is_dragging(editor)) return false;
  editor.viewport.session = CameraSession{pans, pointer.pixel};
  return true;
}

void update_drag(Editor& editor, const Pointer& pointer) {
  Session& session = editor.viewport.session;
  if (auto* gizmo = std::get_if<GizmoSession>(&session)) update_gizmo(editor, *gizmo, pointer);
  if (auto* radius = std::get_if<RadiusSession>(&session)) update_radius(editor, *radius, pointer);
  if (auto* joint = std::get_if<AddJointSession>(&session)) update_new_joint(editor, *joint, pointer);
  if (auto* box = std::get_if<BoxSession>(&session)) box->to = pointer.pixel;
  if (auto* camera = std::get_if<CameraSession>(&session)) update_camera(editor, *camera, pointer);
  if (auto* divider = std::get_if<DividerSession>(&session)) move_divider(editor, pointer.pixel.x - divider->grabbed_at);
}

void type_into_drag(Editor& editor, char key, const Pointer& pointer) {
  std::string* typed = nullptr;
  if (auto* gizmo = std::get_if<GizmoSession>(&editor.viewport.session)) typed = &gizmo->typed;
  if (auto* radius = std::get_if<RadiusSession>(&editor.viewport.session)) typed = &radius->typed;
  if (!typed) return;
  if (key == '-')
    *typed = typed->starts_with('-') ? typed->substr(1) : "-" + *typed;
  else if (key == '\b' && !typed->empty())
    typed->pop_back();
  else if ((key >= '0' && key <= '9') || (key == '.' && typed->find('.') == std::string::npos))
    typed->push_back(key);
  else
    return;
  update_drag(editor, pointer);
}

void constrain_drag(Editor& editor, GizmoHandle axis, const Pointer& pointer) {
  auto* session = std::get_if<GizmoSession>(&editor.viewport.session);
  if (!session) return;
  const Gizmo gizmo = session->drag.gizmo();
  session->drag = GizmoDrag(gizmo, axis, session->start_ray);
  session->start_direction = grab_direction(gizmo, axis, session->start_ray);
  update_drag(editor, pointer);
}

void end_drag(Editor& editor) {
  const Session session = std::exchange(editor.viewport.session, std::monostate{});
  if (const auto* gizmo = std::get_if<GizmoSession>(&session)) end_edit(editor, *gizmo);
  if (const auto* radius = std::get_if<RadiusSession>(&session)) end_edit(editor, *radius);
  if (const auto* joint = std::get_if<AddJointSession>(&session)) end_new_joint(editor, *joint);
  if (const auto* box = std::get_if<BoxSession>(&session)) select_in_box(editor, *box);
  show_changes(editor);
}

void cancel_drag(Editor& editor) {
  if (const auto* divider = std::get_if<DividerSession>(&editor.viewport.session)) editor.bench.compare.divider = divider->start;
  editor.viewport.session = std::monostate{};
  editor.document.cancel();
  show_changes(editor);
}

void cancel_or_clear(Editor& editor) {
  if (is_dragging(editor)) return cancel_drag(editor);
  if (editor.bench.compare.is_on) return set_comparing(editor, false);
  editor.document.select({});
  editor.wants_redraw = true;
}

void begin_transform(Editor& editor, Tool tool) {
  if (is_dragging(editor)) return;
  set_tool(editor, tool);
  if (editor.tool != tool || !editor.viewport.is_over) return;
  if (tool == Tool::radius)
    begin_radius_drag(editor, editor.document.active(), editor.viewport.pointer, true);
  else
    begin_gizmo_drag(editor, GizmoHandle::center, editor.viewport.pointer, true);
}

}  // namespace marrow::app
