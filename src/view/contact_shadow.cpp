#include "view/contact_shadow.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "view/capsule_shape.h"

namespace marrow::view {

namespace {
constexpr int kSide = ContactShadow::kSide;
constexpr std::size_t kMostTriangles = 20000;
constexpr int kBlurTexels = 3;
constexpr float kGain = 1.5f;  ///< gives small contacts back some of what the blur took
using Grid = std::vector<float>;
using Triangle = std::array<glm::vec3, 3>;

/// Of each triangle that is looked at, one of `every`.
std::vector<std::uint32_t> corners_of_some(const std::vector<std::uint32_t>& triangles, std::size_t every) {
  std::vector<std::uint32_t> corners;
  corners.reserve(triangles.size() / every + 3);
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3 * every)
    corners.insert(corners.end(), {triangles[t], triangles[t + 1], triangles[t + 2]});
  return corners;
}

std::vector<Triangle> some_triangles(const Scene& scene, const Deformer& deformed) {
  std::vector<Triangle> found;
  std::size_t total = 0;
  for (const DeformedMesh& mesh : deformed.meshes()) total += mesh.surface ? mesh.surface->triangles.size() / 3 : 0;
  const std::size_t every = total / kMostTriangles + 1;
  for (const DeformedMesh& mesh : deformed.meshes()) {
    if (!mesh.surface || !is_finite(mesh.world_from_output) || !is_shown(scene, mesh.node)) continue;
    const std::vector<glm::vec3> corners = mesh.positions_of(corners_of_some(mesh.surface->triangles, every));
    for (std::size_t c = 0; c + 2 < corners.size(); c += 3) {
      Triangle triangle;
      for (std::size_t k = 0; k < 3; ++k) triangle[k] = glm::vec3(mesh.world_from_output * glm::vec4(corners[c + k], 1.0f));
      if (is_finite(triangle[0]) && is_finite(triangle[1]) && is_finite(triangle[2])) found.push_back(triangle);
    }
  }
  return found;
}

/// Darkens the texels under a triangle by its nearness to the ground, sampling it finely enough to leave no texel out.
void splat(Grid& grid, const Triangle& triangle, const glm::vec2& low, const glm::vec2& texel, float reach) {
  const glm::vec2 a(triangle[0].x, triangle[0].z), b(triangle[1].x, triangle[1].z), c(triangle[2].x, triangle[2].z);
  const glm::vec2 span = (glm::max(a, glm::max(b, c)) - glm::min(a, glm::min(b, c))) / texel;
  const int steps = std::clamp(static_cast<int>(std::max(span.x, span.y) * 1.5f) + 1, 1, 2 * kSide);
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; i + j <= steps; ++j) {
      const float u = static_cast<float>(i) / static_cast<float>(steps), v = static_cast<float>(j) / static_cast<float>(steps);
      const glm::vec3 point = triangle[0] + (triangle[1] - triangle[0]) * u + (triangle[2] - triangle[0]) * v;
      const glm::ivec2 at = glm::clamp(glm::ivec2((glm::vec2(point.x, point.z) - low) / texel), 0, kSide - 1);
      float& dark = grid[static_cast<std::size_t>(at.y * kSide + at.x)];
      dark = std::max(dark, std::exp(-std::abs(point.y) / reach));
    }
}

/// Mean over 2 kBlurTexels + 1 neighbours along one direction; twice each way comes near to a bell.
Grid blurred(const Grid& grid, int step_x, int step_y) {
  Grid result(grid.size());
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      float sum = 0.0f;
      for (int k = -kBlurTexels; k <= kBlurTexels; ++k) {
        const int nx = x + k * step_x, ny = y + k * step_y;
        if (nx >= 0 && ny >= 0 && nx < kSide && ny < kSide) sum += grid[static_cast<std::size_t>(ny * kSide + nx)];
      }
      result[static_cast<std::size_t>(y * kSide + x)] = sum / (2 * kBlurTexels + 1);
    }
  return result;
}
}  // namespace

ContactShadow contact_shadow(const Scene& scene, const Deformer& deformed) {
  ContactShadow shadow;
  const std::vector<Triangle> triangles = some_triangles(scene, deformed);
  Bounds bounds;
  for (const Triangle& triangle : triangles)
    for (const glm::vec3& corner : triangle) bounds.add(corner);
  const float reach = 0.06f * bounds.diagonal();
  if (bounds.empty() || reach <= 0.0f || bounds.low.y > 4.0f * reach || bounds.high.y < -4.0f * reach) return shadow;

  glm::vec2 low(bounds.low.x, bounds.low.z), high(bounds.high.x, bounds.high.z);
  // Square texels and room for the blur all around.
  const float half = 0.5f * std::max(high.x - low.x, high.y - low.y) * 1.35f + reach;
  const glm::vec2 center = (low + high) * 0.5f;
  low = center - half;
  high = center + half;
  Grid grid(static_cast<std::size_t>(kSide * kSide), 0.0f);
  for (const Triangle& triangle : triangles) splat(grid, triangle, low, (high - low) / static_cast<float>(kSide), reach);
  grid = blurred(blurred(blurred(blurred(grid, 1, 0), 0, 1), 1, 0), 0, 1);
  shadow.rectangle = {low, high};
  for (const float dark : grid) shadow.texels.push_back(static_cast<std::uint8_t>(std::min(dark * kGain, 1.0f) * 255.0f + 0.5f));
  return shadow;
}

}  // namespace marrow::view
