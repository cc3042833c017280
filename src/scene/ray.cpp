#include "scene/ray.h"

#include <algorithm>
#include <cmath>

namespace marrow {

Ray transformed(const glm::mat4& to_from, const Ray& ray) {
  return {glm::vec3(to_from * glm::vec4(ray.origin, 1.0f)),
          glm::vec3(to_from * glm::vec4(ray.direction, 0.0f))};
}

std::optional<float> hit_triangle(const Ray& ray, const glm::vec3& a, const glm::vec3& b,
                                  const glm::vec3& c) {
  const glm::vec3 ab = b - a;
  const glm::vec3 ac = c - a;
  const glm::vec3 across = glm::cross(ray.direction, ac);
  const float determinant = glm::dot(ab, across);
  if (determinant == 0.0f) return std::nullopt;
  const glm::vec3 from_a = ray.origin - a;
  const float u = glm::dot(from_a, across) / determinant;
  if (!(u >= 0.0f && u <= 1.0f)) return std::nullopt;
  const glm::vec3 along = glm::cross(from_a, ab);
  const float v = glm::dot(ray.direction, along) / determinant;
  if (!(v >= 0.0f && u + v <= 1.0f)) return std::nullopt;
  const float t = glm::dot(ac, along) / determinant;
  return t >= 0.0f ? std::optional(t) : std::nullopt;
}

std::optional<float> hit_sphere(const Ray& ray, const glm::vec3& center, float radius) {
  const glm::vec3 to_ray = ray.origin - center;
  const float a = glm::dot(ray.direction, ray.direction);
  const float half_b = glm::dot(to_ray, ray.direction);
  const float c = glm::dot(to_ray, to_ray) - radius * radius;
  const float discriminant = half_b * half_b - a * c;
  if (!(discriminant >= 0.0f) || a == 0.0f) return std::nullopt;
  const float root = std::sqrt(discriminant);
  for (const float t : {(-half_b - root) / a, (-half_b + root) / a}) {
    if (t >= 0.0f) return t;
  }
  return std::nullopt;
}

/// The ray against the side of the cylinder between a and b, without its ends.
static std::optional<float> hit_cylinder_side(const Ray& ray, const glm::vec3& a,
                                              const glm::vec3& b, float radius) {
  const glm::vec3 axis = b - a;
  const glm::vec3 from_a = ray.origin - a;
  const float axis2 = glm::dot(axis, axis);
  const float axis_direction = glm::dot(axis, ray.direction);
  const float axis_from = glm::dot(axis, from_a);
  const float qa = axis2 * glm::dot(ray.direction, ray.direction) - axis_direction * axis_direction;
  const float qb = axis2 * glm::dot(from_a, ray.direction) - axis_from * axis_direction;
  const float qc =
      axis2 * glm::dot(from_a, from_a) - axis_from * axis_from - radius * radius * axis2;
  const float discriminant = qb * qb - qa * qc;
  if (!(discriminant >= 0.0f) || qa <= 0.0f) return std::nullopt;
  const float root = std::sqrt(discriminant);
  for (const float t : {(-qb - root) / qa, (-qb + root) / qa}) {
    const float along = axis_from + t * axis_direction;
    if (t >= 0.0f && along >= 0.0f && along <= axis2) return t;
  }
  return std::nullopt;
}

std::optional<float> hit_capsule(const Ray& ray, const glm::vec3& a, const glm::vec3& b,
                                 float radius) {
  if (!(radius > 0.0f)) return std::nullopt;
  std::optional<float> nearest;
  for (const std::optional<float>& t : {hit_cylinder_side(ray, a, b, radius),
                                        hit_sphere(ray, a, radius), hit_sphere(ray, b, radius)}) {
    if (t && (!nearest || *t < *nearest)) nearest = t;
  }
  return nearest;
}

std::optional<float> hit_plane(const Ray& ray, const glm::vec3& point, const glm::vec3& normal) {
  const float towards = glm::dot(ray.direction, normal);
  const float lengths = glm::length(ray.direction) * glm::length(normal);
  if (!(std::abs(towards) >= 1e-4f * lengths) || lengths == 0.0f) return std::nullopt;
  const float t = glm::dot(point - ray.origin, normal) / towards;
  return t >= 0.0f ? std::optional(t) : std::nullopt;
}

std::optional<float> nearest_on_line(const Ray& ray, const glm::vec3& line_point,
                                     const glm::vec3& line_direction) {
  const glm::vec3 between = line_point - ray.origin;
  const float a = glm::dot(line_direction, line_direction);
  const float b = glm::dot(line_direction, ray.direction);
  const float c = glm::dot(ray.direction, ray.direction);
  const float denominator = a * c - b * b;  // |line x ray|^2
  if (!(denominator > 1e-8f * a * c)) return std::nullopt;
  return (b * glm::dot(ray.direction, between) - c * glm::dot(line_direction, between)) /
         denominator;
}

}  // namespace marrow
