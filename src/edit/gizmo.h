// The handles that move things: rays in, one world-space increment U out. No GL, no window: testable with numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/camera.h"
#include "scene/ray.h"

namespace marrow {

enum class GizmoMode { translate, rotate, scale };
enum class GizmoOrientation { world, joint };

/// A part of the gizmo that can be grabbed. `center` is the screen plane for translate, the outer screen ring for rotate (the view axis),
/// uniform for scale.
enum class GizmoHandle { none, x, y, z, yz, zx, xy, center };

/// Where the gizmo stands: made each frame from the selection and the camera.
struct Gizmo {
  GizmoMode mode = GizmoMode::rotate;
  glm::vec3 origin{0.0f};              ///< the pivot c, world space
  glm::mat3 axes{1.0f};                ///< unit columns x, y, z, world space, right-handed
  glm::vec3 view_direction{0, 0, -1};  ///< from the eye towards the origin, unit
  glm::vec3 view_up{0, 1, 0};
  float size = 1.0f;  ///< world units from the origin to the arrow tips and of the rings' radius
};

/// A gizmo of `pixels` radius on a screen of `viewport_height` pixels. `frame` gives origin and (made orthonormal, never degenerate) axes.
Gizmo make_gizmo(GizmoMode mode, const glm::mat4& frame, GizmoOrientation orientation, const Camera& camera, float viewport_height,
                 float pixels);

/// The handle under the ray (nearest to the eye first, planes before axes where they overlap), within `tolerance` as a share of the size.
/// Handles seen end-on (axis along the view, ring edge-on only on its far half) cannot be grabbed.
GizmoHandle handle_at(const Gizmo& gizmo, const Ray& ray, float tolerance = 0.08f);

/// The handles as lines, for drawing and for tests: same numbers as handle_at uses.
struct GizmoShape {
  GizmoHandle handle = GizmoHandle::none;
  std::vector<glm::vec3> line;  ///< a polyline in world space; closed shapes repeat the first point
  bool filled = false;          ///< plane squares, arrow heads, scale boxes: the line is the outline of a convex fill
};
std::vector<GizmoShape> shapes(const Gizmo& gizmo);

struct DragOptions {
  bool snap = false;                  ///< relative to the start of the drag, along the handle's own axis
  bool precise = false;               ///< a tenth of the movement, from the moment it is held
  float translate_step = 0.1f;        ///< world units
  float rotate_step = 0.0872664626f;  ///< 5 degrees
  float scale_step = 0.1f;
};

/// One drag, from press to release. Everything is computed from the start; only the turn counter remembers the last ray.
class GizmoDrag {
 public:
  GizmoDrag(const Gizmo& gizmo, GizmoHandle handle, const Ray& start);

  /// U for the present ray: finite, affine, and exactly the identity while nothing moved. A ray parallel to the drag's axis or plane
  /// leaves U as it was.
  const glm::mat4& update(const Ray& ray, const DragOptions& options);
  /// U for a typed number: world units along the axis, degrees, or a scale factor.
  const glm::mat4& set_value(float value);

  const glm::mat4& increment() const { return increment_; }
  GizmoHandle handle() const { return handle_; }
  const Gizmo& gizmo() const { return gizmo_; }
  /// For the header line and the pie: distance, radians (beyond +-pi when turned further) or factor.
  float value() const { return value_; }
  glm::vec3 translation() const { return translation_; }
  /// "45.0 deg", "x 0.120", "1.50 x".
  std::string text() const;

 private:
  Gizmo gizmo_;
  GizmoHandle handle_;
  glm::mat4 increment_{1.0f};
  float value_ = 0.0f;
  glm::vec3 translation_{0.0f};
};

}  // namespace marrow
