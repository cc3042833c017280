// An orbit camera and the rays it casts. Right-handed, y up, radians.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/mesh.h"
#include "scene/ray.h"

namespace marrow {

struct Camera {
  glm::vec3 target{0.0f, 0.9f, 0.0f};  ///< the point that the camera looks at, world space
  float distance = 3.0f;               ///< from eye to target, world units, > 0
  float yaw = 0.5f;                    ///< about world y; 0 looks from +z towards -z
  float pitch = 0.15f;                 ///< up positive; clamped to [-pi/2, pi/2]
  float field_of_view = 0.6f;          ///< vertical
  bool orthographic = false;
  bool operator==(const Camera&) const = default;
};

/// A camera at one time of a move.
struct CameraKey {
  float share = 0.5f;  ///< time as a share of the film, in (0, 1)
  Camera camera{};
  bool operator==(const CameraKey&) const = default;
};

/// The camera of a film: from one view to another, through any number of views between them.
struct CameraMove {
  Camera from{}, to{};
  std::vector<CameraKey> between{};  ///< by rising share
  bool operator==(const CameraMove&) const = default;
};

enum class AxisView { front, back, right, left, top, bottom };

glm::vec3 eye_of(const Camera& camera);
glm::mat4 view_from_world(const Camera& camera);
glm::mat4 clip_from_view(const Camera& camera, float aspect);
/// Pixel (x right, y down from the upper left of a viewport of `size` pixels) -> world ray of unit
/// direction.
Ray ray_through_pixel(const Camera& camera, glm::vec2 pixel, glm::vec2 size);
/// World point -> pixel (x right, y down). `visible` is false if the point is behind the eye.
struct Projected {
  glm::vec2 pixel{0.0f};
  float depth = 0.0f;  ///< distance along the view direction
  bool visible = false;
};
Projected project(const Camera& camera, const glm::vec3& world, glm::vec2 size);
/// Size of one pixel at `world` in world units, for handles of constant screen size.
float world_per_pixel(const Camera& camera, const glm::vec3& world, float viewport_height);

Camera orbited(Camera camera, float yaw_by, float pitch_by);
/// As orbited(), but turns about `center`, a world point, which keeps its place on the screen and
/// its distance from the eye.
Camera orbited_about(const Camera& camera, float yaw_by, float pitch_by, const glm::vec3& center);
Camera panned(const Camera& camera, glm::vec2 pixels, float viewport_height);
/// factor < 1 goes nearer. The world point `towards` stays where it is on the screen.
Camera dollied(const Camera& camera, float factor, const glm::vec3& towards);
/// Keeps the direction and moves so that the bounds fill most of the view. With empty bounds the
/// camera is unchanged.
Camera framed(Camera camera, const Bounds& world_bounds, float aspect);
Camera looking_along(Camera camera, AxisView view);
/// Interpolates between two cameras, t in [0, 1]. Yaw takes the short way round, the distance is
/// interpolated by its logarithm.
Camera blended(const Camera& from, const Camera& to, float t);
/// The camera of a move at a share t in [0, 1] of the film: a cubic Hermite curve through its
/// views, at rest at both ends, Catmull-Rom in between. Yaw and distance as in blended().
Camera eased(const CameraMove& move, float t);
bool is_valid(const CameraMove& move);
/// Finite, with a distance above 0 and a field of view between 0 and pi.
bool is_valid(const Camera& camera);

}  // namespace marrow
