#include "edit/gizmo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>

#include "scene/scene.h"

namespace marrow::gizmo_geometry {

std::optional<Sight> sight_of(const Ray& ray) {
  if (!is_finite(ray.origin) || !is_finite(ray.direction)) return std::nullopt;
  const double length = glm::length(glm::dvec3(ray.direction));
  if (length == 0.0) return std::nullopt;
  return Sight{glm::dvec3(ray.origin), glm::dvec3(ray.direction) / length};
}

std::optional<double> along_line(const Sight& sight, const glm::dvec3& point,
                                 const glm::dvec3& direction) {
  constexpr double kParallel = 1e-6;  // square of the sine of the angle between them
  const glm::dvec3 to_eye = sight.origin - point;
  const double cosine = glm::dot(direction, sight.direction);
  const double sine_squared = 1.0 - cosine * cosine;
  if (!(sine_squared > kParallel)) return std::nullopt;
  const double along_direction = glm::dot(direction, to_eye);
  const double along_sight = glm::dot(sight.direction, to_eye);
  if (cosine * along_direction - along_sight < 0.0) return std::nullopt;
  return (along_direction - cosine * along_sight) / sine_squared;
}

std::optional<glm::dvec3> on_plane(const Sight& sight, const glm::dvec3& point,
                                   const glm::dvec3& normal) {
  constexpr double kParallel = 1e-4;
  const double cosine = glm::dot(normal, sight.direction);
  if (!(std::abs(cosine) > kParallel)) return std::nullopt;
  const glm::dvec3 to_eye = sight.origin - point;
  const double t = -glm::dot(normal, to_eye) / cosine;
  if (t < 0.0) return std::nullopt;
  return to_eye + sight.direction * t;
}

glm::dvec3 any_across(const glm::dvec3& direction) {
  const glm::dvec3 other =
      std::abs(direction.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
  return glm::normalize(glm::cross(direction, other));
}

int axis_index(GizmoHandle handle) {
  switch (handle) {
    case GizmoHandle::x:
    case GizmoHandle::yz:
      return 0;
    case GizmoHandle::y:
    case GizmoHandle::zx:
      return 1;
    case GizmoHandle::z:
    case GizmoHandle::xy:
      return 2;
    case GizmoHandle::center:
    case GizmoHandle::arcball:
    case GizmoHandle::none:
      break;
  }
  return -1;
}

bool is_plane(GizmoHandle handle) {
  return handle == GizmoHandle::yz || handle == GizmoHandle::zx || handle == GizmoHandle::xy;
}

Screen screen_of(const Gizmo& gizmo) {
  const glm::dvec3 forward = glm::normalize(glm::dvec3(gizmo.view_direction));
  const glm::dvec3 across = glm::cross(forward, glm::dvec3(gizmo.view_up));
  const glm::dvec3 right =
      glm::length(across) > 1e-6 ? glm::normalize(across) : any_across(forward);
  return {right, glm::cross(right, forward), forward};
}

}  // namespace marrow::gizmo_geometry

namespace marrow {
namespace {

using gizmo_geometry::any_across;
using gizmo_geometry::Screen;
using gizmo_geometry::screen_of;
using gizmo_geometry::Sight;

// Lengths as shares of the gizmo's size.
constexpr double kLineBegin = 0.2;  // axes leave room for the center
constexpr double kHeadBegin = 0.82;
constexpr double kHeadHalfWidth = 0.065;
constexpr double kBoxHalfWidth = 0.055;
constexpr double kSquareBegin = 0.3, kSquareEnd = 0.5;
constexpr double kCenterRadius = 0.12;
constexpr double kCenterBoxHalfWidth = 0.08;
constexpr double kScreenRing = 1.2;
constexpr int kRingSegments = 96;

// Cosines against the view direction: axes within 11 degrees of end-on and squares within 8 of
// edge-on are left out.
constexpr double kEndOn = 0.98;
constexpr double kEdgeOn = 0.14;
/// A ring whose axis is at an angle below this sine to the view direction is drawn whole.
constexpr double kFaceOn = 0.05;

constexpr std::array kAxisHandles{GizmoHandle::x, GizmoHandle::y, GizmoHandle::z};
constexpr std::array kPlaneHandles{GizmoHandle::yz, GizmoHandle::zx, GizmoHandle::xy};

/// Places points given as shares of the gizmo's size.
struct Pen {
  glm::dvec3 origin;
  double size;
  explicit Pen(const Gizmo& gizmo) : origin(gizmo.origin), size(gizmo.size) {}
  glm::vec3 operator()(const glm::dvec3& share) const { return glm::vec3(origin + share * size); }
};

std::vector<glm::vec3> arc(const Pen& pen, const glm::dvec3& u, const glm::dvec3& v, double radius,
                           double from, double to, int segments) {
  std::vector<glm::vec3> points;
  for (int i = 0; i <= segments; ++i) {
    const double angle = from + (to - from) * i / segments;
    points.push_back(pen((u * std::cos(angle) + v * std::sin(angle)) * radius));
  }
  return points;
}

std::vector<glm::vec3> ring(const Pen& pen, const glm::dvec3& u, const glm::dvec3& v,
                            double radius) {
  std::vector<glm::vec3> points = arc(pen, u, v, radius, 0.0, glm::two_pi<double>(), kRingSegments);
  points.back() = points.front();
  return points;
}

std::vector<glm::vec3> square(const Pen& pen, const glm::dvec3& center, const glm::dvec3& u,
                              const glm::dvec3& v, double half_width) {
  const glm::dvec3 a = u * half_width, b = v * half_width;
  return {pen(center - a - b), pen(center + a - b), pen(center + a + b), pen(center - a + b),
          pen(center - a - b)};
}

/// An axis's line with a triangle (translate) or a square (scale) at its end that faces the viewer.
void add_axis(std::vector<GizmoShape>& result, const Gizmo& gizmo, const Screen& screen, int axis) {
  const Pen pen(gizmo);
  const glm::dvec3 direction(gizmo.axes[axis]);
  if (std::abs(glm::dot(direction, screen.forward)) > kEndOn) return;
  const GizmoHandle handle = kAxisHandles[std::size_t(axis)];
  result.push_back({handle, {pen(direction * kLineBegin), pen(direction * kHeadBegin)}, false});
  const glm::dvec3 side = glm::normalize(glm::cross(direction, screen.forward));
  if (gizmo.mode == GizmoMode::scale) {
    result.push_back(
        {handle, square(pen, direction * (1.0 - kBoxHalfWidth), direction, side, kBoxHalfWidth),
         true});
    return;
  }
  const glm::vec3 left = pen(direction * kHeadBegin - side * kHeadHalfWidth);
  result.push_back(
      {handle,
       {left, pen(direction), pen(direction * kHeadBegin + side * kHeadHalfWidth), left},
       true});
}

void add_square(std::vector<GizmoShape>& result, const Gizmo& gizmo, const Screen& screen,
                int axis) {
  if (std::abs(glm::dot(glm::dvec3(gizmo.axes[axis]), screen.forward)) < kEdgeOn) return;
  const glm::dvec3 u(gizmo.axes[(axis + 1) % 3]), v(gizmo.axes[(axis + 2) % 3]);
  const glm::dvec3 center = (u + v) * ((kSquareBegin + kSquareEnd) * 0.5);
  result.push_back({kPlaneHandles[std::size_t(axis)],
                    square(Pen(gizmo), center, u, v, (kSquareEnd - kSquareBegin) * 0.5), true});
}

/// The half of a ring that is turned towards the viewer.
void add_ring(std::vector<GizmoShape>& result, const Gizmo& gizmo, const Screen& screen, int axis) {
  const glm::dvec3 normal(gizmo.axes[axis]);
  const glm::dvec3 towards_viewer = normal * glm::dot(screen.forward, normal) - screen.forward;
  const bool is_face_on = glm::length(towards_viewer) < kFaceOn;
  const glm::dvec3 u =
      is_face_on ? glm::dvec3(gizmo.axes[(axis + 1) % 3]) : glm::normalize(towards_viewer);
  const glm::dvec3 v = glm::cross(normal, u);
  const double quarter = glm::half_pi<double>();
  result.push_back({kAxisHandles[std::size_t(axis)],
                    is_face_on ? ring(Pen(gizmo), u, v, 1.0)
                               : arc(Pen(gizmo), u, v, 1.0, -quarter, quarter, kRingSegments / 2),
                    false});
}

void add_center(std::vector<GizmoShape>& result, const Gizmo& gizmo, const Screen& screen) {
  const Pen pen(gizmo);
  switch (gizmo.mode) {
    case GizmoMode::translate:
      result.push_back(
          {GizmoHandle::center, ring(pen, screen.right, screen.up, kCenterRadius), false});
      break;
    case GizmoMode::rotate:
      result.push_back(
          {GizmoHandle::center, ring(pen, screen.right, screen.up, kScreenRing), false});
      break;
    case GizmoMode::scale:
      result.push_back({GizmoHandle::center,
                        square(pen, glm::dvec3(0.0), screen.right, screen.up, kCenterBoxHalfWidth),
                        true});
      break;
  }
}

struct Hit {
  double distance = std::numeric_limits<double>::infinity();  ///< between the ray and the shape
  double t = 0.0;                                             ///< along the ray
};

Hit hit_segment(const Sight& sight, const glm::dvec3& a, const glm::dvec3& b) {
  const glm::dvec3 along = b - a;
  const double length_squared = glm::dot(along, along);
  double s = 0.0;
  if (length_squared > 0.0) {
    const double length = std::sqrt(length_squared);
    const double cosine = glm::dot(along, sight.direction) / length;
    const double sine_squared = 1.0 - cosine * cosine;
    const glm::dvec3 to_eye = sight.origin - a;
    const double nearest =
        (glm::dot(along, to_eye) / length - cosine * glm::dot(sight.direction, to_eye)) /
        std::max(sine_squared, 1e-12);
    s = std::clamp(nearest / length, 0.0, 1.0);
  }
  const glm::dvec3 point = a + along * s;
  const double t = std::max(glm::dot(point - sight.origin, sight.direction), 0.0);
  return {glm::distance(point, sight.origin + sight.direction * t), t};
}

Hit hit_line(const Sight& sight, const std::vector<glm::vec3>& line) {
  Hit nearest;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Hit hit = hit_segment(sight, glm::dvec3(line[i - 1]), glm::dvec3(line[i]));
    if (hit.distance < nearest.distance) nearest = hit;
  }
  return nearest;
}

/// Inside a convex outline the distance is 0.
Hit hit_fill(const Sight& sight, const std::vector<glm::vec3>& outline) {
  const Hit rim = hit_line(sight, outline);
  const glm::dvec3 corner(outline[0]);
  const glm::dvec3 normal =
      glm::cross(glm::dvec3(outline[1]) - corner, glm::dvec3(outline[2]) - corner);
  if (glm::length(normal) == 0.0) return rim;
  const std::optional<glm::dvec3> met =
      gizmo_geometry::on_plane(sight, corner, glm::normalize(normal));
  if (!met) return rim;
  const glm::dvec3 point = corner + *met;
  for (std::size_t i = 1; i < outline.size(); ++i) {
    const glm::dvec3 from(outline[i - 1]), to(outline[i]);
    if (glm::dot(glm::cross(to - from, point - from), normal) < 0.0) return rim;
  }
  return {0.0, glm::distance(point, sight.origin)};
}

/// Order of hits: inside an outline (squares, the center), then clearly closest to the ray, then
/// nearest to the eye. `same`: how much farther still counts as equally close.
bool is_better(GizmoHandle handle, const Hit& hit, GizmoHandle best_handle, const Hit& best,
               double same) {
  const auto is_met_inside = [](GizmoHandle which, const Hit& where) {
    return where.distance == 0.0 &&
           (gizmo_geometry::is_plane(which) || which == GizmoHandle::center);
  };
  if (best_handle == GizmoHandle::none) return true;
  const bool is_inside = is_met_inside(handle, hit);
  if (is_inside != is_met_inside(best_handle, best)) return is_inside;
  if (std::abs(hit.distance - best.distance) > same) return hit.distance < best.distance;
  return hit.t < best.t;
}

/// `wanted` made unit and perpendicular to `normal` (unless zero); none if too short for `scale`.
std::optional<glm::dvec3> unit_across(glm::dvec3 wanted, const glm::dvec3& normal, double scale) {
  wanted -= normal * glm::dot(normal, wanted);
  const double length = glm::length(wanted);
  if (!(length > 1e-6 * scale)) return std::nullopt;
  return wanted / length;
}

/// Right-handed unit axes nearest to a frame's columns, x first; zero or dependent columns are
/// replaced.
glm::mat3 orthonormal(const glm::mat4& frame) {
  const glm::dmat3 columns{glm::mat3(frame)};
  const double scale =
      std::max({glm::length(columns[0]), glm::length(columns[1]), glm::length(columns[2])});
  if (!is_finite(frame) || !(scale > 0.0)) return glm::mat3(1.0f);
  const glm::dmat3 unit(columns[0] / scale, columns[1] / scale, columns[2] / scale);
  const glm::dvec3 nothing(0.0);
  std::optional<glm::dvec3> x = unit_across(unit[0], nothing, 1.0);
  if (!x) x = unit_across(glm::cross(unit[1], unit[2]), nothing, 1.0);
  if (!x)
    x = any_across(glm::normalize(glm::length(unit[1]) > glm::length(unit[2]) ? unit[1] : unit[2]));
  std::optional<glm::dvec3> y = unit_across(unit[1], *x, 1.0);
  if (!y) y = unit_across(glm::cross(unit[2], *x), *x, 1.0);
  if (!y) y = any_across(*x);
  return glm::mat3(glm::vec3(*x), glm::vec3(*y), glm::vec3(glm::cross(*x, *y)));
}

/// Right, up, towards the eye.
glm::mat3 screen_axes(const Camera& camera) {
  return glm::transpose(glm::mat3(view_from_world(camera)));
}

}  // namespace

glm::mat3 gizmo_axes(const glm::mat4& frame, GizmoOrientation orientation, const Camera& camera) {
  switch (orientation) {
    case GizmoOrientation::world:
      break;
    case GizmoOrientation::parent:
    case GizmoOrientation::joint:
      return orthonormal(frame);
    case GizmoOrientation::view:
      return screen_axes(camera);
  }
  return glm::mat3(1.0f);
}

Gizmo make_gizmo(GizmoMode mode, const glm::mat4& frame, GizmoOrientation orientation,
                 const Camera& camera, float viewport_height, float pixels) {
  Gizmo gizmo;
  gizmo.mode = mode;
  if (is_finite(glm::vec3(frame[3]))) gizmo.origin = glm::vec3(frame[3]);
  gizmo.axes = gizmo_axes(frame, orientation, camera);
  const glm::mat3 world_from_view = screen_axes(camera);
  gizmo.view_direction = -world_from_view[2];
  gizmo.view_up = world_from_view[1];
  const glm::dvec3 from_eye = glm::dvec3(gizmo.origin) - glm::dvec3(eye_of(camera));
  if (!camera.orthographic && glm::length(from_eye) > 0.0)
    gizmo.view_direction = glm::vec3(glm::normalize(from_eye));
  const float size = world_per_pixel(camera, gizmo.origin, viewport_height) * pixels;
  gizmo.size = std::isfinite(size) && size > 0.0f ? size : 1.0f;
  return gizmo;
}

glm::mat4 carried(const Gizmo& gizmo, const glm::mat4& increment, const glm::vec3& origin,
                  const glm::mat3& axes) {
  if (increment == glm::mat4(1.0f) || (gizmo.origin == origin && gizmo.axes == axes))
    return increment;
  const auto place = [](const glm::vec3& at, const glm::mat3& columns) {
    glm::dmat4 result{glm::dmat3(columns)};
    result[3] = glm::dvec4(glm::dvec3(at), 1.0);
    return result;
  };
  const glm::dmat4 there = place(origin, axes), here = place(gizmo.origin, gizmo.axes);
  const glm::dmat4 motion = there * glm::inverse(here);
  glm::mat4 result(motion * glm::dmat4(increment) * glm::inverse(motion));
  for (int column = 0; column < 4; ++column)
    result[column][3] = column == 3 ? 1.0f : 0.0f;  // removes rounding errors
  return is_finite(result) ? result : increment;
}

std::vector<GizmoShape> shapes(const Gizmo& gizmo) {
  const Screen screen = screen_of(gizmo);
  std::vector<GizmoShape> result;
  for (int axis = 0; axis < 3; ++axis) {
    if (gizmo.mode == GizmoMode::rotate) {
      add_ring(result, gizmo, screen, axis);
    } else {
      add_axis(result, gizmo, screen, axis);
      add_square(result, gizmo, screen, axis);
    }
  }
  add_center(result, gizmo, screen);
  return result;
}

GizmoHandle handle_at(const Gizmo& gizmo, const Ray& ray, float tolerance) {
  const std::optional<Sight> sight = gizmo_geometry::sight_of(ray);
  if (!sight) return GizmoHandle::none;
  const double farthest = double(tolerance) * double(gizmo.size);
  GizmoHandle best_handle = GizmoHandle::none;
  Hit best;
  for (const GizmoShape& shape : shapes(gizmo)) {
    // The center circle of the translate gizmo is drawn as a line, so that it does not hide the
    // joint, but grabbed as a disc.
    const bool is_solid =
        shape.filled || (shape.handle == GizmoHandle::center && gizmo.mode != GizmoMode::rotate);
    const Hit hit = is_solid ? hit_fill(*sight, shape.line) : hit_line(*sight, shape.line);
    if (hit.distance > farthest ||
        !is_better(shape.handle, hit, best_handle, best, farthest * 0.25))
      continue;
    best_handle = shape.handle;
    best = hit;
  }
  return best_handle;
}

}  // namespace marrow
