// The place of a gizmo, and its handles.
#pragma once

#include <glm/glm.hpp>

namespace marrow {

enum class GizmoMode { translate, rotate, scale };
/// Along which axes the handles run: the world's, those of the frame above the thing moved, its
/// own, the screen's (right, up, towards the eye).
enum class GizmoOrientation { world, parent, joint, view };

/// A part of the gizmo that can be grabbed. `center` is the screen plane for translate, the outer
/// screen ring for rotate (the view axis), uniform for scale (dragged to the right or upwards it
/// grows). `arcball` turns freely, as a ball under the hand; it is not drawn and not found by
/// handle_at(), and is there for rotate only. For rotate a plane means its normal.
enum class GizmoHandle { none, x, y, z, yz, zx, xy, center, arcball };

/// The place of the gizmo, made in each frame from the selection and the camera.
struct Gizmo {
  GizmoMode mode = GizmoMode::rotate;
  glm::vec3 origin{0.0f};              ///< the pivot c, world space
  glm::mat3 axes{1.0f};                ///< unit columns x, y, z, world space, right-handed
  glm::vec3 view_direction{0, 0, -1};  ///< from the eye towards the origin, unit
  glm::vec3 view_up{0, 1, 0};
  float size = 1.0f;  ///< world units from the origin to the arrow tips and of the rings' radius
};

}  // namespace marrow
