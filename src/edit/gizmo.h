// The gizmo and its handles, and geometry that only gizmo.cpp and gizmo_drag.cpp use. In double
// precision, because squares of tiny or huge floats would vanish or overflow.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scene/camera.h"
#include "scene/ray.h"

namespace marrow {

enum class GizmoMode { translate, rotate, scale };
/// The axes that the handles follow: those of the world, the parent's frame, the object, or the
/// screen (right, up, towards the eye).
enum class GizmoOrientation { world, parent, joint, view };

/// A part of the gizmo that can be grabbed. `center`: the screen plane for translate, the outer
/// screen ring (view axis) for rotate, uniform for scale (right or up grows). `arcball`: free
/// turning, for rotate only, neither drawn nor found by handle_at(). For rotate a plane handle
/// turns about its normal.
enum class GizmoHandle { none, x, y, z, yz, zx, xy, center, arcball };

struct Gizmo {
  GizmoMode mode = GizmoMode::rotate;
  glm::vec3 origin{0.0f};              ///< the pivot c, world space
  glm::mat3 axes{1.0f};                ///< unit columns x, y, z, world space, right-handed
  glm::vec3 view_direction{0, 0, -1};  ///< from the eye towards the origin, unit
  glm::vec3 view_up{0, 1, 0};
  float size = 1.0f;  ///< world units from the origin to the arrow tips; also the rings' radius
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

namespace marrow {

/// The axes of an orientation: unit columns, right-handed, world space, never degenerate. `frame`:
/// the parent's or the joint's frame for these orientations; it is made orthonormal, x first.
glm::mat3 gizmo_axes(const glm::mat4& frame, GizmoOrientation orientation, const Camera& camera);

/// A gizmo of `pixels` radius on a screen of `viewport_height` pixels, at the origin of `frame`,
/// along gizmo_axes().
Gizmo make_gizmo(GizmoMode mode, const glm::mat4& frame, GizmoOrientation orientation,
                 const Camera& camera, float viewport_height, float pixels);

/// The increment U of a drag, carried over to a gizmo at `origin` with `axes` (unit, right-handed):
/// G U G^-1, where G moves the gizmo there. So each of several joints turns about its own base or
/// along its own axes. Exactly U if origin and axes are the gizmo's, exactly the identity if U is.
glm::mat4 carried(const Gizmo& gizmo, const glm::mat4& increment, const glm::vec3& origin,
                  const glm::mat3& axes);

/// The handle under the ray, within `tolerance`, a share of the gizmo's size. Squares and the
/// center, hit inside their outline, win over axes and rings; then the handle that the ray passes
/// clearly closest to; then the one nearest to the eye. Axes end-on, squares edge-on and the far
/// half of a ring cannot be hit. None for a ray that is not finite or has no direction.
GizmoHandle handle_at(const Gizmo& gizmo, const Ray& ray, float tolerance = 0.08f);

/// The handles as lines, for drawing and tests; handle_at() uses them.
struct GizmoShape {
  GizmoHandle handle = GizmoHandle::none;
  std::vector<glm::vec3> line;  ///< a polyline in world space; closed shapes repeat the first point
  /// True for plane squares, arrow heads, scale boxes: the line is the outline of a convex fill.
  bool filled = false;
};
std::vector<GizmoShape> shapes(const Gizmo& gizmo);

struct DragOptions {
  /// Rounds to whole steps from the start of the drag, along the handle's axis or axes.
  bool snap = false;
  bool precise = false;  ///< a tenth of the movement, from the moment the key is held
  // The editor sets the steps from its preferences. A step of 0 or less does not snap.
  float translate_step = 0.1f;        ///< world units
  float rotate_step = 0.0872664626f;  ///< radians, 5 degrees
  float scale_step = 0.1f;
};

/// One drag, from press to release. U is computed from the drag's start; only full turns and
/// `precise` depend on the rays in between. U = T(c) M T(-c) about the gizmo's origin c.
class GizmoDrag {
 public:
  GizmoDrag(const Gizmo& gizmo, GizmoHandle handle, const Ray& start);

  /// U for the present ray: finite, affine, exactly the identity before any movement. U does not
  /// change for an invalid ray, and for one that is parallel to the drag's axis or plane or meets
  /// it behind the eye. A ring nearly edge-on turns with the movement along it. A dragged scale
  /// factor is at least 0.001: dragging never mirrors.
  const glm::mat4& update(const Ray& ray, const DragOptions& options);
  /// U for a typed number: world units along the axis (for a plane or the center: along the
  /// movement so far, else its first axis), degrees, or a scale factor, possibly negative, of size
  /// >= 0.001. U does not change for a number that is not finite.
  const glm::mat4& set_value(float value);

  const glm::mat4& increment() const { return increment_; }
  GizmoHandle handle() const { return handle_; }
  const Gizmo& gizmo() const { return gizmo_; }
  /// For the header line and the pie: a distance, a factor, or radians about the axis (for the
  /// screen ring: about the direction towards the eye), beyond +-pi after a half turn.
  float value() const { return value_; }
  /// Unit axis of the rotation by value(), counter-clockwise as seen from its end; any axis if
  /// nothing turns.
  glm::vec3 turn_axis() const { return turn_axis_; }
  glm::vec3 translation() const { return translation_; }
  /// "45.0\u00b0", "x 0.120", "1.50 x".
  std::string text() const;

 private:
  /// The ray in the handle's own coordinates.
  std::optional<glm::dvec3> reading(const Ray& ray) const;
  /// The movement since the start: distances, an angle, or a factor minus 1.
  glm::dvec3 movement(const glm::dvec3& reading) const;
  /// The angle from the arm at the start, including full turns.
  double turn(const glm::dvec3& arm) const;
  void show(const glm::dvec3& movement);  ///< sets U, value(), translation() and turn_axis()
  void show_translation(const glm::dvec3& offset, double distance);
  void show_turn(double angle, const glm::dvec3& about_axis);
  void show_scale(double factor);
  /// Returns false and changes nothing when a float cannot hold the values.
  bool set_increment(const glm::dmat4& increment, double value);
  glm::dvec3 axis() const;
  bool is_edge_on() const;

  Gizmo gizmo_;
  GizmoHandle handle_;
  glm::mat4 increment_{1.0f};
  float value_ = 0.0f;
  glm::vec3 translation_{0.0f};
  glm::vec3 turn_axis_{0.0f, 0.0f, 1.0f};

  std::optional<glm::dvec3> start_;  ///< the first valid reading
  glm::dvec3 moved_{0.0};            ///< movement of the last ray
  // While `precise` does not change: movement shown = held_shown_ + share (moved_ - held_moved_).
  bool is_precise_ = false;
  glm::dvec3 held_moved_{0.0};
  glm::dvec3 held_shown_{0.0};
};

}  // namespace marrow
