#include "field.h"

#include <algorithm>
#include <cmath>

namespace marrow::media {
namespace {

constexpr double kFarAway = 1e3;

/// The smaller of the two, rounded where they differ by less than `blend`; symmetric in x and y.
double smooth_min(double x, double y, double blend) {
  const double h = std::max(blend - std::abs(x - y), 0.0);
  return std::min(x, y) - (blend > 0.0 ? h * h / (4.0 * blend) : 0.0);
}

double smooth_max(double x, double y, double blend) { return -smooth_min(-x, -y, blend); }

glm::dvec3 mirrored(const glm::dvec3& point) { return {-point.x, point.y, point.z}; }

/// The radius changes smoothly from end to end, so that the side meets both caps without a crease.
double distance_to(const Blob& blob, const glm::dvec3& point) {
  const glm::dvec3 p = (point - blob.a) * blob.frame / blob.stretch;  // v * M is transpose(M) v
  const glm::dvec3 axis = (blob.b - blob.a) * blob.frame / blob.stretch;
  const double length2 = glm::dot(axis, axis);
  const double t = length2 > 0.0 ? std::clamp(glm::dot(p, axis) / length2, 0.0, 1.0) : 0.0;
  const double radius = glm::mix(blob.radius_a, blob.radius_b, t * t * (3.0 - 2.0 * t));
  return (glm::length(p - t * axis) - radius) *
         std::min({blob.stretch.x, blob.stretch.y, blob.stretch.z});
}

double distance_to(const Part& part, const glm::dvec3& point) {
  double distance = kFarAway;
  for (const Blob& blob : part.blobs) {
    const double other = distance_to(blob, point);
    distance = blob.carves ? smooth_max(distance, -other, blob.blend)
                           : smooth_min(distance, other, blob.blend);
  }
  return distance;
}

}  // namespace

double value(const Field& field, const glm::dvec3& point) {
  double distance = kFarAway;
  for (const Part& part : field.parts) {
    double other = distance_to(part, point);
    if (part.mirrored) other = smooth_min(other, distance_to(part, mirrored(point)), part.blend);
    distance = part.carves ? smooth_max(distance, -other, part.blend)
                           : smooth_min(distance, other, part.blend);
  }
  return distance;
}

glm::dvec3 gradient(const Field& field, const glm::dvec3& point) {
  constexpr double kStep = 1e-4;
  glm::dvec3 result(0.0);
  for (int i = 0; i < 3; ++i) {
    glm::dvec3 step(0.0);
    step[i] = kStep;
    result[i] = (value(field, point + step) - value(field, point - step)) / (2.0 * kStep);
  }
  return result;
}

glm::dvec3 projected(const Field& field, glm::dvec3 point) {
  constexpr int kSteps = 6;
  // The gradient does not hold for longer steps.
  constexpr double kLongest = 0.01;
  for (int i = 0; i < kSteps; ++i) {
    const glm::dvec3 slope = gradient(field, point);
    glm::dvec3 step = slope * (value(field, point) / std::max(glm::dot(slope, slope), 1e-6));
    const double length = glm::length(step);
    if (length > kLongest) step *= kLongest / length;
    point -= step;
  }
  return point;
}

Blob ellipsoid(const glm::dvec3& center, const glm::dvec3& radii, double blend) {
  const double mean = std::cbrt(radii.x * radii.y * radii.z);
  Blob blob;
  blob.a = blob.b = center;
  blob.radius_a = blob.radius_b = mean;
  blob.blend = blend;
  blob.stretch = radii / mean;
  return blob;
}

Blob round_cone(const glm::dvec3& a, const glm::dvec3& b, double radius_a, double radius_b,
                double blend) {
  Blob blob;
  blob.a = a;
  blob.b = b;
  blob.radius_a = radius_a;
  blob.radius_b = radius_b;
  blob.blend = blend;
  return blob;
}

Blob carved(Blob blob) {
  blob.carves = true;
  return blob;
}

}  // namespace marrow::media
