// The placement of a gizmo, and its handles.
#pragma once

#include <glm/glm.hpp>

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
