#include "editor/viewport/reach.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "edit/reach.h"
#include "editor/course/course.h"
#include "editor/theme.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport/gesture.h"
#include "editor/viewport/gizmo.h"
#include "editor/viewport/rays.h"

namespace marrow {
namespace {

using view::Color;

constexpr float kTipPixels = 10.0f;  // at UI scale 1
constexpr float kRingPixels = 9.0f;  // of a tip that can be pulled
constexpr float kPinPixels = 11.0f;  // of a pinned one
constexpr float kNeedlePixels = 17.0f;
constexpr Color kPinTone{0.95f, 0.42f, 0.18f, 1.0f};
constexpr Color kHalo{0.05f, 0.05f, 0.06f, 0.75f};

glm::vec3 facing_of(const Editor& editor) {
  return glm::normalize(eye_of(editor.camera) - editor.camera.target);
}

std::optional<glm::vec3> point_on(const Editor& editor, const ReachSession& session,
                                  glm::vec2 pixel) {
  const Ray ray = ray_at(editor, pixel);
  const std::optional<float> t = hit_plane(ray, session.start, session.facing);
  return t ? std::optional(ray.origin + ray.direction * *t) : std::nullopt;
}

/// The part of a motion along each of the screen's axes in whole steps.
glm::vec3 in_steps(const Editor& editor, const glm::vec3& motion, float step) {
  const glm::mat4 view = view_from_world(editor.camera);
  const glm::vec3 right(view[0][0], view[1][0], view[2][0]), up(view[0][1], view[1][1], view[2][1]);
  return right * (std::round(glm::dot(motion, right) / step) * step) +
         up * (std::round(glm::dot(motion, up) / step) * step);
}

std::vector<Id> pinned_joints(const Editor& editor) {
  const Node* node = find_node(editor.document.scene(), shown_skeleton(editor));
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

ScreenAxes screen_axes(const Editor& editor, const glm::vec3& at) {
  const glm::mat4 view = view_from_world(editor.camera);
  const float pixel = world_per_pixel(editor.camera, at, editor.viewport.size.y) * editor.ui_scale;
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

/// A light line on a dark one: seen on every ground.
void add_line(view::Overlay& overlay, std::vector<glm::vec3> points, const Color& tone,
              float width) {
  overlay.lines.push_back({points, kHalo, width + 2.5f});
  overlay.lines.push_back({std::move(points), tone, width});
}

/// A ring with a needle stuck into its middle: told from every other mark by its shape, not only by
/// its colour.
void add_pin(view::Overlay& overlay, const Editor& editor, const glm::vec3& tip) {
  const ScreenAxes axes = screen_axes(editor, tip);
  add_line(overlay, screen_circle(axes, tip, kPinPixels), kPinTone, 2.0f);
  const glm::vec3 head = tip + (axes.right * 0.55f + axes.up) * kNeedlePixels;
  add_line(overlay, {tip, head}, kPinTone, 2.0f);
  overlay.dots.push_back({head, kPinTone, 5.0f, kHalo});
}

void add_tip_in_hand(view::Overlay& overlay, const Editor& editor, const ReachSession& session,
                     const glm::vec3& tip) {
  const Color lit = tones_of(editor).handle_lit;
  add_line(overlay, screen_circle(screen_axes(editor, tip), tip, kRingPixels), lit, 2.5f);
  if (glm::distance(tip, session.target) < 3.0f * glm::length(screen_axes(editor, tip).up)) return;
  // Out of reach: how far the pointer pulls beyond.
  overlay.lines.push_back({{tip, session.target}, {lit.r, lit.g, lit.b, 0.5f}, 1.5f});
  overlay.dots.push_back({session.target, lit, 3.0f, kHalo});
}

/// What is wrong with a body's own gradient, and which check shows it: one that failed, if any did.
std::string gradient_words(const Editor& editor, const op::Reach& reach) {
  const std::string why =
      why_wrong_gradient(editor.document.gesture_start(), reach, editor.document.tasks());
  if (why.empty()) return {};
  const course::Check* shows = nullptr;
  for (std::size_t i = 0; i < course::checks().size(); ++i) {
    const course::Check& check = course::checks()[i];
    if (check.stage != course::Stage::gradient) continue;
    const course::Result* result = result_of(editor.course, i);
    const bool has_shown = result && has_failed(result->verdict);
    if (!shows || has_shown) shows = &check;
    if (has_shown) break;
  }
  return shows ? fmt::format("{}. Task {}'s check \"{}\" shows it.", why, shows->task,
                             check_title(*shows))
               : why + ".";
}

}  // namespace

Id tip_at(const Editor& editor, glm::vec2 pixel) {
  if (editor.tab != Tab::pose || !editor.show.joints) return kNoId;
  Id nearest = kNoId;
  float least = kTipPixels * editor.ui_scale;
  for (const view::WorldCapsule& capsule :
       view::world_capsules(editor.document.scene(), editor.deformer)) {
    const Projected tip = project(editor.camera, capsule.tip, editor.viewport.size);
    const float pixels = glm::distance(tip.pixel, pixel);
    if (!tip.visible || pixels >= least || editor.show.hidden.count(capsule.joint) > 0) continue;
    least = pixels;
    nearest = capsule.joint;
  }
  return nearest;
}

bool begin_reach_drag(Editor& editor, Id joint, const Pointer& pointer) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, joint);
  if (is_dragging(editor) || editor.document.in_gesture() || ref.node < 0) return false;
  if (std::string why = why_no_reach(scene, joint, editor.whole_body); !why.empty()) {
    say(editor, std::move(why), true);
    return false;
  }
  const std::optional<glm::dvec3> tip = world_tip(scene, joint);
  if (!tip) return false;
  note_scene_size(editor);
  ReachSession session{.joint = joint, .skeleton = scene.nodes[std::size_t(ref.node)].id};
  session.start = session.target = session.anchor_target = glm::vec3(*tip);
  session.facing = facing_of(editor);
  const std::optional<glm::vec3> grabbed = point_on(editor, session, pointer.pixel);
  if (!grabbed) return false;
  session.anchor = *grabbed;
  session.was_precise = pointer.precise;
  if (!editor.document.is_selected(joint)) editor.document.select({joint});
  editor.document.begin();
  editor.viewport.session = session;
  editor.wants_redraw = true;
  return true;
}

namespace drag_parts {

void update(Editor& editor, ReachSession& session, const Pointer& pointer) {
  const std::optional<glm::vec3> at = point_on(editor, session, pointer.pixel);
  if (!at) return;
  if (pointer.precise != session.was_precise) {
    session.anchor_target = session.free_target(*at, kPreciseShare);
    session.anchor = *at;
    session.was_precise = pointer.precise;
  }
  session.target = session.free_target(*at, kPreciseShare);
  const float step = move_step(editor) * (pointer.precise ? kPreciseShare : 1.0f);
  if (snaps(editor, pointer))
    session.target = session.start + in_steps(editor, session.target - session.start, step);
  const op::Reach reach{
      session.skeleton, {{session.joint, session.target, {}}}, editor.whole_body, {}};
  const bool done = editor.document.update(gesture(editor, reach));
  session.refusal = done ? gradient_words(editor, reach) : editor.document.reason();
  show_changes(editor);
}

void finish(Editor& editor, const ReachSession& session) {
  if (session.target == session.start) return editor.document.cancel();
  editor.document.commit();
  if (!session.refusal.empty()) say(editor, session.refusal, true);
}

}  // namespace drag_parts

void toggle_pins(Editor& editor) {
  const std::vector<Id> joints = selected_joints(editor);
  if (joints.empty()) return;
  const Scene& scene = editor.document.scene();
  const bool all =
      std::all_of(joints.begin(), joints.end(), [&](Id id) { return joint_of(scene, id)->pinned; });
  perform(editor, op::SetPinned{joints, !all});
}

void unpin_all(Editor& editor) {
  if (const std::vector<Id> pinned = pinned_joints(editor); !pinned.empty())
    perform(editor, op::SetPinned{pinned, false});
}

bool has_pins(const Editor& editor) { return !pinned_joints(editor).empty(); }

void add_tips(view::Overlay& overlay, const Editor& editor) {
  if (editor.tab != Tab::pose) return;
  const auto* session = std::get_if<ReachSession>(&editor.viewport.session);
  const Scene& scene = editor.document.scene();
  for (const view::WorldCapsule& capsule : view::world_capsules(scene, editor.deformer)) {
    const Joint* joint = joint_of(scene, capsule.joint);
    if (joint && joint->pinned) add_pin(overlay, editor, capsule.tip);
    if (session && session->joint == capsule.joint)
      add_tip_in_hand(overlay, editor, *session, capsule.tip);
    if (is_dragging(editor) || editor.viewport.hovered_tip != capsule.joint) continue;
    add_line(overlay, screen_circle(screen_axes(editor, capsule.tip), capsule.tip, kRingPixels),
             tones_of(editor).handle_lit, 2.0f);
  }
}

}  // namespace marrow
