// Constraints of inverse kinematics at a joint: pinned, locked, limits of its angles.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

#include "app/panels/inspector.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "edit/keying.h"
#include "editor/panels/field_edit.h"
#include "editor/session.h"
#include "rig/ik/elbows.h"
#include "rig/playback.h"

namespace marrow::app {
namespace {

constexpr float kMostDegrees = 180.0f;
constexpr float kFirstDegrees = 90.0f;  // limits that have just been switched on

/// A row: label and a tick box. True when it was clicked.
bool switch_row(const char* label, bool is_on, const char* tip) {
  field_label(label, tip);
  const IdScope id(label);
  const bool clicked = ImGui::Checkbox("##switch", &is_on);
  note_spot(label);
  tooltip(tip);
  return clicked;
}

/// Radians, clamped so that rest stays within the limits: lower ends are at most 0, upper ends at
/// least 0.
glm::vec3 radians_within(const glm::vec3& degrees, float low, float high) {
  glm::vec3 result(0.0f);
  for (int axis = 0; axis < 3; ++axis)
    if (std::isfinite(degrees[axis]))
      result[axis] = glm::radians(std::clamp(degrees[axis], low, high));
  return result;
}

void draw_range(Session& session, PanelsState& panels, const Joint& joint) {
  RotationLimits limits = *joint.limits;
  const auto ends = [](const char* label, glm::vec3& limit, float low, float high,
                       const char* tip) {
    glm::vec3 degrees = glm::degrees(limit);
    const FieldEvents events = vector_field(
        label, degrees,
        {.speed = 0.5f, .low = low, .high = high, .format = "%.0f\u00b0", .tooltip = tip});
    if (events.changed) limit = radians_within(degrees, low, high);
    return events;
  };
  const FieldEvents lowered = ends("From", limits.lower, -kMostDegrees, 0.0f,
                                   "How far the joint may turn the negative way about x, y, z.");
  const FieldEvents raised = ends("To", limits.upper, 0.0f, kMostDegrees,
                                  "How far the joint may turn the positive way about x, y, z.");
  for (const FieldEvents& events : {lowered, raised})
    apply_field(session, panels, events, op::SetLimits{joint.id, limits});
}

/// Words at the row's end: where the bending direction of an elbow or a knee comes from.
constexpr const char* kElbowWords[] = {"set here", "from its limits", "from motions",
                                       "from rest pose", "from name"};  // indexed by ElbowSource

/// True if the joint is a hinge without a direction set by the user.
bool finds_bend(Scene scene, Id id) {
  const JointRef ref = find_joint(scene, id);
  edit_skeleton(scene, ref.node).joints[std::size_t(ref.joint)].pole.reset();
  return elbow_of(scene, id).has_value();
}

/// Rows: whether the joint is a hinge, to which side it bends, and a reset to the direction found.
void draw_bend(Session& session, PanelsState& panels, const Joint& joint) {
  const std::optional<Elbow> elbow = elbow_of(session.document.scene(), joint.id);
  const glm::vec3 first = first_pole(session.document.scene(), joint.id);
  if (!elbow && first == glm::vec3(0.0f)) return;
  if (switch_row("Hinge", elbow.has_value(),
                 "Pulled and pinned limbs bend here to one side only, like an elbow or a knee. The "
                 "arrow in the picture shows the side; drag it to turn it")) {
    std::optional<glm::vec3> pole = elbow ? glm::vec3(0.0f) : first;
    if (!elbow && finds_bend(session.document.scene(), joint.id)) pole = std::nullopt;
    perform(session, gesture(session, op::SetPole{joint.id, pole}));
    return;
  }
  if (!elbow) return;
  ImGui::SameLine();
  if (!joint.pole) {
    ImGui::TextDisabled("%s", kElbowWords[std::size_t(elbow->source)]);
  } else if (ImGui::SmallButton("Reset##pole")) {
    perform(session, gesture(session, op::SetPole{joint.id, std::nullopt}));
    return;
  }
  glm::vec3 pole(elbow->pole);
  const FieldEvents events = vector_field(
      "Bends to", pole,
      {.speed = 0.01f,
       .format = "%.2f",
       .tooltip = "Where the joint points when it bends, along its rest axes x, y, z."});
  apply_field(session, panels, events, op::SetPole{joint.id, pole});
}

/// A row: how strongly the shown motion pulls the tip to its target at the time shown.
void draw_motion_pin(Session& session, PanelsState& panels, const Joint& joint) {
  const Document& document = session.document;
  const std::optional<MotionTime>& time = document.shown_time();
  if (!time) return;
  const Motion& motion = *document.committed().motions[time->motion];
  if (find_channel(motion, joint.id, MotionProperty::ik_target) == nullptr) return;
  auto share = float(pin_at(*document.scene().motions[time->motion], joint.id, time->seconds));
  const NumberStyle style{.speed = 0.005f,
                          .low = 0.0f,
                          .high = 1.0f,
                          .format = "%.2f",
                          .tooltip =
                              "How much the motion draws the tip to its IK target at the time "
                              "shown: 0 leaves it to the other keys. Makes a key."};
  const FieldEvents events = number_field("Pin", share, style);
  if (!events.began && !events.changed && !events.ended) return;
  apply_field(session, panels, events,
              pin_share_edit(document.committed(), *time, joint.id, share,
                             fmt::format("Pin {} by {:.2f}", joint.name, share)));
}

std::string summary(const Joint& joint) {
  if (joint.locked) return "locked";
  if (joint.pinned) return joint.limits ? "pinned, limited" : "pinned";
  return joint.limits ? "limited" : "free";
}

}  // namespace

void draw_limits(Session& session, PanelsState& panels, Id id) {
  // A copy, because each row may replace the scene.
  const Joint* found = joint_of(session.document.scene(), id);
  if (found == nullptr) return;
  const Joint joint = *found;
  if (!fold_header("Limits", session.preferences.shows_limits, summary(joint), colors().text_dim))
    return;
  if (switch_row(
          "Pinned", joint.pinned,
          "The tip of this bone stays where it is while anything else is posed; with Auto-key "
          "on also while the motion plays, from now on (P)"))
    perform(session, op::SetPinned{{id}, !joint.pinned});
  draw_motion_pin(session, panels, joint);
  if (switch_row("Locked", joint.locked,
                 "The joint is neither edited nor turned; it still follows its parents"))
    perform(session, op::SetLocked{{id}, !joint.locked});
  draw_bend(session, panels, joint);
  if (switch_row(
          "Limited", joint.limits.has_value(),
          "A dragged tip turns this joint only within these limits; other edits ignore them")) {
    const RotationLimits wide{glm::vec3(-glm::radians(kFirstDegrees)),
                              glm::vec3(glm::radians(kFirstDegrees))};
    perform(session, op::SetLimits{id, joint.limits ? std::nullopt : std::optional(wide)});
  } else if (joint.limits) {
    draw_range(session, panels, joint);
  }
}

}  // namespace marrow::app
