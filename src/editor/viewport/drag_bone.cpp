// A new bone in hand: from its base to the pointer. Nothing of the document changes until it is let
// go; a ghost shows what will be.
#include <algorithm>

#include "editor/viewport/bone.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gizmo.h"
#include "editor/viewport/pick.h"

namespace marrow {
namespace {

constexpr float kOwnBasePixels =
    12.0f;  // at UI scale 1: nearer to the parent's tip a press means that tip

/// The axes that X, Y and Z mean for a bone: the world's, or its parent's own.
glm::mat3 axes_for(const Editor& editor, const AddJointSession& session) {
  const std::optional<Stand> stand =
      session.lock.is_own ? joint_stand(editor, session.bone.parent) : std::nullopt;
  return stand ? gizmo_axes(stand->own, GizmoOrientation::joint, editor.camera) : glm::mat3(1.0f);
}

/// The point that an axis or a plane through the base lets the tip have.
glm::vec3 bent(const Editor& editor, const AddJointSession& session, const glm::vec3& tip) {
  if (session.lock.handle == GizmoHandle::none) return tip;
  const glm::mat3 axes = axes_for(editor, session);
  const glm::vec3 local = glm::transpose(axes) * (tip - session.bone.base);
  glm::vec3 kept(0.0f);
  for (int axis = 0; axis < 3; ++axis)
    if (moves_along(session.lock.handle, axis)) kept[axis] = local[axis];
  return session.bone.base + axes * kept;
}

bool is_axis(GizmoHandle handle) {
  return handle == GizmoHandle::x || handle == GizmoHandle::y || handle == GizmoHandle::z;
}

glm::vec3 tip_for(const Editor& editor, const AddJointSession& session, const glm::vec3& pointed) {
  glm::vec3 along = bent(editor, session, pointed) - session.bone.base;
  const std::optional<float> length = drag_parts::number_in(session.typed);
  if (!length) return session.bone.base + along;
  for (int axis = 0; axis < 3;
       ++axis)  // a number along an axis counts along that axis, wherever the pointer is
    if (is_axis(session.lock.handle) && moves_along(session.lock.handle, axis))
      along = axes_for(editor, session)[axis];
  if (glm::length(along) < 1e-9f) along = glm::vec3(1.0f, 0.0f, 0.0f);
  return session.bone.base + glm::normalize(along) * *length;
}

/// A click draws from the parent's tip; a drag that does not begin there draws a child with a base
/// of its own, as thighs have below hips.
bool stands_alone(const Editor& editor, const AddJointSession& session, const Pointer& pointer) {
  if (session.is_modal || session.bone.parent == kNoId) return false;
  const Projected base = project(editor.camera, session.bone.base, editor.viewport.size);
  const bool is_drag =
      glm::distance(pointer.pixel, session.press_pixel) > kOwnBasePixels * editor.ui_scale;
  return is_drag && (!base.visible || glm::distance(base.pixel, session.press_pixel) >
                                          kOwnBasePixels * editor.ui_scale);
}

/// A bone shorter than a few pixels is a slip of the hand, not a bone.
bool is_long_enough(const Editor& editor, const op::AddJoint& bone) {
  const Projected base = project(editor.camera, bone.base, editor.viewport.size);
  const Projected tip = project(editor.camera, bone.tip, editor.viewport.size);
  return glm::distance(base.pixel, tip.pixel) >= 6.0f * editor.ui_scale;
}

}  // namespace

namespace drag_parts {

void update(Editor& editor, AddJointSession& session, const Pointer& pointer) {
  GhostPoint ghost = ghost_point(editor, pointer.pixel, pointer.precise);
  if (stands_alone(editor, session, pointer)) session.bone.base = session.pressed;
  session.bone.tip = ghost.point = tip_for(editor, session, ghost.point);
  if (ghost.thickness > 0.0f && session.bone.parent != kNoId)
    session.bone.radius = radius_for_new_joint(editor, session.bone, ghost.thickness);
  editor.viewport.ghost = ghost;
  editor.viewport.plan = planned(editor, session.bone);
  editor.wants_redraw = true;
}

void finish(Editor& editor, const AddJointSession& session) {
  editor.viewport.ghost.reset();
  editor.viewport.plan.reset();
  if (!is_long_enough(editor, session.bone)) {
    editor.document.cancel();
    return say(editor, session.is_modal
                           ? "Too short for a bone: press E, move away from the tip, click."
                           : "Press where the bone begins and drag to where it ends.");
  }
  const Id joint = id_of_new_joint(editor, session.bone);
  if (editor.document.update(bone_operation(editor, session.bone)) && editor.document.commit())
    editor.document.select({joint});
  else
    say(editor, editor.document.reason(), true);
  if (editor.document.in_gesture()) editor.document.cancel();
}

}  // namespace drag_parts

bool begin_add_joint(Editor& editor, const Pointer& pointer, bool is_modal) {
  if (is_dragging(editor) || editor.document.in_gesture()) return false;
  AddJointSession session;
  const GhostPoint ghost = ghost_point(editor, pointer.pixel, pointer.precise);
  session.bone = bone_from(editor, ghost);
  session.is_modal = is_modal;
  session.press_pixel = pointer.pixel;
  session.pressed = ghost.point;
  editor.document.begin();
  editor.viewport.session = session;
  update_drag(editor, pointer);
  return true;
}

void extrude(Editor& editor) {
  if (is_dragging(editor)) return;
  if (editor.tab != Tab::rig) set_tab(editor, Tab::rig);
  const Id joint = active_joint(editor);
  if (joint == kNoId) return say(editor, "Select the bone to grow from. N draws the first one.");
  if (!editor.viewport.is_over)
    return say(editor, "Point at where the bone shall end, then press E.");
  begin_add_joint(editor, editor.viewport.pointer, true);
}

}  // namespace marrow
