#include "editor/rays.h"

#include <algorithm>

#include "editor/session.h"

namespace marrow {

Ray ray_at(const Session& session, glm::vec2 pixel) {
  return ray_through_pixel(session.camera, pixel, session.picture_size);
}

float ray_segment_distance(const Ray& ray, const glm::vec3& a, const glm::vec3& b) {
  // Clamps the segment's parameter s at the nearest points of the two lines, then updates the ray's
  // t and s in turn: exact, because the squared distance is convex in both clamped unknowns.
  const glm::vec3 bone = b - a;
  const float length_squared = glm::dot(bone, bone);
  float s = 0.0f;
  if (const std::optional<float> nearest = nearest_on_line(ray, a, bone);
      nearest && length_squared > 0.0f)
    s = std::clamp(*nearest, 0.0f, 1.0f);
  float t = 0.0f;
  for (int pass = 0; pass < 2; ++pass) {
    t = std::max(glm::dot(a + bone * s - ray.origin, ray.direction), 0.0f);
    if (length_squared > 0.0f)
      s = std::clamp(glm::dot(ray.origin + ray.direction * t - a, bone) / length_squared, 0.0f,
                     1.0f);
  }
  t = std::max(glm::dot(a + bone * s - ray.origin, ray.direction), 0.0f);
  return glm::distance(ray.origin + ray.direction * t, a + bone * s);
}

}  // namespace marrow
