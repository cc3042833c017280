// Geometry shared by gizmo.cpp and gizmo_drag.cpp, in double precision: rays of floats can be tiny
// or huge, and their squares must neither vanish nor overflow. Only those two files include it.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "edit/gizmo_handle.h"
#include "scene/ray.h"

namespace marrow::gizmo_geometry {

/// A ray with a direction of unit length.
struct Sight {
  glm::dvec3 origin{0.0};
  glm::dvec3 direction{0.0, 0.0, -1.0};
};

/// Nothing when the ray is not finite or has no direction.
std::optional<Sight> sight_of(const Ray& ray);

/// Position s along the line (point + s direction, unit) of its point nearest to the sight. Nothing
/// when they are parallel or when that point lies behind the eye.
std::optional<double> along_line(const Sight& sight, const glm::dvec3& point,
                                 const glm::dvec3& direction);

/// Where the sight meets the plane, relative to `point`. Nothing when it is parallel to the plane
/// or the plane lies behind the eye.
std::optional<glm::dvec3> on_plane(const Sight& sight, const glm::dvec3& point,
                                   const glm::dvec3& normal);

/// Some unit vector across a unit vector.
glm::dvec3 any_across(const glm::dvec3& direction);

/// Index 0, 1, 2 of the axis of an axis handle, or of the axis that a plane handle lies across; -1
/// for the others.
int axis_index(GizmoHandle handle);
bool is_plane(GizmoHandle handle);

/// Unit vectors to the right and upwards on the screen, and the view direction.
struct Screen {
  glm::dvec3 right, up, forward;
};
Screen screen_of(const Gizmo& gizmo);

}  // namespace marrow::gizmo_geometry
