// Drags that draw a new bone, from its base to the pointer; the bone is a ghost until the release.
#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "base/index.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/posed_joints.h"
#include "editor/tools.h"
#include "editor/viewport/bone.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/ghost_point.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

/// Pixels at UI scale 1. A press nearer to the parent's tip than this begins the bone at the tip.
constexpr float kOwnBasePixels = 12.0f;

/// The axes for X, Y and Z: the world's, or the parent's own.
glm::mat3 axes_for(const Session& session, const BoneDrag& held) {
  const std::optional<GizmoFrames> frames =
      held.lock.is_own ? joint_frames(session, held.bone.parent) : std::nullopt;
  return frames ? gizmo_axes(frames->own, GizmoOrientation::joint, session.camera)
                : glm::mat3(1.0f);
}

/// The tip constrained to an axis or a plane through the base.
glm::vec3 constrained(const Session& session, const BoneDrag& held, const glm::vec3& tip) {
  if (held.lock.handle == GizmoHandle::none) return tip;
  const glm::mat3 axes = axes_for(session, held);
  const glm::vec3 local = glm::transpose(axes) * (tip - held.bone.base);
  glm::vec3 kept(0.0f);
  for (int axis = 0; axis < 3; ++axis)
    if (moves_along(held.lock.handle, axis)) kept[axis] = local[axis];
  return held.bone.base + axes * kept;
}

bool is_axis(GizmoHandle handle) {
  return handle == GizmoHandle::x || handle == GizmoHandle::y || handle == GizmoHandle::z;
}

glm::vec3 tip_for(const Session& session, const BoneDrag& held, const glm::vec3& pointed) {
  glm::vec3 along = constrained(session, held, pointed) - held.bone.base;
  const std::optional<float> length = drag_parts::number_in(held.typed);
  if (!length) return held.bone.base + along;
  // With an axis the number is a length along it, even if the pointer is on the other side.
  for (int axis = 0; axis < 3; ++axis)
    if (is_axis(held.lock.handle) && moves_along(held.lock.handle, axis))
      along = axes_for(session, held)[axis];
  if (glm::length(along) < 1e-9f) along = glm::vec3(1.0f, 0.0f, 0.0f);
  return held.bone.base + glm::normalize(along) * *length;
}

/// True for a drag that does not begin at the parent's tip: the child gets its own base, like a
/// thigh below hips.
bool has_own_base(const Session& session, const BoneDrag& held, const Pointer& pointer) {
  if (held.is_modal || held.bone.parent == kNoId) return false;
  const Projected base = project(session.camera, held.bone.base, session.picture_size);
  const bool is_drag =
      glm::distance(pointer.pixel, held.press_pixel) > kOwnBasePixels * session.ui_scale;
  return is_drag && (!base.visible || glm::distance(base.pixel, held.press_pixel) >
                                          kOwnBasePixels * session.ui_scale);
}

/// A bone of a few pixels counts as a click.
bool is_long_enough(const Session& session, const op::AddJoint& bone) {
  const Projected base = project(session.camera, bone.base, session.picture_size);
  const Projected tip = project(session.camera, bone.tip, session.picture_size);
  return glm::distance(base.pixel, tip.pixel) >= 6.0f * session.ui_scale;
}

/// True if the pointer is still where the button went down.
bool is_at_press(const Session& session, const BoneDrag& held, glm::vec2 pixel) {
  return glm::distance(pixel, held.press_pixel) <= kOwnBasePixels * session.ui_scale;
}

/// The edit that moves the active bone's tip to `ghost` and fits the radius to the solid there;
/// none if the bone has children.
std::optional<Operation> move_tip_operation(const Session& session, const GhostPoint& ghost) {
  const Scene& scene = session.document.scene();
  const Id joint = session.document.active();
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, joint);
  const JointRef ref = find_joint(scene, joint);
  if (!capsule || ref.node < 0) return std::nullopt;
  const Node& node = scene.nodes[at(ref.node)];
  const std::vector<Joint>& joints = node.skeleton->joints;
  const auto is_child = [&](const Joint& other) { return other.parent == ref.joint; };
  if (std::any_of(joints.begin(), joints.end(), is_child)) return std::nullopt;
  const Joint& moved = joints[at(ref.joint)];
  op::AddJoint bone;
  bone.skeleton_node = node.id;
  if (moved.parent >= 0) bone.parent = joints[at(moved.parent)].id;
  const Radii radii =
      moved.radii().with_largest(radius_for_new_joint(session, bone, ghost.thickness));
  const glm::mat4 move = glm::translate(glm::mat4(1.0f), ghost.point - capsule->tip);
  return op::Sequence{{op::MoveTip{joint, move}, op::SetRadius::to({joint}, {radii})},
                      "Move tip of " + moved.name + " into the next solid"};
}

/// A click on several solids chooses the next one: for the tip that was placed there, or for the
/// base of the first bone. Returns false if neither applies.
bool take_next_solid(Session& session, ViewportState& viewport, const BoneDrag& held,
                     const GhostPoint& ghost) {
  if (ghost.solids.size() < 2 || held.is_modal) return false;
  const Projected base = project(session.camera, held.bone.base, session.picture_size);
  const bool is_tip_here = base.visible && is_at_press(session, held, base.pixel);
  if (held.bone.parent != kNoId && !is_tip_here) return false;
  choose_solid(viewport, held.press_pixel, next_solid(ghost, 1));
  if (held.bone.parent == kNoId) return true;
  const std::optional<Operation> edit =
      move_tip_operation(session, ghost_point(session, viewport, held.press_pixel));
  if (!edit) return false;
  return session.document.perform(gesture(session.document.scene(), *edit,
                                          {session.is_symmetric, session.whole_body},
                                          session.document.tasks()));
}

}  // namespace

namespace drag_parts {

void update(Session& session, ViewportState& viewport, BoneDrag& held, const Pointer& pointer) {
  GhostPoint ghost = ghost_point(session, viewport, pointer.pixel, pointer.precise);
  if (held.chosen && is_at_press(session, held, pointer.pixel)) {
    held.pressed = ghost.point;  // chosen with the wheel before the pointer moved
    if (held.bone.parent == kNoId) held.bone.base = ghost.point;
  }
  if (has_own_base(session, held, pointer)) held.bone.base = held.pressed;
  held.bone.tip = ghost.point = tip_for(session, held, ghost.point);
  if (ghost.thickness > 0.0f && held.bone.parent != kNoId)
    held.bone.radius = radius_for_new_joint(session, held.bone, ghost.thickness);
  viewport.ghost = ghost;
  viewport.plan = planned(session, held.bone);
}

void finish(Session& session, ViewportState& viewport, const BoneDrag& held) {
  const GhostPoint ghost = std::exchange(viewport.ghost, std::nullopt).value_or(GhostPoint());
  viewport.plan.reset();
  if (!is_long_enough(session, held.bone)) {
    session.document.cancel();
    if (take_next_solid(session, viewport, held, ghost)) return;
    return say(session, held.is_modal
                            ? "Too short for a bone: press E, move away from the tip, click."
                            : "Press where the bone begins and drag to where it ends.");
  }
  const Id joint = id_of_new_joint(session, held.bone);
  if (session.document.update(bone_operation(session, held.bone)) && session.document.commit())
    session.document.select({joint});
  else
    say(session, session.document.reason(), true);
  if (session.document.in_gesture()) session.document.cancel();
}

}  // namespace drag_parts

bool begin_add_joint(Editor& editor, const Pointer& pointer, bool is_modal) {
  if (is_dragging(editor) || editor.document.in_gesture()) return false;
  BoneDrag held;
  const GhostPoint ghost = ghost_point(editor, editor.viewport, pointer.pixel, pointer.precise);
  held.bone = bone_from(editor, ghost);
  held.is_modal = is_modal;
  held.press_pixel = pointer.pixel;
  held.pressed = ghost.point;
  editor.document.begin();
  editor.drag = held;
  update_drag(editor, pointer);
  return true;
}

bool cycle_solid(Editor& editor, int by) {
  auto* held = std::get_if<BoneDrag>(&editor.drag);
  const std::optional<GhostPoint>& ghost = editor.viewport.ghost;
  if (!held || !ghost || ghost->solids.size() < 2 || by == 0) return false;
  held->chosen = next_solid(*ghost, by);
  update_drag(editor, editor.viewport.pointer);
  return true;
}

void extrude(Editor& editor) {
  if (is_dragging(editor)) return;
  if (editor.tab != Tab::rig) set_tab(editor, editor.viewport, Tab::rig);
  const Id joint = active_joint(editor);
  if (joint == kNoId) return say(editor, "Select the bone to grow from. N draws the first one.");
  if (!editor.viewport.is_over)
    return say(editor, "Point to where the bone should end, then press E.");
  begin_add_joint(editor, editor.viewport.pointer, true);
}

}  // namespace marrow
