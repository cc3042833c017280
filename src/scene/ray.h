// Rays against clickable shapes, all in one space; directions need not be unit length unless said.
#pragma once

#include <glm/glm.hpp>
#include <optional>

namespace marrow {

struct Ray {
  glm::vec3 origin{0.0f};
  glm::vec3 direction{0.0f, 0.0f, -1.0f};
};

Ray transformed(const glm::mat4& to_from, const Ray& ray);

/// Parameter t >= 0 of the first hit along the ray (origin + t direction); none on a miss. One
/// radius at a and one at b, as rig.h has tapered capsules.
std::optional<float> hit_capsule(const Ray& ray, const glm::vec3& a, const glm::vec3& b,
                                 float radius_a, float radius_b);
/// Nothing when the ray is parallel to the plane (|cos| < 1e-4) or the plane lies behind.
std::optional<float> hit_plane(const Ray& ray, const glm::vec3& point, const glm::vec3& normal);
/// Parameter s of the line's point (line_point + s line_direction) nearest to the ray; none if
/// parallel.
std::optional<float> nearest_on_line(const Ray& ray, const glm::vec3& line_point,
                                     const glm::vec3& line_direction);

}  // namespace marrow
