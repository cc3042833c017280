// What the drag under way says of itself.
#include <algorithm>
#include <fmt/format.h>

#include "editor/bench/radius_edit.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/gizmo.h"

namespace marrow {
namespace {

std::string typed_text(const std::string& typed) {
  return typed.empty() ? std::string() : fmt::format("   [{}]", typed);
}

std::string gizmo_text(const Editor& editor, const GizmoSession& session) {
  const GizmoHandle handle = session.drag.handle();
  std::string text = fmt::format("{} {}   {}", verb_of(session.target), session.target.name,
                                 handle_name(session.target.mode, handle));
  if (handle != GizmoHandle::center && handle != GizmoHandle::arcball)
    text += fmt::format(" ({})", orientation_name(session.axes));
  text += "   " + session.drag.text();
  if (!session.target.each.empty() && session.target.mode != GizmoMode::translate)
    text += "   each about its own base";
  const std::vector<Id>& ids = session.target.ids;
  const auto has_partner = [&](Id id) { return mirror_partner(editor, id) != kNoId; };
  if (mirrors_edits(editor) && std::any_of(ids.begin(), ids.end(), has_partner))
    text += "   both sides";
  return text + typed_text(session.typed);
}

std::string joint_name(const Editor& editor, Id joint) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, joint);
  return ref.node < 0
             ? std::string()
             : scene.nodes[std::size_t(ref.node)].skeleton->joints[std::size_t(ref.joint)].name;
}

std::string radius_text(const Editor& editor, const RadiusSession& session) {
  std::string text = fmt::format("Radius {}", joint_name(editor, session.joint));
  const Id partner = editor.is_symmetric ? mirror_partner(editor, session.joint) : kNoId;
  if (partner != kNoId) text += " and " + joint_name(editor, partner);
  text += fmt::format("   {:.3f}", session.radius);
  if (session.joints.size() > 1)
    text += fmt::format("   and {} more in proportion", session.joints.size() - 1);
  return text + typed_text(session.typed);
}

std::string reach_text(const Editor& editor, const ReachSession& session) {
  const std::string text = fmt::format("Reach with {}   {:.3f}", joint_name(editor, session.joint),
                                       glm::distance(session.start, session.target));
  return text + (editor.whole_body ? "   whole body" : "   limb");
}

std::string new_joint_text(const Editor& editor, const AddJointSession& session) {
  std::string text = "New root bone";
  if (session.bone.parent != kNoId)
    text = "New child of " + joint_name(editor, session.bone.parent);
  if (session.lock.handle != GizmoHandle::none)
    text += fmt::format("   {} ({})", handle_name(GizmoMode::translate, session.lock.handle),
                        session.lock.is_own ? "own" : "world");
  text += fmt::format("   length {:.3f}", glm::distance(session.bone.base, session.bone.tip));
  return text + typed_text(session.typed);
}

/// What a key of an axis does now.
const char* axis_words(const AxisLock& lock) {
  if (lock.handle == GizmoHandle::none) return "X Y Z axis";
  return lock.is_own ? "again: free" : "again: own axes";
}

std::string gizmo_keys(const GizmoSession& session) {
  std::string text = axis_words(session.lock);
  if (session.target.mode != GizmoMode::rotate) text += "   Shift+X plane";
  if (session.target.mode == GizmoMode::rotate)
    text += session.drag.handle() == GizmoHandle::arcball ? "   R view axis" : "   R free";
  return text + "   0-9 value   Ctrl steps   Shift fine   Esc restores";
}

}  // namespace

std::string drag_text(const Editor& editor) {
  const Session& session = editor.viewport.session;
  if (const auto* gizmo = std::get_if<GizmoSession>(&session)) return gizmo_text(editor, *gizmo);
  if (const auto* radius = std::get_if<RadiusSession>(&session))
    return radius_text(editor, *radius);
  if (const auto* joint = std::get_if<AddJointSession>(&session))
    return new_joint_text(editor, *joint);
  if (const auto* reach = std::get_if<ReachSession>(&session)) return reach_text(editor, *reach);
  return {};
}

std::string drag_keys(const Editor& editor) {
  const Session& session = editor.viewport.session;
  if (const auto* gizmo = std::get_if<GizmoSession>(&session)) return gizmo_keys(*gizmo);
  if (std::holds_alternative<RadiusSession>(session))
    return "0-9 value   Ctrl steps   Shift fine   Esc restores";
  if (std::holds_alternative<ReachSession>(session))
    return "Ctrl steps   Shift fine   Esc restores";
  if (const auto* bone = std::get_if<AddJointSession>(&session))
    return std::string(axis_words(bone->lock)) +
           "   0-9 length   Shift near the surface   Esc gives up";
  return {};
}

std::string drag_refusal(const Editor& editor) {
  if (const auto* reach = std::get_if<ReachSession>(&editor.viewport.session))
    return reach->refusal;
  const auto* gizmo = std::get_if<GizmoSession>(&editor.viewport.session);
  return gizmo ? gizmo->refusal : std::string();
}

}  // namespace marrow
