// The pole arrow, which shows to which side an elbow or a knee bends, and its drag.
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "editor/drag_state.h"
#include "editor/picture_theme.h"
#include "editor/posed_joints.h"
#include "editor/rays.h"
#include "editor/viewport/drag_ik.h"
#include "editor/viewport/drag_parts.h"
#include "editor/viewport_state.h"
#include "rig/ik/elbows.h"

namespace marrow {
namespace {

using view::Color;

constexpr float kArrowPixels = 52.0f;  // at UI scale 1, from the capsule's side to the arrow's head
constexpr float kHeadPixels = 9.0f;
constexpr float kHeadGrabPixels = 10.0f;  // the head is grabbed within this
constexpr float kLeastPixels = 18.0f;     // a head nearer to the joint would cover its ball
constexpr float kPoleStep = 0.2617994f;   // radians: 15 degrees
constexpr float kEdgeOn = 0.15f;  // cosine below which the pointer's plane is seen from its edge
constexpr Color kPoleTone{0.30f, 0.80f, 0.72f, 1.0f};

/// An arrow of the picture, world space.
struct PoleArrow {
  PoleFrame frame;
  glm::vec3 direction{0.0f};  // unit, across the bone above
  glm::vec3 tail{0.0f}, head{0.0f};
};

float pixel_at(const Session& session, const glm::vec3& place) {
  return world_per_pixel(session.camera, place, session.picture_size.y) * session.ui_scale;
}

std::optional<PoleFrame> frame_of_pole(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  const Joint& posed = skeleton.joints[std::size_t(ref.joint)];
  const glm::mat4 frame(world_from_rest_frame(scene, ref));
  const glm::vec3 bone = glm::mat3(frame) * glm::vec3(bone_above(skeleton, ref.joint));
  if (!is_invertible(frame) || !is_finite(bone) || glm::length(bone) == 0.0f) return std::nullopt;
  return PoleFrame{frame, glm::vec3(frame * posed.user_local[3]), glm::normalize(bone)};
}

std::optional<PoleArrow> pole_arrow(const Session& session) {
  const Scene& scene = session.document.scene();
  const Id joint = session.document.active();
  if (session.tab != Tab::pose || !session.show.joints) return std::nullopt;
  const std::optional<Elbow> elbow = elbow_of(scene, joint);
  const std::optional<PoleFrame> frame = elbow ? frame_of_pole(scene, joint) : std::nullopt;
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, joint);
  if (!frame || !capsule) return std::nullopt;
  PoleArrow arrow{*frame, glm::mat3(frame->world_from_frame) * glm::vec3(elbow->pole)};
  arrow.direction = glm::normalize(arrow.direction);
  arrow.tail = frame->origin + arrow.direction * capsule->radii.at_origin;
  arrow.head = arrow.tail + arrow.direction * (kArrowPixels * pixel_at(session, frame->origin));
  return arrow;
}

/// Unit vector across the bone towards the pointer. If the plane across the bone is seen from its
/// edge, the pointer moves in the plane that faces the eye.
std::optional<glm::vec3> direction_at(const Session& session, const PoleFrame& frame,
                                      glm::vec2 pixel) {
  const Ray ray = ray_at(session, pixel);
  const bool is_edge_on = std::abs(glm::dot(ray.direction, frame.bone)) < kEdgeOn;
  const glm::vec3 facing = glm::normalize(eye_of(session.camera) - session.camera.target);
  const std::optional<float> t = hit_plane(ray, frame.origin, is_edge_on ? facing : frame.bone);
  if (!t) return std::nullopt;
  const glm::vec3 arm = ray.origin + ray.direction * *t - frame.origin;
  const glm::vec3 across = arm - glm::dot(arm, frame.bone) * frame.bone;
  const float length = glm::length(across);
  return length > 1e-9f ? std::optional(across / length) : std::nullopt;
}

float angle_about(const glm::vec3& axis, const glm::vec3& from, const glm::vec3& to) {
  return std::atan2(glm::dot(axis, glm::cross(from, to)), glm::dot(from, to));
}

}  // namespace

bool pole_at(const Session& session, glm::vec2 pixel) {
  const std::optional<PoleArrow> arrow = pole_arrow(session);
  if (!arrow) return false;
  const Projected head = project(session.camera, arrow->head, session.picture_size),
                  joint = project(session.camera, arrow->frame.origin, session.picture_size);
  const bool is_apart = glm::distance(head.pixel, joint.pixel) > kLeastPixels * session.ui_scale;
  return head.visible && is_apart &&
         glm::distance(head.pixel, pixel) < kHeadGrabPixels * session.ui_scale;
}

bool begin_pole_drag(Session& session, const Pointer& pointer) {
  const std::optional<PoleArrow> arrow = pole_arrow(session);
  if (is_dragging(session) || session.document.in_gesture() || !arrow) return false;
  PoleDrag held{.joint = session.document.active(), .frame = arrow->frame};
  held.start = arrow->direction;
  held.last = direction_at(session, arrow->frame, pointer.pixel).value_or(arrow->direction);
  session.document.begin();
  session.drag = held;
  return true;
}

namespace drag_parts {

void update(Session& session, PoleDrag& held, const Pointer& pointer) {
  const std::optional<glm::vec3> now = direction_at(session, held.frame, pointer.pixel);
  if (!now) return;
  held.moved +=
      angle_about(held.frame.bone, held.last, *now) * (pointer.precise ? kPreciseShare : 1.0f);
  held.last = *now;
  held.angle =
      snaps(session, pointer) ? std::round(held.moved / kPoleStep) * kPoleStep : held.moved;
  const glm::vec3 direction =
      glm::mat3(glm::rotate(glm::mat4(1.0f), held.angle, held.frame.bone)) * held.start;
  const glm::vec3 pole = glm::inverse(glm::mat3(held.frame.world_from_frame)) * direction;
  session.document.update(gesture(session, op::SetPole{held.joint, glm::normalize(pole)}));
  deformed(session);
}

void finish(Session& session, const PoleDrag& held) {
  if (held.angle == 0.0f) return session.document.cancel();
  session.document.commit();
}

}  // namespace drag_parts

void add_pole(view::Overlay& overlay, const Session& session, const ViewportState& viewport) {
  const bool is_held = std::holds_alternative<PoleDrag>(session.drag);
  if (is_dragging(session) && !is_held) return;
  const std::optional<PoleArrow> arrow = pole_arrow(session);
  if (!arrow) return;
  const Color tone = is_held || viewport.hovers_pole ? tones_of(session).handle_lit : kPoleTone;
  const float pixel = pixel_at(session, arrow->frame.origin);
  const glm::vec3 eye = glm::normalize(eye_of(session.camera) - arrow->head);
  glm::vec3 side = glm::cross(arrow->direction, eye);
  if (glm::length(side) < 0.1f) side = glm::cross(arrow->direction, arrow->frame.bone);
  side = glm::normalize(side) * (0.5f * kHeadPixels * pixel);
  const glm::vec3 neck = arrow->head - arrow->direction * (kHeadPixels * pixel);
  for (const bool is_halo : {true, false}) {
    const Color color = is_halo ? kHalo : tone;
    overlay.lines.push_back({{arrow->tail, neck}, color, is_halo ? 5.0f : 2.5f});
    overlay.lines.push_back(
        {{neck + side, arrow->head, neck - side, neck + side}, color, is_halo ? 4.5f : 2.0f});
  }
  overlay.fills.push_back({{neck + side, arrow->head, neck - side}, tone});
}

}  // namespace marrow
