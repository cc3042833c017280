#include "scene/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace marrow {

namespace {

constexpr float kHalfPi = glm::half_pi<float>();
constexpr float kNearest = 1e-4f;
constexpr float kFarthest = 1e6f;

/// The camera's axes in world space: columns right, up, backward (towards the eye).
glm::mat3 axes_of(const Camera& camera) {
  const float cy = std::cos(camera.yaw), sy = std::sin(camera.yaw);
  const float cp = std::cos(camera.pitch), sp = std::sin(camera.pitch);
  return {glm::vec3(cy, 0.0f, -sy), glm::vec3(-sp * sy, cp, -sp * cy),
          glm::vec3(cp * sy, sp, cp * cy)};
}

float half_height_at_target(const Camera& camera) {
  return camera.distance * std::tan(camera.field_of_view * 0.5f);
}

}  // namespace

glm::vec3 eye_of(const Camera& camera) {
  return camera.target + axes_of(camera)[2] * camera.distance;
}

glm::mat4 view_from_world(const Camera& camera) {
  const glm::mat3 view_axes = glm::transpose(axes_of(camera));
  glm::mat4 view(view_axes);
  view[3] = glm::vec4(-(view_axes * eye_of(camera)), 1.0f);
  return view;
}

glm::mat4 clip_from_view(const Camera& camera, float aspect) {
  const float far = camera.distance * 50.0f;
  if (!camera.orthographic)
    return glm::perspective(camera.field_of_view, aspect, camera.distance * 0.01f, far);
  const float height = half_height_at_target(camera);
  return glm::ortho(-height * aspect, height * aspect, -height, height, -far, far);
}

Ray ray_through_pixel(const Camera& camera, glm::vec2 pixel, glm::vec2 size) {
  const glm::mat3 axes = axes_of(camera);
  const glm::vec2 ndc = {2.0f * pixel.x / size.x - 1.0f, 1.0f - 2.0f * pixel.y / size.y};
  const float height = half_height_at_target(camera);
  const glm::vec2 offset = ndc * glm::vec2(height * size.x / size.y, height);
  const glm::vec3 on_target_plane = camera.target + axes[0] * offset.x + axes[1] * offset.y;
  if (camera.orthographic) return {on_target_plane + axes[2] * (camera.distance * 50.0f), -axes[2]};
  const glm::vec3 eye = eye_of(camera);
  return {eye, glm::normalize(on_target_plane - eye)};
}

Projected project(const Camera& camera, const glm::vec3& world, glm::vec2 size) {
  const glm::vec3 seen = glm::transpose(axes_of(camera)) * (world - eye_of(camera));
  Projected result;
  result.depth = -seen.z;
  result.visible = camera.orthographic || result.depth > 1e-6f * camera.distance;
  if (!result.visible) return result;
  const float height = std::tan(camera.field_of_view * 0.5f) *
                       (camera.orthographic ? camera.distance : result.depth);
  const glm::vec2 ndc = glm::vec2(seen) / glm::vec2(height * size.x / size.y, height);
  result.pixel = {(ndc.x + 1.0f) * 0.5f * size.x, (1.0f - ndc.y) * 0.5f * size.y};
  return result;
}

float world_per_pixel(const Camera& camera, const glm::vec3& world, float viewport_height) {
  const float depth =
      camera.orthographic ? camera.distance : glm::dot(eye_of(camera) - world, axes_of(camera)[2]);
  return 2.0f * std::max(depth, camera.distance * 0.01f) * std::tan(camera.field_of_view * 0.5f) /
         viewport_height;
}

Camera orbited(Camera camera, float yaw_by, float pitch_by) {
  camera.yaw = std::remainder(camera.yaw + yaw_by, glm::two_pi<float>());
  camera.pitch = std::clamp(camera.pitch + pitch_by, -kHalfPi, kHalfPi);
  return camera;
}

Camera orbited_about(const Camera& camera, float yaw_by, float pitch_by, const glm::vec3& center) {
  Camera turned = orbited(camera, yaw_by, pitch_by);
  turned.target =
      center + axes_of(turned) * (glm::transpose(axes_of(camera)) * (camera.target - center));
  return turned;
}

Camera panned(const Camera& camera, glm::vec2 pixels, float viewport_height) {
  const float scale = world_per_pixel(camera, camera.target, viewport_height);
  const glm::mat3 axes = axes_of(camera);
  Camera moved = camera;
  moved.target += (axes[1] * pixels.y - axes[0] * pixels.x) * scale;
  return moved;
}

Camera dollied(const Camera& camera, float factor, const glm::vec3& towards) {
  Camera moved = camera;
  moved.distance = std::clamp(camera.distance * factor, kNearest, kFarthest);
  const float applied = moved.distance / camera.distance;
  // Only the part across the view direction moves the target, so that the orbit center keeps its
  // depth.
  const glm::vec3 backward = axes_of(camera)[2];
  const glm::vec3 offset = towards - camera.target;
  const glm::vec3 across = offset - backward * glm::dot(offset, backward);
  // depth of `towards` from the eye, along the view direction
  const float depth = camera.distance - glm::dot(offset, backward);
  const float at_target_plane =
      camera.orthographic || depth <= 0.0f ? 1.0f : camera.distance / depth;
  moved.target += across * at_target_plane * (1.0f - applied);
  return moved;
}

Camera framed(Camera camera, const Bounds& world_bounds, float aspect) {
  if (world_bounds.empty()) return camera;
  const float radius = std::max(world_bounds.diagonal() * 0.5f, 1e-3f);
  const float half_angle = camera.field_of_view * 0.5f;
  const float narrow = std::min(half_angle, std::atan(std::tan(half_angle) * aspect));
  camera.target = world_bounds.center();
  camera.distance = std::clamp(radius / std::sin(narrow) * 1.05f, kNearest, kFarthest);
  return camera;
}

Camera looking_along(Camera camera, AxisView view) {
  camera.yaw = view == AxisView::back    ? glm::pi<float>()
               : view == AxisView::right ? kHalfPi
               : view == AxisView::left  ? -kHalfPi
                                         : 0.0f;
  camera.pitch = view == AxisView::top ? kHalfPi : view == AxisView::bottom ? -kHalfPi : 0.0f;
  return camera;
}

Camera blended(const Camera& from, const Camera& to, float t) {
  Camera camera = to;
  camera.target = glm::mix(from.target, to.target, t);
  camera.distance = std::exp(glm::mix(std::log(from.distance), std::log(to.distance), t));
  camera.yaw = from.yaw + std::remainder(to.yaw - from.yaw, glm::two_pi<float>()) * t;
  camera.pitch = glm::mix(from.pitch, to.pitch, t);
  camera.field_of_view = glm::mix(from.field_of_view, to.field_of_view, t);
  return t >= 1.0f ? to : camera;
}

namespace {

/// The numbers of a camera that eased() interpolates.
using ViewNumbers = std::array<float, 7>;

ViewNumbers numbers_of_view(const Camera& camera, float yaw_before) {
  const float yaw = yaw_before + std::remainder(camera.yaw - yaw_before, glm::two_pi<float>());
  return {camera.target.x, camera.target.y,     camera.target.z, std::log(camera.distance), yaw,
          camera.pitch,    camera.field_of_view};
}

Camera with_numbers(Camera camera, const ViewNumbers& n) {
  camera.target = {n[0], n[1], n[2]};
  camera.distance = std::exp(n[3]);
  camera.yaw = n[4];
  camera.pitch = n[5];
  camera.field_of_view = n[6];
  return camera;
}

}  // namespace

Camera eased(const CameraMove& move, float t) {
  if (t >= 1.0f) return move.to;
  std::vector<CameraKey> keys{{0.0f, move.from}};
  keys.insert(keys.end(), move.between.begin(), move.between.end());
  keys.push_back({1.0f, move.to});
  std::vector<ViewNumbers> values;
  for (const CameraKey& key : keys)
    values.push_back(
        numbers_of_view(key.camera, values.empty() ? key.camera.yaw : values.back()[4]));
  std::size_t i = 0;
  while (i + 2 < keys.size() && keys[i + 1].share <= t) ++i;
  const float span = keys[i + 1].share - keys[i].share, x = (t - keys[i].share) / span;
  if (x <= 0.0f) return keys[i].camera;
  const auto slope = [&](std::size_t key, std::size_t n) {
    if (key == 0 || key + 1 == keys.size()) return 0.0f;
    return (values[key + 1][n] - values[key - 1][n]) / (keys[key + 1].share - keys[key - 1].share);
  };
  const float x2 = x * x, x3 = x2 * x;
  ViewNumbers now;
  for (std::size_t n = 0; n < now.size(); ++n)
    now[n] = (2.0f * x3 - 3.0f * x2 + 1.0f) * values[i][n] +
             (x3 - 2.0f * x2 + x) * span * slope(i, n) +
             (3.0f * x2 - 2.0f * x3) * values[i + 1][n] + (x3 - x2) * span * slope(i + 1, n);
  return with_numbers(keys[i + 1].camera, now);
}

bool is_valid(const CameraMove& move) {
  float last = 0.0f;
  for (const CameraKey& key : move.between) {
    if (!(key.share > last && key.share < 1.0f) || !is_valid(key.camera)) return false;
    last = key.share;
  }
  return is_valid(move.from) && is_valid(move.to);
}

bool is_valid(const Camera& camera) {
  const bool is_somewhere = std::isfinite(camera.target.x + camera.target.y + camera.target.z) &&
                            std::isfinite(camera.yaw) && std::isfinite(camera.pitch) &&
                            std::isfinite(camera.distance);
  return is_somewhere && camera.distance > 0.0f && camera.field_of_view > 0.0f &&
         camera.field_of_view < glm::pi<float>();
}

}  // namespace marrow
