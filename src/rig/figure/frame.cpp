#include "rig/figure/frame.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace marrow {
namespace {

constexpr double kDegrees = std::numbers::pi / 180.0;

/// Searches the planes of symmetry that contain one up axis.
struct PlaneSearch {
  const Solid& solid;
  const std::vector<float>& depth;
  const std::vector<int>& cells;
  glm::dvec3 side, up, mean;

  struct Plane {
    double degrees = 0.0, offset = 0.0, share = 0.0;
  };
  glm::dvec3 normal(double degrees) const {
    return std::cos(degrees * kDegrees) * side +
           std::sin(degrees * kDegrees) * glm::cross(side, up);
  }
  /// The best offset within `steps` steps to both sides.
  Plane best_at(double degrees, double middle, int steps, double step) const {
    Plane best{degrees, middle, -1.0};
    for (int k = -steps; k <= steps; ++k) {
      const double offset = middle + k * step;
      const double share = mirrored_share(solid, depth, cells, normal(degrees), offset);
      // Of equal offsets, keeps the first.
      if (share > best.share + 1e-9) best = {degrees, offset, share};
    }
    return best;
  }
  Plane refined(Plane plane) const {
    const double edge = double(solid.edge());
    const Plane rough = plane;
    for (double degrees = rough.degrees - 3.0; degrees <= rough.degrees + 3.0; degrees += 0.5)
      if (const Plane other = best_at(degrees, rough.offset, 3, 0.25 * edge);
          other.share > plane.share)
        plane = other;
    // Most figures are aligned with an axis; less than a cell's edge is not evidence against it.
    constexpr double kAlmost = 2.0, kNoWorse = 0.01;
    const double quarter = 90.0 * std::round(plane.degrees / 90.0);
    if (std::abs(plane.degrees - quarter) < kAlmost)
      if (const Plane straight = best_at(quarter, plane.offset, 3, 0.25 * edge);
          straight.share > plane.share - kNoWorse)
        plane = straight;
    if (std::abs(plane.offset) < 0.5 * edge)
      if (const Plane central = best_at(plane.degrees, 0.0, 0, edge);
          central.share > plane.share - kNoWorse)
        plane = central;
    return plane;
  }
  /// At most two planes, the better one first.
  std::vector<Plane> best() const {
    constexpr double kStep = 5.0, kApart = 30.0;
    std::vector<Plane> all;
    for (double degrees = 0.0; degrees < 180.0; degrees += kStep)
      all.push_back(best_at(degrees, glm::dot(mean, normal(degrees)), 4, double(solid.edge())));
    std::stable_sort(all.begin(), all.end(),
                     [](const Plane& a, const Plane& b) { return a.share > b.share; });
    std::vector<Plane> kept;
    for (const Plane& plane : all) {
      const bool is_near = std::any_of(kept.begin(), kept.end(), [&](const Plane& other) {
        const double apart = std::abs(plane.degrees - other.degrees);
        return std::min(apart, 180.0 - apart) < kApart;
      });
      if (!is_near && kept.size() < 2) kept.push_back(plane);
    }
    for (Plane& plane : kept) plane = refined(plane);
    return kept;
  }
};

}  // namespace

std::vector<float> depths_of(const Solid& solid) {
  std::vector<float> depth(solid.count(), 0.0f);
  std::vector<int> front, next;
  for (int cell = 0; cell < int(solid.count()); ++cell) {
    bool is_outer = false;
    for (int side = 0; side < 6; ++side) is_outer |= solid.neighbor(cell, side) == Solid::kNone;
    if (!is_outer) continue;
    depth[std::size_t(cell)] = 1.0f;
    front.push_back(cell);
  }
  for (float steps = 2.0f; !front.empty(); steps += 1.0f, front.swap(next)) {
    next.clear();
    for (const int cell : front) {
      for (int side = 0; side < 6; ++side) {
        const int other = solid.neighbor(cell, side);
        if (other == Solid::kNone || depth[std::size_t(other)] > 0.0f) continue;
        depth[std::size_t(other)] = steps;
        next.push_back(other);
      }
    }
  }
  return depth;
}

double mirrored_share(const Solid& solid, const std::vector<float>& depth,
                      const std::vector<int>& cells, const glm::dvec3& normal, double offset) {
  double all = 0.0, both = 0.0;
  for (const int cell : cells) {
    const glm::dvec3 here(solid.center(cell));
    const glm::dvec3 there = here - 2.0 * (glm::dot(here, normal) - offset) * normal;
    const double mine = double(depth[std::size_t(cell)]);
    all += mine;
    if (const int other = solid.at(glm::vec3(there)); other != Solid::kNone)
      both += std::min(mine, double(depth[std::size_t(other)]));
  }
  return all > 0.0 ? both / all : 0.0;
}

std::vector<int> sample_cells(const Solid& solid, std::size_t most) {
  const std::size_t stride = std::max<std::size_t>(1, solid.count() / most);
  std::vector<int> cells;
  for (std::size_t cell = 0; cell < solid.count(); cell += stride) cells.push_back(int(cell));
  return cells;
}

std::vector<FigureFrame> figure_frames(const Solid& solid, const std::vector<Shell>& shells,
                                       const Checkpoint& checkpoint) {
  constexpr std::size_t kSamples = 2500;
  const std::vector<float> depth = depths_of(solid);
  const std::vector<int> cells = sample_cells(solid, kSamples);
  glm::dvec3 mean(0.0);
  double all = 0.0;
  for (const int cell : cells) {
    mean += double(depth[std::size_t(cell)]) * glm::dvec3(solid.center(cell));
    all += double(depth[std::size_t(cell)]);
  }
  mean /= std::max(all, 1e-30);
  std::vector<FigureFrame> frames;
  for (const glm::dvec3& up : {glm::dvec3(0.0, 1.0, 0.0), glm::dvec3(0.0, 0.0, 1.0)}) {
    checkpoint();
    double low = std::numeric_limits<double>::max(), high = -low;
    for (const Shell& shell : shells) {
      for (const std::uint32_t v : shell.triangles) {
        const double height = glm::dot(glm::dvec3(shell.positions[v]), up);
        low = std::min(low, height);
        high = std::max(high, height);
      }
    }
    if (!(high > low)) continue;
    const PlaneSearch search{solid, depth, cells, {1.0, 0.0, 0.0}, up, mean};
    for (const PlaneSearch::Plane& plane : search.best()) {
      const glm::dvec3 left = search.normal(plane.degrees);
      const glm::dvec3 front = glm::cross(left, up);
      frames.push_back({left, up, low * up + plane.offset * left + glm::dot(mean, front) * front,
                        high - low, plane.share});
    }
  }
  return frames;
}

}  // namespace marrow
