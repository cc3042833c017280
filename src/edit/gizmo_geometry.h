// The gizmo and its handles; and geometry of gizmo.cpp and gizmo_drag.cpp only, in double
// precision: squares of tiny or huge floats must neither vanish nor overflow.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "scene/ray.h"

namespace marrow {

enum class GizmoMode { translate, rotate, scale };
/// Whose axes the handles follow: the world, the parent's frame, the object itself, or the screen
/// (right, up, towards the eye).
enum class GizmoOrientation { world, parent, joint, view };

/// A part of the gizmo that can be grabbed. `center`: the screen plane for translate, the outer
/// screen ring (view axis) for rotate, uniform for scale (right or up grows). `arcball`: free
/// turning, for rotate only, neither drawn nor found by handle_at(). For rotate a plane means its
/// normal.
enum class GizmoHandle { none, x, y, z, yz, zx, xy, center, arcball };

struct Gizmo {
  GizmoMode mode = GizmoMode::rotate;
  glm::vec3 origin{0.0f};              ///< the pivot c, world space
  glm::mat3 axes{1.0f};                ///< unit columns x, y, z, world space, right-handed
  glm::vec3 view_direction{0, 0, -1};  ///< from the eye towards the origin, unit
  glm::vec3 view_up{0, 1, 0};
  float size = 1.0f;  ///< world units from the origin to the arrow tips and of the rings' radius
};

}  // namespace marrow

namespace marrow::gizmo_geometry {

/// A ray with a direction of unit length.
struct Sight {
  glm::dvec3 origin{0.0};
  glm::dvec3 direction{0.0, 0.0, -1.0};
};

/// None if the ray is not finite or has no direction.
std::optional<Sight> sight_of(const Ray& ray);

/// The s for which point + s direction (unit) is nearest to the sight. None if the two are parallel
/// or the point is behind the eye.
std::optional<double> along_line(const Sight& sight, const glm::dvec3& point,
                                 const glm::dvec3& direction);

/// Where the sight meets the plane, relative to `point`. None if parallel or behind the eye.
std::optional<glm::dvec3> on_plane(const Sight& sight, const glm::dvec3& point,
                                   const glm::dvec3& normal);

/// Some unit vector perpendicular to a unit vector.
glm::dvec3 any_across(const glm::dvec3& direction);

/// Axis index 0, 1, 2 of an axis handle or of a plane handle's normal; -1 for the others.
int axis_index(GizmoHandle handle);
bool is_plane(GizmoHandle handle);

/// Unit vectors to the right and upwards on the screen, and the view direction.
struct Screen {
  glm::dvec3 right, up, forward;
};
Screen screen_of(const Gizmo& gizmo);

}  // namespace marrow::gizmo_geometry
