// From rays to increments: a ray is read in the handle's coordinates, compared with the start's
// reading, slowed down (precise), rounded (snap) and made a matrix.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "edit/gizmo.h"
#include "scene/scene.h"

namespace marrow {
namespace {

using gizmo_geometry::axis_index;
using gizmo_geometry::is_plane;
using gizmo_geometry::Screen;
using gizmo_geometry::screen_of;
using gizmo_geometry::Sight;

constexpr double kPreciseShare = 0.1;
constexpr double kSmallestFactor = 1e-3;
/// |cos| between a ring's axis and the view below which the ring is dragged as a line (within 14
/// degrees of edge-on).
constexpr double kEdgeOnDrag = 0.25;
/// A scale factor doubles when the handle has moved by its distance from the center, but at least
/// by this share of the gizmo's size.
constexpr double kLeastArm = 0.25;
/// Nearer to the pivot than this share of the gizmo's size, directions from it are undefined.
constexpr double kNoArm = 1e-6;

double snapped(double value, float step) {
  const double whole = std::round(value / double(step)) * double(step);
  return step > 0.0f && std::isfinite(whole) ? whole : value;
}

float step_of(GizmoMode mode, const DragOptions& options) {
  switch (mode) {
    case GizmoMode::translate:
      return options.translate_step;
    case GizmoMode::rotate:
      return options.rotate_step;
    case GizmoMode::scale:
      break;
  }
  return options.scale_step;
}

/// The two directions that a plane handle, or the center's screen plane, moves along.
struct PlaneAxes {
  glm::dvec3 u, v;
};

PlaneAxes plane_axes(const Gizmo& gizmo, GizmoHandle handle) {
  if (is_plane(handle)) {
    const int across = axis_index(handle);
    return {glm::dvec3(gizmo.axes[(across + 1) % 3]), glm::dvec3(gizmo.axes[(across + 2) % 3])};
  }
  const Screen screen = screen_of(gizmo);
  return {screen.right, screen.up};
}

/// True for a rotation about one axis: a plane handle turns about its normal.
bool is_ring(const Gizmo& gizmo, GizmoHandle handle) {
  return gizmo.mode == GizmoMode::rotate && handle != GizmoHandle::arcball &&
         handle != GizmoHandle::none;
}

bool is_axis(GizmoHandle handle) { return axis_index(handle) >= 0 && !is_plane(handle); }

/// Avoids a minus sign before a zero.
double shown(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::abs(value) * scale < 0.5 ? 0.0 : value;
}

glm::dmat4 about(const glm::dvec3& pivot, const glm::dmat4& matrix) {
  return glm::translate(glm::dmat4(1.0), pivot) * matrix * glm::translate(glm::dmat4(1.0), -pivot);
}

}  // namespace

GizmoDrag::GizmoDrag(const Gizmo& gizmo, GizmoHandle handle, const Ray& start)
    : gizmo_(gizmo), handle_(handle) {
  if (!std::isfinite(gizmo_.size) || gizmo_.size <= 0.0f) gizmo_.size = 1.0f;
  if (handle_ == GizmoHandle::arcball && gizmo_.mode != GizmoMode::rotate)
    handle_ = GizmoHandle::center;
  value_ = gizmo.mode == GizmoMode::scale ? 1.0f : 0.0f;
  if (handle_ != GizmoHandle::none)
    turn_axis_ = glm::vec3(handle_ == GizmoHandle::arcball ? screen_of(gizmo_).up : axis());
  start_ = reading(start);
}

/// The rotation's axis; for the screen ring it points to the eye, so that positive angles are
/// counter-clockwise on screen.
glm::dvec3 GizmoDrag::axis() const {
  if (axis_index(handle_) < 0) return -screen_of(gizmo_).forward;
  return glm::dvec3(gizmo_.axes[axis_index(handle_)]);
}

bool GizmoDrag::is_edge_on() const {
  return std::abs(glm::dot(axis(), screen_of(gizmo_).forward)) < kEdgeOnDrag;
}

std::optional<glm::dvec3> GizmoDrag::reading(const Ray& ray) const {
  const std::optional<Sight> sight = gizmo_geometry::sight_of(ray);
  if (!sight || handle_ == GizmoHandle::none) return std::nullopt;
  const glm::dvec3 origin(gizmo_.origin);
  const double size = gizmo_.size;

  if (is_ring(gizmo_, handle_) && is_edge_on()) {
    // Reads along the tangent at the ring's point nearest to the viewer: there a length in radii is
    // the angle in radians.
    const glm::dvec3 forward = screen_of(gizmo_).forward;
    const glm::dvec3 front = glm::normalize(axis() * glm::dot(axis(), forward) - forward);
    const std::optional<double> arc =
        gizmo_geometry::along_line(*sight, origin + front * size, glm::cross(axis(), front));
    return arc ? std::optional(glm::dvec3(*arc / size, 0.0, 0.0)) : std::nullopt;
  }
  if (is_ring(gizmo_, handle_)) {
    const std::optional<glm::dvec3> arm = gizmo_geometry::on_plane(*sight, origin, axis());
    return arm && glm::length(*arm) > kNoArm * size ? arm : std::nullopt;
  }
  if (is_axis(handle_)) {
    const std::optional<double> along =
        gizmo_geometry::along_line(*sight, origin, glm::dvec3(gizmo_.axes[axis_index(handle_)]));
    return along ? std::optional(glm::dvec3(*along, 0.0, 0.0)) : std::nullopt;
  }
  const PlaneAxes axes = plane_axes(gizmo_, handle_);
  const std::optional<glm::dvec3> met =
      gizmo_geometry::on_plane(*sight, origin, glm::cross(axes.u, axes.v));
  return met ? std::optional(glm::dvec3(glm::dot(*met, axes.u), glm::dot(*met, axes.v), 0.0))
             : std::nullopt;
}

glm::dvec3 GizmoDrag::movement(const glm::dvec3& reading) const {
  const glm::dvec3 change = reading - *start_;
  if (gizmo_.mode == GizmoMode::translate) return change;
  if (is_ring(gizmo_, handle_)) return {is_edge_on() ? change.x : turn(reading), 0.0, 0.0};
  const double size = gizmo_.size;
  // A ball of the gizmo's size rolls under the pointer: radians about the screen's up and left.
  if (gizmo_.mode == GizmoMode::rotate) return {change.x / size, change.y / size, 0.0};
  if (is_axis(handle_)) return {change.x / std::max(start_->x, kLeastArm * size), 0.0, 0.0};
  const double arm = handle_ == GizmoHandle::center
                         ? size
                         : std::max((start_->x + start_->y) * 0.5, kLeastArm * size);
  return {(change.x + change.y) * 0.5 / arm, 0.0, 0.0};
}

double GizmoDrag::turn(const glm::dvec3& arm) const {
  const double sine = glm::dot(axis(), glm::cross(*start_, arm));
  // Compares, because fused multiply-adds may give equal vectors a cross product other than zero.
  const double angle = arm == *start_ ? 0.0 : std::atan2(sine, glm::dot(*start_, arm));
  const double full = glm::two_pi<double>();
  // the equivalent angle that is nearest to the last one
  return angle + std::round((moved_.x - angle) / full) * full;
}

const glm::mat4& GizmoDrag::update(const Ray& ray, const DragOptions& options) {
  const std::optional<glm::dvec3> read = reading(ray);
  if (!read) return increment_;
  if (!start_) start_ = read;
  if (options.precise != is_precise_) {
    held_shown_ += (is_precise_ ? kPreciseShare : 1.0) * (moved_ - held_moved_);
    held_moved_ = moved_;
    is_precise_ = options.precise;
  }
  moved_ = movement(*read);
  glm::dvec3 effective = held_shown_ + (is_precise_ ? kPreciseShare : 1.0) * (moved_ - held_moved_);
  for (int i = 0; options.snap && i < 3; ++i)
    effective[i] = snapped(effective[i], step_of(gizmo_.mode, options));
  show(effective);
  return increment_;
}

const glm::mat4& GizmoDrag::set_value(float value) {
  if (handle_ == GizmoHandle::none || !std::isfinite(value)) return increment_;
  const double typed = value;
  switch (gizmo_.mode) {
    case GizmoMode::translate: {
      const double length = glm::length(glm::dvec3(translation_));
      glm::dvec3 direction = is_axis(handle_) ? glm::dvec3(gizmo_.axes[axis_index(handle_)])
                                              : plane_axes(gizmo_, handle_).u;
      if (!is_axis(handle_) && length > 0.0)
        direction = glm::dvec3(translation_) / (value_ < 0.0f ? -length : length);
      show_translation(direction * typed, typed);
      break;
    }
    case GizmoMode::rotate:
      // The ball keeps its last axis of rotation; before any, it uses the screen's up.
      show_turn(glm::radians(typed), is_ring(gizmo_, handle_) ? axis() : glm::dvec3(turn_axis_));
      break;
    case GizmoMode::scale:
      show_scale(std::copysign(std::max(std::abs(typed), kSmallestFactor), typed));
      break;
  }
  return increment_;
}

void GizmoDrag::show(const glm::dvec3& movement) {
  switch (gizmo_.mode) {
    case GizmoMode::translate:
      if (is_axis(handle_)) {
        show_translation(glm::dvec3(gizmo_.axes[axis_index(handle_)]) * movement.x, movement.x);
      } else {
        const PlaneAxes axes = plane_axes(gizmo_, handle_);
        show_translation(axes.u * movement.x + axes.v * movement.y, glm::length(movement));
      }
      break;
    case GizmoMode::rotate:
      if (is_ring(gizmo_, handle_)) {
        show_turn(movement.x, axis());
      } else {
        const Screen screen = screen_of(gizmo_);
        const glm::dvec3 turn = screen.up * movement.x - screen.right * movement.y;
        const double angle = glm::length(turn);
        show_turn(angle, angle > 0.0 ? turn / angle : glm::dvec3(turn_axis_));
      }
      break;
    case GizmoMode::scale:
      show_scale(std::max(1.0 + movement.x, kSmallestFactor));
      break;
  }
}

void GizmoDrag::show_translation(const glm::dvec3& offset, double distance) {
  if (set_increment(glm::translate(glm::dmat4(1.0), offset), distance))
    translation_ = glm::vec3(offset);
}

void GizmoDrag::show_turn(double angle, const glm::dvec3& about_axis) {
  const glm::dmat4 identity(1.0);
  const glm::dmat4 turned =
      angle == 0.0 ? identity
                   : about(glm::dvec3(gizmo_.origin), glm::rotate(identity, angle, about_axis));
  if (set_increment(turned, angle)) turn_axis_ = glm::vec3(about_axis);
}

void GizmoDrag::show_scale(double factor) {
  glm::dvec3 factors(is_axis(handle_) ? 1.0 : factor);
  if (axis_index(handle_) >= 0) factors[axis_index(handle_)] = is_plane(handle_) ? 1.0 : factor;
  const glm::dmat4 axes{glm::dmat3(gizmo_.axes)}, identity(1.0);
  const glm::dmat4 scale = axes * glm::scale(identity, factors) * glm::transpose(axes);
  set_increment(factor == 1.0 ? identity : about(glm::dvec3(gizmo_.origin), scale), factor);
}

bool GizmoDrag::set_increment(const glm::dmat4& increment, double value) {
  const glm::mat4 rounded(increment);
  const auto rounded_value = float(value);
  if (!is_finite(rounded) || !std::isfinite(rounded_value)) return false;
  increment_ = rounded;
  value_ = rounded_value;
  return true;
}

std::string GizmoDrag::text() const {
  constexpr double kDegrees = 180.0 / glm::pi<double>();
  if (gizmo_.mode == GizmoMode::rotate)
    return fmt::format("{:.1f}\u00b0", shown(double(value_) * kDegrees, 1));
  if (gizmo_.mode == GizmoMode::scale) return fmt::format("{:.2f} x", shown(value_, 2));
  // Enough decimals for a hundredth of the gizmo's size.
  const int decimals =
      std::clamp(2 - int(std::floor(std::log10(std::max(gizmo_.size, 1e-30f)))), 0, 9);
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const bool moves = handle_ == GizmoHandle::center ||
                       (is_plane(handle_) ? axis_index(handle_) != i : axis_index(handle_) == i);
    const double along = glm::dot(glm::dvec3(translation_), glm::dvec3(gizmo_.axes[i]));
    if (moves)
      text += fmt::format("{}{} {:.{}f}", text.empty() ? "" : "  ", "xyz"[i],
                          shown(along, decimals), decimals);
  }
  return text;
}

}  // namespace marrow
