#include "editor/viewport/drag_ik.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "edit/pose_edit.h"
#include "editor/course/course.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/length_text.h"
#include "editor/picture_theme.h"
#include "editor/rays.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gizmo_target.h"
#include "editor/viewport_state.h"
#include "rig/playback.h"
#include "scene/keys.h"

namespace marrow {
namespace {

using view::Color;

constexpr float kTipPixels = 10.0f;  // a tip is grabbed within this, at UI scale 1
constexpr float kRingPixels = 9.0f;  // ring of a hovered or dragged tip
constexpr float kPinPixels = 11.0f;  // ring of a pinned tip
constexpr float kNeedlePixels = 17.0f;
constexpr Color kPinTone{0.95f, 0.42f, 0.18f, 1.0f};

std::optional<glm::vec3> point_on(const Session& session, const IkDrag& held, glm::vec2 pixel) {
  const Ray ray = ray_at(session, pixel);
  const std::optional<float> t = hit_plane(ray, held.start, held.facing);
  return t ? std::optional(ray.origin + ray.direction * *t) : std::nullopt;
}

/// A movement rounded to whole steps along each axis of the screen.
glm::vec3 in_steps(const Session& session, const glm::vec3& motion, float step) {
  const glm::mat4 view = view_from_world(session.camera);
  const glm::vec3 right(view[0][0], view[1][0], view[2][0]), up(view[0][1], view[1][1], view[2][1]);
  return right * (std::round(glm::dot(motion, right) / step) * step) +
         up * (std::round(glm::dot(motion, up) / step) * step);
}

std::vector<Id> pinned_joints(const Session& session) {
  const Node* node = find_node(session.document.scene(), shown_skeleton(session));
  std::vector<Id> pinned;
  if (!node || !node->skeleton) return pinned;
  for (const Joint& joint : node->skeleton->joints)
    if (joint.pinned) pinned.push_back(joint.id);
  return pinned;
}

/// Two directions of the screen at a point, each as long as a pixel at UI scale 1.
struct ScreenAxes {
  glm::vec3 right{0.0f}, up{0.0f};
};

ScreenAxes screen_axes(const Session& session, const glm::vec3& at) {
  const glm::mat4 view = view_from_world(session.camera);
  const float pixel =
      world_per_pixel(session.camera, at, session.picture_size.y) * session.ui_scale;
  return {pixel * glm::vec3(view[0][0], view[1][0], view[2][0]),
          pixel * glm::vec3(view[0][1], view[1][1], view[2][1])};
}

std::vector<glm::vec3> screen_circle(const ScreenAxes& axes, const glm::vec3& center,
                                     float pixels) {
  constexpr int kSegments = 40;
  std::vector<glm::vec3> points;
  for (int i = 0; i <= kSegments; ++i) {
    const float angle = 6.2831853f * float(i) / float(kSegments);
    points.push_back(center + axes.right * (pixels * std::cos(angle)) +
                     axes.up * (pixels * std::sin(angle)));
  }
  return points;
}

/// A light line on a dark one, visible on any background.
void add_line(view::Overlay& overlay, std::vector<glm::vec3> points, const Color& tone,
              float width) {
  overlay.lines.push_back({points, kHalo, width + 2.5f});
  overlay.lines.push_back({std::move(points), tone, width});
}

/// A ring with a needle: differs from other marks in shape, not only in color.
void add_pin(view::Overlay& overlay, const Session& session, const glm::vec3& tip) {
  const ScreenAxes axes = screen_axes(session, tip);
  add_line(overlay, screen_circle(axes, tip, kPinPixels), kPinTone, 2.0f);
  const glm::vec3 head = tip + (axes.right * 0.55f + axes.up) * kNeedlePixels;
  add_line(overlay, {tip, head}, kPinTone, 2.0f);
  overlay.dots.push_back({head, kPinTone, 5.0f, kHalo});
}

void add_dragged_tip(view::Overlay& overlay, const Session& session, const IkDrag& held,
                     const glm::vec3& tip) {
  const Color lit = tones_of(session).handle_lit;
  add_line(overlay, screen_circle(screen_axes(session, tip), tip, kRingPixels), lit, 2.5f);
  if (glm::distance(tip, held.target) < 3.0f * glm::length(screen_axes(session, tip).up)) return;
  // The target is out of reach.
  overlay.lines.push_back({{tip, held.target}, {lit.r, lit.g, lit.b, 0.5f}, 1.5f});
  overlay.dots.push_back({held.target, lit, 3.0f, kHalo});
}

/// A pinned tip that is not at its place, world space.
struct Shortfall {
  Id joint = kNoId;
  glm::vec3 place{0.0f}, tip{0.0f};
  float distance() const { return glm::distance(place, tip); }
};

/// The place of a pinned tip: at the start of the gesture, or the target of the shown motion.
std::optional<glm::dvec3> place_of_pin(const Session& session, Id joint) {
  const Document& document = session.document;
  if (document.in_gesture()) return world_tip(document.gesture_start(), joint);
  const std::optional<MotionTime>& time = document.shown_time();
  if (!time) return std::nullopt;
  const Motion& motion = *document.committed().motions[time->motion];
  const MotionChannel* target = find_channel(motion, joint, MotionProperty::ik_target);
  if (target == nullptr || pin_at(motion, joint, time->seconds) < 1.0) return std::nullopt;
  const std::vector<float> v = value_at(*target, time->seconds);
  return glm::dvec3(v[0], v[1], v[2]);
}

std::vector<Shortfall> short_pins(const Session& session) {
  constexpr float kPinTolerance = 1e-3f;  // share of the camera's distance
  std::vector<Shortfall> result;
  for (const Id joint : pinned_joints(session)) {
    const std::optional<glm::dvec3> place = place_of_pin(session, joint),
                                    tip = world_tip(session.document.scene(), joint);
    if (!place || !tip) continue;
    const Shortfall pin{joint, glm::vec3(*place), glm::vec3(*tip)};
    if (pin.distance() > kPinTolerance * session.camera.distance) result.push_back(pin);
  }
  return result;
}

/// A sentence about a wrong gradient of the implementation, and the check that shows it, preferably
/// one that failed. Empty if the gradient is right.
std::string gradient_words(const Session& session, const CourseState& course,
                           const op::SolveIk& ik) {
  const std::string why =
      why_wrong_gradient(session.document.gesture_start(), ik, session.document.tasks());
  if (why.empty()) return {};
  const course::Check* shows = nullptr;
  for (std::size_t i = 0; i < course::checks().size(); ++i) {
    const course::Check& check = course::checks()[i];
    if (check.stage != course::Stage::gradient) continue;
    const course::Result* result = result_of(course, i);
    const bool has_shown = result && has_failed(result->verdict);
    if (!shows || has_shown) shows = &check;
    if (has_shown) break;
  }
  return shows ? fmt::format("{}. Task {}'s check \"{}\" shows it.", why, shows->task,
                             check_title(*shows))
               : why + ".";
}

}  // namespace

Id tip_at(const Session& session, glm::vec2 pixel) {
  if (session.tab != Tab::pose || !session.show.joints) return kNoId;
  Id nearest = kNoId;
  float least = kTipPixels * session.ui_scale;
  for (const view::WorldCapsule& capsule :
       view::world_capsules(session.document.scene(), session.deformer)) {
    const Projected tip = project(session.camera, capsule.tip, session.picture_size);
    const float pixels = glm::distance(tip.pixel, pixel);
    if (!tip.visible || pixels >= least || session.show.hidden.count(capsule.joint) > 0) continue;
    least = pixels;
    nearest = capsule.joint;
  }
  return nearest;
}

bool begin_ik_drag(Session& session, ViewportState& viewport, Id joint, const Pointer& pointer) {
  const Scene& scene = session.document.scene();
  const JointRef ref = find_joint(scene, joint);
  if (is_dragging(session) || session.document.in_gesture() || ref.node < 0) return false;
  if (std::string why = why_no_ik(scene, joint, session.whole_body); !why.empty()) {
    say(session, std::move(why), true);
    return false;
  }
  const std::optional<glm::dvec3> tip = world_tip(scene, joint);
  if (!tip) return false;
  note_scene_size(session, viewport);
  IkDrag held{.joint = joint, .skeleton = scene.nodes[std::size_t(ref.node)].id};
  held.start = held.target = held.anchor_target = glm::vec3(*tip);
  held.facing = glm::normalize(eye_of(session.camera) - session.camera.target);
  const std::optional<glm::vec3> grabbed = point_on(session, held, pointer.pixel);
  if (!grabbed) return false;
  held.anchor = *grabbed;
  held.was_precise = pointer.precise;
  if (!session.document.is_selected(joint)) session.document.select({joint});
  session.document.begin();
  session.drag = held;
  return true;
}

namespace drag_parts {

void update(Session& session, CourseState& course, ViewportState& viewport, IkDrag& held,
            const Pointer& pointer) {
  const std::optional<glm::vec3> at = point_on(session, held, pointer.pixel);
  if (!at) return;
  if (pointer.precise != held.was_precise) {
    held.anchor_target = held.free_target(*at, kPreciseShare);
    held.anchor = *at;
    held.was_precise = pointer.precise;
  }
  held.target = held.free_target(*at, kPreciseShare);
  const float step = move_step(session, viewport) * (pointer.precise ? kPreciseShare : 1.0f);
  if (snaps(session, pointer))
    held.target = held.start + in_steps(session, held.target - held.start, step);
  const op::SolveIk ik{held.skeleton, {{held.joint, held.target, {}}}, session.whole_body, {}};
  const bool done = session.document.update(gesture(session, ik));
  held.refusal = done ? gradient_words(session, course, ik) : session.document.reason();
  deformed(session);
}

void finish(Session& session, const IkDrag& held) {
  if (held.target == held.start) return session.document.cancel();
  session.document.commit();
  if (!held.refusal.empty()) say(session, held.refusal, true);
}

}  // namespace drag_parts

void toggle_pins(Session& session) {
  const std::vector<Id> joints = selected_joints(session);
  if (joints.empty()) return;
  const Scene& scene = session.document.scene();
  const bool all =
      std::all_of(joints.begin(), joints.end(), [&](Id id) { return joint_of(scene, id)->pinned; });
  perform(session, op::SetPinned{joints, !all});
}

void unpin_all(Session& session) {
  if (const std::vector<Id> pinned = pinned_joints(session); !pinned.empty())
    perform(session, op::SetPinned{pinned, false});
}

bool has_pins(const Session& session) { return !pinned_joints(session).empty(); }

std::string shortfall_text(const Session& session) {
  const std::vector<Shortfall> pins = short_pins(session);
  const auto farthest = std::max_element(
      pins.begin(), pins.end(),
      [](const Shortfall& a, const Shortfall& b) { return a.distance() < b.distance(); });
  if (farthest == pins.end()) return {};
  return fmt::format("{} {} short", name_of(session.document.scene(), farthest->joint),
                     length_text(farthest->distance(), session.camera.distance));
}

void add_tips(view::Overlay& overlay, const Session& session, const ViewportState& viewport) {
  if (session.tab != Tab::pose) return;
  const auto* held = std::get_if<IkDrag>(&session.drag);
  const Scene& scene = session.document.scene();
  for (const Shortfall& pin : short_pins(session)) {
    add_line(overlay, {pin.tip, pin.place}, kPinTone, 1.5f);
    overlay.dots.push_back({pin.place, kPinTone, 4.0f, kHalo});
  }
  for (const view::WorldCapsule& capsule : view::world_capsules(scene, session.deformer)) {
    const Joint* joint = joint_of(scene, capsule.joint);
    if (joint && joint->pinned) add_pin(overlay, session, capsule.tip);
    if (held && held->joint == capsule.joint) add_dragged_tip(overlay, session, *held, capsule.tip);
    if (is_dragging(session) || viewport.hovered_tip != capsule.joint) continue;
    add_line(overlay, screen_circle(screen_axes(session, capsule.tip), capsule.tip, kRingPixels),
             tones_of(session).handle_lit, 2.0f);
  }
}

}  // namespace marrow
