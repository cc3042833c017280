#include "editor/course/lens.h"

#include <cmath>

#include "base/index.h"
#include "editor/drag_state.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/shown_transform.h"
#include "editor/posed_joints.h"

namespace marrow {
namespace {

constexpr float kLockDegrees = 5.0f;

glm::vec3 unit(const glm::vec3& v) {
  const float length = glm::length(v);
  return length > 0.0f ? v / length : v;
}

const Joint& joint_in(const Scene& scene, const JointRef& ref) {
  return scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)];
}

void take_axes(Lens& lens, const glm::mat3& parent, const glm::mat3& bind_local) {
  lens.in_parent = unit(glm::inverse(parent) * lens.world);
  lens.in_joint = unit(glm::inverse(parent * bind_local) * lens.world);
  lens.transposed = unit(glm::transpose(parent * bind_local) * lens.world);
  lens.transpose_differs = glm::distance(lens.transposed, lens.in_joint) > 1e-3f;
}

void take_angles(Lens& lens, const PanelsState& panels, Id joint) {
  InspectorState shown;
  if (const auto last = panels.inspector.eulers.find(joint); last != panels.inspector.eulers.end())
    shown.eulers[joint] = last->second;
  lens.euler_before = shown_transform(shown, joint, lens.before).degrees;
  lens.euler_after = shown_transform(shown, joint, lens.after).degrees;
  const float from_lock = std::abs(std::remainder(lens.euler_after.y - 90.0f, 180.0f));
  lens.is_near_lock = from_lock < kLockDegrees;
}

}  // namespace

bool lens_is_on(const Session& session, const ExplainPanelState& explain_panel) {
  return explain_panel.lens.value_or(session.right_tab == RightTab::explain);
}

std::optional<Lens> lens_of(const Session& session, const ExplainPanelState& explain_panel,
                            const PanelsState& panels) {
  const auto* held = std::get_if<HandleDrag>(&session.drag);
  if (held == nullptr || !lens_is_on(session, explain_panel)) return std::nullopt;
  const GizmoTarget& target = held->target;
  if (target.moves != GizmoMoves::joints || target.mode != GizmoMode::rotate) return std::nullopt;
  const Id id = target.ids.back();
  const Scene &start = session.document.gesture_start(), &now = session.document.scene();
  const JointRef ref = find_joint(now, id);
  const std::optional<GizmoFrames> frames = joint_frames(session, id);
  if (ref.node < 0 || find_joint(start, id).node < 0 || !frames) return std::nullopt;
  const Joint& joint = joint_in(now, ref);
  Lens lens;
  lens.joint = joint.name;
  lens.parent = joint.parent < 0 ? "the skeleton" : joint_in(now, {ref.node, joint.parent}).name;
  lens.degrees = glm::degrees(held->drag.value());
  lens.world = held->drag.turn_axis();
  lens.before = joint_in(start, find_joint(start, id)).user_local;
  lens.after = joint.user_local;
  take_axes(lens, glm::mat3(frames->parent), glm::mat3(joint.bind_local));
  take_angles(lens, panels, id);
  return lens;
}

}  // namespace marrow
