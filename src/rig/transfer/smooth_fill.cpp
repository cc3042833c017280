#include "rig/transfer/smooth_fill.h"

#include <algorithm>

namespace marrow {
namespace {

constexpr double kLeastCotangent = 0.02, kMostCotangent = 50.0;
constexpr double kPrecision = 1e-5;  // share of the first residual
constexpr int kMostSteps = 2000;

/// Weights of the edges, in the order of Connectivity::neighbors, and areas of the vertices.
struct Cotangents {
  std::vector<double> weight, area;
};

Cotangents cotangents_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions) {
  const Connectivity& edges = graph.connectivity;
  Cotangents result{std::vector<double>(edges.neighbors.size(), kLeastCotangent),
                    std::vector<double>(positions.size(), 0.0)};
  const auto add = [&](std::uint32_t a, std::uint32_t b, double cotangent) {
    const auto row = edges.neighbors.begin() + edges.neighbor_begin[a];
    const auto end = edges.neighbors.begin() + edges.neighbor_begin[a + 1];
    result.weight[std::size_t(std::lower_bound(row, end, b) - edges.neighbors.begin())] +=
        0.5 * std::clamp(cotangent, 0.0, kMostCotangent);
  };
  double whole = 0.0;
  for (std::size_t t = 0; t < graph.triangles.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t at = graph.triangles[t + k], a = graph.triangles[t + (k + 1) % 3],
                          b = graph.triangles[t + (k + 2) % 3];
      const glm::dvec3 to_a = glm::dvec3(positions[a]) - glm::dvec3(positions[at]),
                       to_b = glm::dvec3(positions[b]) - glm::dvec3(positions[at]);
      const double twice_area = glm::length(glm::cross(to_a, to_b));
      const double cotangent = glm::dot(to_a, to_b) / std::max(twice_area, 1e-300);
      add(a, b, cotangent);
      add(b, a, cotangent);
      result.area[at] += twice_area / 6.0;
      whole += twice_area / 6.0;
    }
  }
  const double least = std::max(1e-3 * whole / double(positions.size()), 1e-300);
  for (double& area : result.area) area = std::max(area, least);
  return result;
}

/// y = L x for the first `rows` vertices.
void apply_l(const FillRegion& region, std::size_t rows, const std::vector<double>& x,
             std::vector<double>& y) {
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = region.diagonal[i] * x[i];
    for (std::uint32_t k = region.begin[i]; k < region.begin[i + 1]; ++k)
      sum -= region.weight[k] * x[region.column[k]];
    y[i] = sum;
  }
}

/// Solves A x = 0 for the first `unknown` numbers of x, with the others fixed, by conjugate
/// gradients with the inverse of A's diagonal as preconditioner. apply(x, y) writes A x into the
/// first numbers of y.
template <typename Apply>
void solve_zero(std::size_t unknown, const std::vector<double>& diagonal, const Apply& apply,
                std::vector<double>& x) {
  std::vector<double> residual(unknown), along(x.size(), 0.0), image(x.size());
  const auto dot = [&](const std::vector<double>& a, const auto& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < unknown; ++i) sum += a[i] * b(i);
    return sum;
  };
  const auto preconditioned = [&](std::size_t i) { return residual[i] / diagonal[i]; };
  apply(x, image);
  for (std::size_t i = 0; i < unknown; ++i) residual[i] = -image[i];
  for (std::size_t i = 0; i < unknown; ++i) along[i] = preconditioned(i);
  double energy = dot(residual, preconditioned);
  const double enough = kPrecision * kPrecision * energy;
  for (int step = 0; step < kMostSteps && energy > enough && energy > 0.0; ++step) {
    apply(along, image);
    const double curvature = dot(along, [&](std::size_t i) { return image[i]; });
    if (!(curvature > 0.0)) return;
    const double length = energy / curvature;
    for (std::size_t i = 0; i < unknown; ++i) x[i] += length * along[i];
    for (std::size_t i = 0; i < unknown; ++i) residual[i] -= length * image[i];
    const double next = dot(residual, preconditioned);
    for (std::size_t i = 0; i < unknown; ++i)
      along[i] = preconditioned(i) + next / energy * along[i];
    energy = next;
  }
}

/// Appends the neighbors of the vertices [first, last) of the region that are not in it yet.
void add_ring(const Connectivity& edges, std::size_t first, std::vector<std::uint32_t>& place,
              FillRegion& region) {
  for (std::size_t n = first, last = region.vertices.size(); n < last; ++n) {
    const std::uint32_t vertex = region.vertices[n];
    for (std::uint32_t k = edges.neighbor_begin[vertex]; k < edges.neighbor_begin[vertex + 1]; ++k)
      if (place[edges.neighbors[k]] == kNoIndex) {
        place[edges.neighbors[k]] = std::uint32_t(region.vertices.size());
        region.vertices.push_back(edges.neighbors[k]);
      }
  }
}

/// Completes a region of unknown vertices. `place`: kNoIndex for all vertices, before and after.
void complete(const Connectivity& edges, const Cotangents& cotangents,
              std::vector<std::uint32_t>& place, FillRegion& region) {
  region.unknown = region.vertices.size();
  for (std::size_t n = 0; n < region.unknown; ++n) place[region.vertices[n]] = std::uint32_t(n);
  add_ring(edges, 0, place, region);
  region.inner = region.vertices.size();
  region.is_island = region.inner == region.unknown;
  add_ring(edges, region.unknown, place, region);
  for (std::size_t n = 0; n < region.inner; ++n) {
    const std::uint32_t vertex = region.vertices[n];
    double sum = 0.0;
    for (std::uint32_t k = edges.neighbor_begin[vertex]; k < edges.neighbor_begin[vertex + 1];
         ++k) {
      region.column.push_back(place[edges.neighbors[k]]);
      region.weight.push_back(cotangents.weight[k]);
      sum += cotangents.weight[k];
    }
    region.begin.push_back(std::uint32_t(region.column.size()));
    region.diagonal.push_back(sum);
    region.area.push_back(cotangents.area[vertex]);
  }
  for (const std::uint32_t vertex : region.vertices) place[vertex] = kNoIndex;
}

}  // namespace

void FillRegion::solve(std::vector<double>& values) const {
  for (std::size_t i = 0; i < unknown; ++i) values[i] = 0.0;
  solve_zero(
      unknown, diagonal,
      [&](const std::vector<double>& x, std::vector<double>& y) { apply_l(*this, unknown, x, y); },
      values);
  std::vector<double> between(vertices.size(), 0.0), squared(unknown);
  for (std::size_t i = 0; i < unknown; ++i) {
    squared[i] = diagonal[i] * diagonal[i] / area[i];
    for (std::uint32_t k = begin[i]; k < begin[i + 1]; ++k)
      squared[i] += weight[k] * weight[k] / area[column[k]];
  }
  solve_zero(
      unknown, squared,
      [&](const std::vector<double>& x, std::vector<double>& y) {
        apply_l(*this, inner, x, between);
        for (std::size_t i = 0; i < inner; ++i) between[i] /= area[i];
        apply_l(*this, unknown, between, y);
      },
      values);
}

std::vector<FillRegion> fill_regions(const MeshGraph& graph,
                                     const std::vector<glm::vec3>& positions,
                                     const std::vector<char>& is_known) {
  const Connectivity& edges = graph.connectivity;
  // Regions with a known neighbor in common are one, because L's row there involves both.
  std::vector<char> is_inner(positions.size(), 0);
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    if (edges.representative[v] != v || is_known[v] != 0) continue;
    is_inner[v] = 1;
    for (std::uint32_t k = edges.neighbor_begin[v]; k < edges.neighbor_begin[v + 1]; ++k)
      is_inner[edges.neighbors[k]] = 1;
  }
  const Parts parts = connected_parts(
      edges, [&](std::uint32_t v) { return is_inner[v] != 0; },
      [&](std::uint32_t a, std::uint32_t b) { return is_known[a] == 0 || is_known[b] == 0; });
  std::vector<FillRegion> regions(parts.count);
  for (std::uint32_t v = 0; v < positions.size(); ++v)
    if (edges.representative[v] == v && is_inner[v] != 0 && is_known[v] == 0)
      regions[parts.of[v]].vertices.push_back(v);
  if (regions.empty()) return regions;
  const Cotangents cotangents = cotangents_of(graph, positions);
  std::vector<std::uint32_t> place(positions.size(), kNoIndex);
  for (FillRegion& region : regions) complete(edges, cotangents, place, region);
  return regions;
}

}  // namespace marrow
