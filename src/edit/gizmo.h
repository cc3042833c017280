// The gizmo's handles: rays to one world-space increment U. No GL, no window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/gizmo_handle.h"
#include "scene/camera.h"
#include "scene/ray.h"

namespace marrow {

/// The axes of an orientation: unit columns, right-handed, world space, never degenerate. `frame`
/// is the one that `parent` or `joint` means; it is made orthonormal, x first.
glm::mat3 gizmo_axes(const glm::mat4& frame, GizmoOrientation orientation, const Camera& camera);

/// A gizmo of `pixels` radius on a screen of `viewport_height` pixels, at the origin of `frame`,
/// along gizmo_axes().
Gizmo make_gizmo(GizmoMode mode, const glm::mat4& frame, GizmoOrientation orientation,
                 const Camera& camera, float viewport_height, float pixels);

/// U as the same drag makes it for a gizmo at `origin` with `axes` (unit, right-handed): G U G^-1,
/// G the motion that brings the gizmo there. So each of several joints turns about its own base or
/// along its own axes. Exactly U for the same place, exactly the identity when U is.
glm::mat4 carried(const Gizmo& gizmo, const glm::mat4& increment, const glm::vec3& origin,
                  const glm::mat3& axes);

/// The handle under the ray, within `tolerance` as a share of the size: squares and the centre, met
/// inside their outline, before axes and rings; then what the ray passes clearly closest to; then
/// what is nearest to the eye. Axes end-on, squares edge-on and the far half of a ring cannot be
/// hit. A ray that is not finite or has no direction finds none.
GizmoHandle handle_at(const Gizmo& gizmo, const Ray& ray, float tolerance = 0.08f);

/// The handles as lines, for drawing and tests, with the numbers of handle_at().
struct GizmoShape {
  GizmoHandle handle = GizmoHandle::none;
  std::vector<glm::vec3> line;  ///< a polyline in world space; closed shapes repeat the first point
  bool filled =
      false;  ///< plane squares, arrow heads, scale boxes: the line is the outline of a convex fill
};
std::vector<GizmoShape> shapes(const Gizmo& gizmo);

struct DragOptions {
  bool snap = false;  ///< to whole steps relative to the start of the drag, along the handle's own
                      ///< axis (or axes)
  bool precise = false;  ///< a tenth of the movement, from the moment it is held
  // The editor hands over what its preferences say. A step that is not above 0 does not snap.
  float translate_step = 0.1f;        ///< world units
  float rotate_step = 0.0872664626f;  ///< radians, 5 degrees
  float scale_step = 0.1f;
};

/// One drag, from press to release, computed from its start; only the turn counter and `precise`
/// depend on the past. U = T(c) M T(-c) about the gizmo's origin c.
class GizmoDrag {
 public:
  GizmoDrag(const Gizmo& gizmo, GizmoHandle handle, const Ray& start);

  /// U for the present ray: finite, affine, exactly the identity while nothing moved. A ray
  /// parallel to the drag's axis or plane, meeting it behind the eye, or invalid leaves U as it
  /// was. A ring nearly edge-on turns with the movement along it. A dragged scale factor stays >=
  /// 0.001: dragging never mirrors.
  const glm::mat4& update(const Ray& ray, const DragOptions& options);
  /// U for a typed number: world units along the axis (plane or centre: along the movement so far,
  /// else its first axis), degrees, or a scale factor, possibly negative, of size >= 0.001. A
  /// number that is not finite leaves U as it was.
  const glm::mat4& set_value(float value);

  const glm::mat4& increment() const { return increment_; }
  GizmoHandle handle() const { return handle_; }
  const Gizmo& gizmo() const { return gizmo_; }
  /// For the header line and the pie: distance, radians (beyond +-pi after further turns; about the
  /// axis, for the screen ring about the direction towards the eye) or factor.
  float value() const { return value_; }
  /// Unit axis of the rotation by value(), counter-clockwise as seen from its end; any if nothing
  /// turns.
  glm::vec3 turn_axis() const { return turn_axis_; }
  glm::vec3 translation() const { return translation_; }
  /// "45.0\u00b0", "x 0.120", "1.50 x".
  std::string text() const;

 private:
  std::optional<glm::dvec3> reading(
      const Ray& ray) const;  ///< the ray in the handle's own coordinates
  glm::dvec3 movement(const glm::dvec3& reading)
      const;  ///< since the start: distances, an angle, or a factor less 1
  double turn(const glm::dvec3& arm)
      const;  ///< the angle from the start's arm, with the full turns made so far
  void show(const glm::dvec3& movement);  ///< sets U and what goes with it
  void show_translation(const glm::dvec3& offset, double distance);
  void show_turn(double angle, const glm::dvec3& about_axis);
  void show_scale(double factor);
  bool set_increment(const glm::dmat4& increment,
                     double value);  ///< false, and all stays, when a float cannot hold it
  glm::dvec3 axis() const;
  bool is_edge_on() const;

  Gizmo gizmo_;
  GizmoHandle handle_;
  glm::mat4 increment_{1.0f};
  float value_ = 0.0f;
  glm::vec3 translation_{0.0f};
  glm::vec3 turn_axis_{0.0f, 0.0f, 1.0f};

  std::optional<glm::dvec3> start_;  ///< the first reading that there was
  glm::dvec3 moved_{0.0};            ///< movement of the last ray
  // While `precise` does not change: movement shown = held_shown_ + share (moved_ - held_moved_).
  bool is_precise_ = false;
  glm::dvec3 held_moved_{0.0};
  glm::dvec3 held_shown_{0.0};
};

}  // namespace marrow
