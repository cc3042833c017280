#include "edit/gizmo_geometry.h"

#include <cmath>

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
