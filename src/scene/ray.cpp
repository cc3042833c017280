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

// Spheres and cylinders in double: from far away the squares of distances hide that of the radius.
std::optional<float> hit_sphere(const Ray& ray, const glm::vec3& center, float radius) {
  const glm::dvec3 to_ray = glm::dvec3(ray.origin) - glm::dvec3(center), direction(ray.direction);
  const double a = glm::dot(direction, direction);
  const double half_b = glm::dot(to_ray, direction);
  const double c = glm::dot(to_ray, to_ray) - double(radius) * radius;
  const double discriminant = half_b * half_b - a * c;
  if (!(discriminant >= 0.0) || a == 0.0) return std::nullopt;
  const double root = std::sqrt(discriminant);
  for (const double t : {(-half_b - root) / a, (-half_b + root) / a}) {
    if (t >= 0.0) return static_cast<float>(t);
  }
  return std::nullopt;
}

/// The ray against the side of the cylinder between a and b, without its ends.
static std::optional<float> hit_cylinder_side(const Ray& ray, const glm::vec3& a,
                                              const glm::vec3& b, float radius) {
  const glm::dvec3 axis = glm::dvec3(b) - glm::dvec3(a), direction(ray.direction);
  const glm::dvec3 from_a = glm::dvec3(ray.origin) - glm::dvec3(a);
  const double axis2 = glm::dot(axis, axis);
  const double axis_direction = glm::dot(axis, direction);
  const double axis_from = glm::dot(axis, from_a);
  const double qa = axis2 * glm::dot(direction, direction) - axis_direction * axis_direction;
  const double qb = axis2 * glm::dot(from_a, direction) - axis_from * axis_direction;
  const double qc =
      axis2 * glm::dot(from_a, from_a) - axis_from * axis_from - double(radius) * radius * axis2;
  const double discriminant = qb * qb - qa * qc;
  if (!(discriminant >= 0.0) || qa <= 0.0) return std::nullopt;
  const double root = std::sqrt(discriminant);
  for (const double t : {(-qb - root) / qa, (-qb + root) / qa}) {
    const double along = axis_from + t * axis_direction;
    if (t >= 0.0 && along >= 0.0 && along <= axis2) return static_cast<float>(t);
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
