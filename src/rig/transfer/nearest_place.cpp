#include "rig/transfer/nearest_place.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace marrow {
namespace {

constexpr std::uint32_t kLeaf = 4;  // most triangles of a leaf

/// Shares of the corners in the nearest point of a triangle (Ericson, Real-Time Collision
/// Detection, 5.1.5).
glm::dvec3 nearest_shares(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                          const glm::dvec3& p) {
  const glm::dvec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0) return {1.0, 0.0, 0.0};
  const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
  if (d3 >= 0.0 && d4 <= d3) return {0.0, 1.0, 0.0};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    const double t = d1 / (d1 - d3);
    return {1.0 - t, t, 0.0};
  }
  const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
  if (d6 >= 0.0 && d5 <= d6) return {0.0, 0.0, 1.0};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    const double t = d2 / (d2 - d6);
    return {1.0 - t, 0.0, t};
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    const double t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {0.0, 1.0 - t, t};
  }
  const double sum = va + vb + vc;
  return {1.0 - (vb + vc) / sum, vb / sum, vc / sum};
}

}  // namespace

double NearestPlace::Box::squared_distance(const glm::dvec3& point) const {
  const glm::dvec3 away = glm::max(
      glm::max(glm::dvec3(bounds.low) - point, point - glm::dvec3(bounds.high)), glm::dvec3(0.0));
  return glm::dot(away, away);
}

NearestPlace::NearestPlace(const std::vector<glm::vec3>& positions,
                           const std::vector<std::uint32_t>& triangles)
    : positions_(positions), triangles_(triangles), order_(triangles.size() / 3) {
  if (order_.empty()) return;
  std::iota(order_.begin(), order_.end(), 0u);
  std::vector<glm::vec3> centers(order_.size());
  for (std::size_t t = 0; t < centers.size(); ++t)
    centers[t] = (positions[triangles[3 * t]] + positions[triangles[3 * t + 1]] +
                  positions[triangles[3 * t + 2]]) /
                 3.0f;
  boxes_.reserve(order_.size());
  boxes_.emplace_back();
  build(0, 0, std::uint32_t(order_.size()), centers);
}

void NearestPlace::build(std::size_t box, std::uint32_t begin, std::uint32_t end,
                         const std::vector<glm::vec3>& centers) {
  Bounds whole, middles;
  for (std::uint32_t n = begin; n < end; ++n) {
    middles.add(centers[order_[n]]);
    for (std::size_t k = 0; k < 3; ++k) whole.add(positions_[triangles_[3 * order_[n] + k]]);
  }
  boxes_[box] = {whole, begin, end - begin};
  if (end - begin <= kLeaf) return;
  const glm::vec3 size = middles.high - middles.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(
      order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
      [&](std::uint32_t a, std::uint32_t b) {
        return centers[a][axis] != centers[b][axis] ? centers[a][axis] < centers[b][axis] : a < b;
      });
  const std::size_t children = boxes_.size();
  boxes_[box].first = std::uint32_t(children);
  boxes_[box].count = 0;
  boxes_.resize(children + 2);
  build(children, begin, middle, centers);
  build(children + 1, middle, end, centers);
}

SurfacePlace NearestPlace::place_on(std::uint32_t triangle, const glm::dvec3& point) const {
  SurfacePlace place;
  std::array<glm::dvec3, 3> corner;
  for (std::size_t k = 0; k < 3; ++k) {
    place.vertex[k] = triangles_[3 * triangle + k];
    corner[k] = positions_[place.vertex[k]];
  }
  place.share = nearest_shares(corner[0], corner[1], corner[2], point);
  place.distance = glm::distance(
      point, place.share[0] * corner[0] + place.share[1] * corner[1] + place.share[2] * corner[2]);
  return place;
}

SurfacePlace NearestPlace::find(const glm::vec3& point, double limit, const Allows& allows) const {
  SurfacePlace best;
  if (boxes_.empty()) return best;
  const glm::dvec3 from(point);
  std::vector<std::pair<double, std::uint32_t>> waiting;  // the nearest box last
  waiting.emplace_back(boxes_[0].squared_distance(from), 0u);
  while (!waiting.empty()) {
    const auto [squared, index] = waiting.back();
    waiting.pop_back();
    if (squared >= limit * limit) continue;
    const Box& box = boxes_[index];
    for (std::uint32_t n = box.first; n < box.first + box.count; ++n) {
      const SurfacePlace place = place_on(order_[n], from);
      if (!(place.distance < limit) || (allows && !allows(place))) continue;
      limit = place.distance;
      best = place;
    }
    if (box.count > 0) continue;
    const double a = boxes_[box.first].squared_distance(from),
                 b = boxes_[box.first + 1].squared_distance(from);
    const std::uint32_t near = a <= b ? box.first : box.first + 1;
    waiting.emplace_back(std::max(a, b), near == box.first ? box.first + 1 : box.first);
    waiting.emplace_back(std::min(a, b), near);
  }
  return best;
}

}  // namespace marrow
