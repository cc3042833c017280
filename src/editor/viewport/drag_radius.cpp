// Drags of capsule rims: the radius follows the pointer's distance from the bone.
#include <algorithm>
#include <cmath>

#include "editor/drag_state.h"
#include "editor/posed_joints.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "editor/step_notes.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gizmo_overlay.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport/select.h"

namespace marrow {
namespace {

using RimEnd = RadiusDrag::End;

/// World units per unit of radius. For a capsule of radius 0, which has no such ratio, the mean
/// column length of the joint's frame.
float world_per_radius(const Session& session, const Joint& joint,
                       const view::WorldCapsule& capsule) {
  const float radius = joint.radii().largest(), in_world = capsule.radii.largest();
  if (radius > 1e-9f && in_world > 0.0f) return in_world / radius;
  const glm::mat4 frame = world_from_joint(session, joint.id).value_or(glm::mat4(1.0f));
  const float mean = (glm::length(glm::vec3(frame[0])) + glm::length(glm::vec3(frame[1])) +
                      glm::length(glm::vec3(frame[2]))) /
                     3.0f;
  return mean > 1e-9f && std::isfinite(mean) ? mean : 1.0f;
}

float radius_at_end(const Radii& radii, RimEnd end) {
  return end == RimEnd::both     ? radii.largest()
         : end == RimEnd::origin ? radii.at_origin
                                 : radii.at_tip;
}

Radii with_radius_at_end(const Radii& radii, RimEnd end, float radius) {
  if (end == RimEnd::both || !radii.is_tapered()) return radii.with_largest(radius);
  return end == RimEnd::origin ? Radii{radius, radii.at_tip} : Radii{radii.at_origin, radius};
}

/// The end that a press at this share of the bone grabs.
RimEnd end_at(const Radii& radii, float along) {
  constexpr float kShare = 1.0f / 3.0f;
  if (!radii.is_tapered() || (along > kShare && along < 1.0f - kShare)) return RimEnd::both;
  return along <= kShare ? RimEnd::origin : RimEnd::tip;
}

float start_radius(const RadiusDrag& held) {
  const auto grabbed =
      std::find(held.joints.begin(), held.joints.end(), held.joint) - held.joints.begin();
  return radius_at_end(held.start_radii[std::size_t(grabbed)], held.end);
}

float radius_for(const Session& session, const ViewportState& viewport, RadiusDrag& held,
                 const Pointer& pointer) {
  const float distance = ray_segment_distance(ray_at(session, pointer.pixel), held.base, held.tip);
  if (pointer.precise != held.was_precise) {
    held.anchor_distance = distance;
    held.anchor_radius = held.radius;
    held.was_precise = pointer.precise;
  }
  const float share = pointer.precise ? drag_parts::kPreciseShare : 1.0f;
  float radius =
      held.anchor_radius + share * (distance - held.anchor_distance) / held.world_per_radius;
  if (drag_parts::snaps(session, pointer)) {
    const float start = start_radius(held), step = radius_step(session, viewport) * share;
    radius = start + std::round((radius - start) / step) * step;
  }
  return std::max(radius, 0.0f);
}

/// "+212 vertices": the change of captured vertices since the start; empty if none.
std::string captured_note(Session& session, const RadiusDrag& held) {
  deformed(session);
  std::vector<CapturedChange> changes;
  for (const auto& [joint, start] : held.all_captured)
    changes.push_back({joint, std::int64_t(captured_by(session, joint)) - std::int64_t(start)});
  return captured_words(session.document.scene(), changes);
}

/// Fills `all_captured`: the grabbed joint and its partner, then the other selected joints and
/// their partners.
void note_captured(const Session& session, RadiusDrag& held) {
  std::vector<Id> joints{held.joint};
  joints.insert(joints.end(), held.joints.begin(), held.joints.end());
  const auto note = [&](Id joint) {
    const auto is_it = [&](const auto& known) { return known.first == joint; };
    if (joint != kNoId && std::none_of(held.all_captured.begin(), held.all_captured.end(), is_it))
      held.all_captured.emplace_back(joint, captured_by(session, joint));
  };
  for (const Id joint : joints) {
    note(joint);
    const Id partner = mirror_partner(session, joint);
    const Joint* other = joint_of(session.document.scene(), partner);
    if (session.is_symmetric && other && !other->locked) note(partner);
  }
}

}  // namespace

namespace drag_parts {

void update(Session& session, ViewportState& viewport, RadiusDrag& held, const Pointer& pointer) {
  held.radius =
      std::max(number_in(held.typed).value_or(radius_for(session, viewport, held, pointer)), 0.0f);
  const float start = start_radius(held);
  std::vector<Radii> radii = held.start_radii;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (held.joints[i] == held.joint)
      radii[i] = with_radius_at_end(radii[i], held.end, held.radius);
    else if (start > 0.0f)
      radii[i] = with_radius_at_end(radii[i], held.end,
                                    radius_at_end(radii[i], held.end) * (held.radius / start));
  }
  session.document.update(radii_operation(session, held.joints, radii));
  deformed(session);
}

void finish(Session& session, const RadiusDrag& held) {
  if (held.radius == start_radius(held)) return session.document.cancel();
  if (!session.document.commit(captured_note(session, held)))
    say(session, session.document.reason(), true);
}

}  // namespace drag_parts

bool begin_radius_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer,
                       bool is_modal) {
  if (is_dragging(session) || session.document.in_gesture()) return false;
  const Scene& scene = session.document.scene();
  const Joint* grabbed = joint_of(scene, joint);
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, joint);
  if (!grabbed || !capsule) return false;
  note_scene_size(session, viewport);
  clear_hover(viewport);
  if (!session.document.is_selected(joint)) session.document.select({joint});
  const Ray ray = ray_at(session, pointer.pixel);
  const float along = rim_handle(*capsule, ray).along;
  RadiusDrag held{.joint = joint, .start = pointer};
  held.end = is_modal ? RimEnd::both : end_at(grabbed->radii(), along);
  for (const Id id : session.document.selection())
    if (const Joint* selected = joint_of(scene, id)) {
      held.joints.push_back(id);
      held.start_radii.push_back(selected->radii());
    }
  held.base = capsule->base;
  held.tip = capsule->tip;
  held.world_per_radius = world_per_radius(session, *grabbed, *capsule);
  held.anchor_distance = ray_segment_distance(ray, held.base, held.tip);
  held.anchor_radius = held.radius = radius_at_end(grabbed->radii(), held.end);
  // At the grabbed point a tapered capsule may be thinner than the radius that changes.
  if (const float there = grabbed->radii().at(double(along));
      there > 1e-9f && held.radius > 1e-9f && !is_modal)
    held.world_per_radius *= there / held.radius;
  held.was_precise = pointer.precise;
  held.is_modal = is_modal;
  held.start_captured = captured_by(session, joint);
  note_captured(session, held);
  session.document.begin();
  session.drag = held;
  return true;
}

}  // namespace marrow
