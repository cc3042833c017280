// Texts about the drag under way: header line, keys.
#include <algorithm>
#include <fmt/format.h>

#include "editor/drag_state.h"
#include "editor/length_text.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_ik.h"
#include "editor/viewport/gizmo_target.h"

namespace marrow {
namespace {

std::string typed_text(const std::string& typed) {
  return typed.empty() ? std::string() : fmt::format("   [{}]", typed);
}

std::string shortfall_words(const Session& session) {
  const std::string text = shortfall_text(session);
  return text.empty() ? text : "   " + text;
}

std::string gizmo_text(const Session& session, const HandleDrag& held) {
  const GizmoHandle handle = held.drag.handle();
  std::string text = fmt::format("{} {}   {}", verb_of(held.target), held.target.name,
                                 handle_name(held.target.mode, handle));
  if (handle != GizmoHandle::center && handle != GizmoHandle::arcball)
    text += fmt::format(" ({})", orientation_name(held.axes));
  text += "   " + held.drag.text();
  if (!held.target.each.empty() && held.target.mode != GizmoMode::translate)
    text += "   each about its own base";
  const std::vector<Id>& ids = held.target.ids;
  const auto has_partner = [&](Id id) { return mirror_partner(session, id) != kNoId; };
  if (mirrors_edits(session) && std::any_of(ids.begin(), ids.end(), has_partner))
    text += "   both sides";
  return text + typed_text(held.typed) + shortfall_words(session);
}

std::string joint_name(const Session& session, Id joint) {
  return name_of(session.document.scene(), joint);
}

std::string radius_text(const Session& session, const RadiusDrag& held) {
  using End = RadiusDrag::End;
  const char* const where = held.end == End::both     ? ""
                            : held.end == End::origin ? "at the origin of "
                                                      : "at the tip of ";
  std::string text = fmt::format("Radius {}{}", where, joint_name(session, held.joint));
  const Id partner = session.is_symmetric ? mirror_partner(session, held.joint) : kNoId;
  if (partner != kNoId) text += " and " + joint_name(session, partner);
  text += "   " + radius_text(session, held.joint, held.radius);
  if (held.joints.size() > 1)
    text += fmt::format("   and {} more in proportion", held.joints.size() - 1);
  return text + typed_text(held.typed);
}

std::string ik_text(const Session& session, const IkDrag& held) {
  const std::string text =
      fmt::format("IK: {}   {}", joint_name(session, held.joint),
                  length_text(glm::distance(held.start, held.target), session.camera.distance));
  return text + (session.whole_body ? "   whole body" : "   limb") + shortfall_words(session);
}

std::string pole_text(const Session& session, const PoleDrag& held) {
  std::string text = fmt::format("Bend of {}   {:.1f}\u00b0", joint_name(session, held.joint),
                                 glm::degrees(held.angle));
  const bool is_both = mirrors_edits(session) && mirror_partner(session, held.joint) != kNoId;
  return is_both ? text + "   both sides" : text;
}

std::string paint_text(const Session& session, const PaintDrag& held) {
  const op::PaintWeights& stroke = held.operation;
  std::string text = choice_row(stroke.brush).title;
  if (stroke.joint != kNoId) text += "   " + joint_name(session, stroke.joint);
  const Id partner =
      session.is_symmetric && stroke.joint != kNoId ? mirror_partner(session, stroke.joint) : kNoId;
  if (partner != kNoId) text += " and " + joint_name(session, partner);
  text += fmt::format("   strength {:.2f}", session.painting.strength);
  if (session.painting.front_only) text += "   front only";
  return text + fmt::format("   {} vertices", stroke.changed.vertices.size());
}

std::string new_joint_text(const Session& session, const BoneDrag& held) {
  std::string text = "New root bone";
  if (held.bone.parent != kNoId) text = "New child of " + joint_name(session, held.bone.parent);
  if (held.lock.handle != GizmoHandle::none)
    text += fmt::format("   {} ({})", handle_name(GizmoMode::translate, held.lock.handle),
                        held.lock.is_own ? "own" : "world");
  text += "   length " +
          length_text(glm::distance(held.bone.base, held.bone.tip), session.camera.distance);
  return text + typed_text(held.typed);
}

/// The effect of the next press of an axis key.
const char* axis_words(const AxisLock& lock) {
  if (lock.handle == GizmoHandle::none) return "X Y Z axis";
  return lock.is_own ? "again: free" : "again: own axes";
}

std::string gizmo_keys(const HandleDrag& held) {
  std::string text = axis_words(held.lock);
  if (held.target.mode != GizmoMode::rotate) text += "   Shift+X plane";
  if (held.target.mode == GizmoMode::rotate)
    text += held.drag.handle() == GizmoHandle::arcball ? "   R view axis" : "   R free";
  return text + "   0-9 value   Ctrl steps   Shift fine   Esc restores";
}

}  // namespace

std::string drag_text(const Session& session) {
  const Drag& held = session.drag;
  if (const auto* gizmo = std::get_if<HandleDrag>(&held)) return gizmo_text(session, *gizmo);
  if (const auto* radius = std::get_if<RadiusDrag>(&held)) return radius_text(session, *radius);
  if (const auto* joint = std::get_if<BoneDrag>(&held)) return new_joint_text(session, *joint);
  if (const auto* ik = std::get_if<IkDrag>(&held)) return ik_text(session, *ik);
  if (const auto* pole = std::get_if<PoleDrag>(&held)) return pole_text(session, *pole);
  if (const auto* paint = std::get_if<PaintDrag>(&held)) return paint_text(session, *paint);
  return {};
}

std::string drag_keys(const Session& session) {
  const Drag& held = session.drag;
  if (const auto* gizmo = std::get_if<HandleDrag>(&held)) return gizmo_keys(*gizmo);
  if (std::holds_alternative<RadiusDrag>(held))
    return "0-9 value   Ctrl steps   Shift fine   Esc restores";
  if (std::holds_alternative<IkDrag>(held) || std::holds_alternative<PoleDrag>(held))
    return "Ctrl steps   Shift fine   Esc restores";
  if (std::holds_alternative<PaintDrag>(held)) return "Esc restores";
  if (const auto* bone = std::get_if<BoneDrag>(&held))
    return std::string(axis_words(bone->lock)) +
           "   0-9 length   Shift near the surface   Esc cancels";
  return {};
}

std::string drag_refusal(const Session& session) {
  if (const auto* ik = std::get_if<IkDrag>(&session.drag)) return ik->refusal;
  const auto* gizmo = std::get_if<HandleDrag>(&session.drag);
  return gizmo ? gizmo->refusal : std::string();
}

}  // namespace marrow
