#include "scene/ray.h"

#include <algorithm>
#include <cmath>

namespace marrow {

Ray transformed(const glm::mat4& to_from, const Ray& ray) {
  return {glm::vec3(to_from * glm::vec4(ray.origin, 1.0f)),
          glm::vec3(to_from * glm::vec4(ray.direction, 0.0f))};
}

namespace {

/// A bone from a to b as a ray sees it: along(t) is 0 at a and axis2 at b. In double, because far
/// away the squared distances would absorb the squared radius.
struct RayAlongBone {
  glm::dvec3 axis, direction, from_a;
  double axis2, axis_direction, axis_from;

  RayAlongBone(const Ray& ray, const glm::vec3& a, const glm::vec3& b)
      : axis(glm::dvec3(b) - glm::dvec3(a)),
        direction(ray.direction),
        from_a(glm::dvec3(ray.origin) - glm::dvec3(a)),
        axis2(glm::dot(axis, axis)),
        axis_direction(glm::dot(axis, direction)),
        axis_from(glm::dot(axis, from_a)) {}
  double along(double t) const { return axis_from + t * axis_direction; }
};

/// The first root t >= 0 of qa t^2 + 2 qb t + qc that `is_meant` accepts.
template <typename IsMeant>
std::optional<float> first_root(double qa, double qb, double qc, const IsMeant& is_meant) {
  const double discriminant = qb * qb - qa * qc;
  if (!(discriminant >= 0.0) || qa == 0.0) return std::nullopt;
  const double root = std::copysign(std::sqrt(discriminant), qa);
  for (const double t : {(-qb - root) / qa, (-qb + root) / qa})
    if (t >= 0.0 && is_meant(t)) return float(t);
  return std::nullopt;
}

/// Hits the side between the ends, whose distance from the axis goes from one radius to the other.
std::optional<float> hit_side(const RayAlongBone& at, double radius_a, double radius_b) {
  if (at.axis2 == 0.0) return std::nullopt;
  const double taper = (radius_b - radius_a) / at.axis2;
  const double there = radius_a + taper * at.axis_from, per_t = taper * at.axis_direction;
  const double qa = at.axis2 * (glm::dot(at.direction, at.direction) - per_t * per_t) -
                    at.axis_direction * at.axis_direction;
  const double qb = at.axis2 * (glm::dot(at.from_a, at.direction) - there * per_t) -
                    at.axis_from * at.axis_direction;
  const double qc = at.axis2 * glm::dot(at.from_a, at.from_a) - at.axis_from * at.axis_from -
                    there * there * at.axis2;
  return first_root(qa, qb, qc, [&](double t) {
    return at.along(t) >= 0.0 && at.along(t) <= at.axis2 && there + t * per_t >= 0.0;
  });
}

/// Hits the half sphere beyond an end.
template <typename IsBeyond>
std::optional<float> hit_end(const RayAlongBone& at, const glm::dvec3& to_ray, double radius,
                             const IsBeyond& is_beyond) {
  return first_root(glm::dot(at.direction, at.direction), glm::dot(to_ray, at.direction),
                    glm::dot(to_ray, to_ray) - radius * radius, is_beyond);
}

}  // namespace

std::optional<float> hit_capsule(const Ray& ray, const glm::vec3& a, const glm::vec3& b,
                                 float radius_a, float radius_b) {
  if (!(std::max(radius_a, radius_b) > 0.0f)) return std::nullopt;
  const RayAlongBone at(ray, a, b);
  const double seam = 1e-9 * at.axis2;  // so that no ray passes between side and end
  std::optional<float> nearest;
  for (const std::optional<float>& t :
       {hit_side(at, double(radius_a), double(radius_b)),
        hit_end(at, at.from_a, double(radius_a), [&](double t) { return at.along(t) <= seam; }),
        hit_end(at, at.from_a - at.axis, double(radius_b),
                [&](double t) { return at.along(t) >= at.axis2 - seam; })}) {
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
