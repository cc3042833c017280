// Intersects rays with shapes that can be clicked. All arguments of a call are in one space;
// directions may have any length.
#pragma once

#include <glm/glm.hpp>
#include <optional>

namespace marrow {

struct Ray {
  glm::vec3 origin{0.0f};
  glm::vec3 direction{0.0f, 0.0f, -1.0f};
};

Ray transformed(const glm::mat4& to_from, const Ray& ray);

/// Parameter t >= 0 of the first hit along the ray (origin + t direction); none on a miss. Capsules
/// may taper, as in rig.h.
std::optional<float> hit_capsule(const Ray& ray, const glm::vec3& a, const glm::vec3& b,
                                 float radius_a, float radius_b);
/// None if the ray is parallel to the plane (|cos| < 1e-4) or points away from it.
std::optional<float> hit_plane(const Ray& ray, const glm::vec3& point, const glm::vec3& normal);
/// Parameter s of the point line_point + s line_direction nearest to the ray; none if both are
/// parallel.
std::optional<float> nearest_on_line(const Ray& ray, const glm::vec3& line_point,
                                     const glm::vec3& line_direction);

}  // namespace marrow
