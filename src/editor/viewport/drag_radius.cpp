// The rim of a capsule in hand. The radius follows the pointer's distance from the bone.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "editor/bench/radius_edit.h"
#include "editor/viewport/drag.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gizmo.h"
#include "editor/viewport/pick.h"

namespace marrow {
namespace {

/// World units of one unit of radius. A capsule of radius 0 shows none: then the mean length of the
/// columns of the joint's frame.
float world_per_radius(const Editor& editor, const Joint& joint,
                       const view::WorldCapsule& capsule) {
  if (joint.radius > 1e-9f && capsule.radius > 0.0f) return capsule.radius / joint.radius;
  const glm::mat4 frame = world_from_joint(editor, joint.id).value_or(glm::mat4(1.0f));
  const float mean = (glm::length(glm::vec3(frame[0])) + glm::length(glm::vec3(frame[1])) +
                      glm::length(glm::vec3(frame[2]))) /
                     3.0f;
  return mean > 1e-9f && std::isfinite(mean) ? mean : 1.0f;
}

/// Of the joint whose rim was grabbed.
float start_radius(const RadiusSession& session) {
  const auto grabbed = std::find(session.joints.begin(), session.joints.end(), session.joint) -
                       session.joints.begin();
  return session.start_radii[std::size_t(grabbed)];
}

float radius_for(const Editor& editor, RadiusSession& session, const Pointer& pointer) {
  const float distance =
      ray_segment_distance(ray_at(editor, pointer.pixel), session.base, session.tip);
  if (pointer.precise != session.was_precise) {
    session.anchor_distance = distance;
    session.anchor_radius = session.radius;
    session.was_precise = pointer.precise;
  }
  const float share = pointer.precise ? drag_parts::kPreciseShare : 1.0f;
  float radius = session.anchor_radius +
                 share * (distance - session.anchor_distance) / session.world_per_radius;
  if (drag_parts::snaps(editor, pointer)) {
    const float start = start_radius(session), step = radius_step(editor) * share;
    radius = start + std::round((radius - start) / step) * step;
  }
  return std::max(radius, 0.0f);
}

/// "+212 vertices": what the joint holds more than at the start; empty when it holds as many.
std::string captured_note(const Editor& editor, const RadiusSession& session) {
  const auto change =
      std::int64_t(captured_by(editor, session.joint)) - std::int64_t(session.start_captured);
  if (change == 0) return {};
  const std::int64_t size = std::abs(change);
  return fmt::format("{}{} {}", change > 0 ? "+" : "-", with_separators(std::uint32_t(size)),
                     size == 1 ? "vertex" : "vertices");
}

}  // namespace

namespace drag_parts {

void update(Editor& editor, RadiusSession& session, const Pointer& pointer) {
  session.radius =
      std::max(number_in(session.typed).value_or(radius_for(editor, session, pointer)), 0.0f);
  const float start = start_radius(session);
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

void finish(Editor& editor, const RadiusSession& session) {
  if (session.radius == start_radius(session)) return editor.document.cancel();
  editor.deformer.update(editor.document.scene());
  if (!editor.document.commit(captured_note(editor, session)))
    say(editor, editor.document.reason(), true);
}

}  // namespace drag_parts

bool begin_radius_drag(Editor& editor, Id joint, const Pointer& pointer, bool is_modal) {
  if (is_dragging(editor) || editor.document.in_gesture()) return false;
  const Scene& scene = editor.document.scene();
  const Joint* grabbed = joint_of(scene, joint);
  const std::optional<view::WorldCapsule> capsule = world_capsule(editor, joint);
  if (!grabbed || !capsule) return false;
  note_scene_size(editor);
  clear_hover(editor);
  if (!editor.document.is_selected(joint)) editor.document.select({joint});
  RadiusSession session{
      .joint = joint, .joints = {}, .start_radii = {}, .typed = {}, .start = pointer};
  for (const Id id : editor.document.selection())
    if (const Joint* selected = joint_of(scene, id)) {
      session.joints.push_back(id);
      session.start_radii.push_back(selected->radius);
    }
  session.base = capsule->base;
  session.tip = capsule->tip;
  session.world_per_radius = world_per_radius(editor, *grabbed, *capsule);
  session.anchor_distance =
      ray_segment_distance(ray_at(editor, pointer.pixel), session.base, session.tip);
  session.anchor_radius = session.radius = grabbed->radius;
  session.was_precise = pointer.precise;
  session.is_modal = is_modal;
  session.start_captured = captured_by(editor, joint);
  editor.document.begin();
  editor.viewport.session = session;
  editor.wants_redraw = true;
  return true;
}

}  // namespace marrow
