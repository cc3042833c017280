// What the drag under way says of itself.
#include <fmt/format.h>

#include "app/radius_edit.h"
#include "app/viewport_drag.h"
#include "app/viewport_gizmo.h"

namespace marrow::app {
namespace {

std::string gizmo_text(const Editor& editor, const GizmoSession& session) {
  const char* orientation = editor.orientation == GizmoOrientation::world ? "world" : "own axes";
  const bool has_axes = session.drag.handle() != GizmoHandle::center;
  std::string text =
      fmt::format("{} {}   {}", verb_of(session.target), session.target.name, handle_name(session.target.mode, session.drag.handle()));
  if (has_axes) text += fmt::format(" ({})", orientation);
  text += "   " + session.drag.text();
  if (!session.typed.empty()) text += fmt::format("   [{}]", session.typed);
  return text;
}

std::string joint_name(const Editor& editor, Id joint) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, joint);
  return ref.node < 0 ? std::string() : scene.nodes[std::size_t(ref.node)].skeleton->joints[std::size_t(ref.joint)].name;
}

std::string radius_text(const Editor& editor, const RadiusSession& session) {
  std::string text = fmt::format("Radius {}", joint_name(editor, session.joint));
  const Id partner = editor.is_symmetric ? mirror_partner(editor, session.joint) : kNoId;
  if (partner != kNoId) text += " and " + joint_name(editor, partner);
  text += fmt::format("   {:.3f}", session.radius);
  if (session.joints.size() > 1) text += fmt::format("   and {} more in proportion", session.joints.size() - 1);
  if (!session.typed.empty()) text += fmt::format("   [{}]", session.typed);
  return text;
}

std::string new_joint_text(const Editor& editor, const AddJointSession& session) {
  if (session.parent == kNoId) return "New root bone   release where it ends";
  return fmt::format("New child of {}   release where it ends", joint_name(editor, session.parent));
}

}  // namespace

std::string drag_text(const Editor& editor) {
  const Session& session = editor.viewport.session;
  if (const auto* gizmo = std::get_if<GizmoSession>(&session)) return gizmo_text(editor, *gizmo);
  if (const auto* radius = std::get_if<RadiusSession>(&session)) return radius_text(editor, *radius);
  if (const auto* joint = std::get_if<AddJointSession>(&session)) return new_joint_text(editor, *joint);
  return {};
}

std::string drag_refusal(const Editor& editor) {
  const auto* gizmo = std::get_if<GizmoSession>(&editor.viewport.session);
  return gizmo ? gizmo->refusal : std::string();
}

}  // namespace marrow::app
