#include "view/gl/shadows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "view/gl/ground_layer.h"
#include "view/gl/shaders.h"
#include "view/picture/capsule_shape.h"

namespace marrow::view {
namespace {

constexpr int kSide = ContactShadow::kSide;
constexpr std::size_t kMostTriangles = 20000, kMostPoints = 8000;
/// Number of triangles in a scene above which they are smaller than a texel, so that one corner
/// represents each.
constexpr std::size_t kDense = 160000;
constexpr int kBlurTexels = 3;
/// restores some of the darkness that small contacts lose by the blur
constexpr float kGain = 1.5f;
using Grid = std::vector<float>;
using Triangle = std::array<glm::vec3, 3>;

std::size_t triangle_count(const Deformer& deformed) {
  std::size_t total = 0;
  for (const DeformedMesh& mesh : deformed.meshes())
    total += mesh.surface ? mesh.surface->triangles.size() / 3 : 0;
  return total;
}

/// The first `corners` corners of every `every`th triangle.
std::vector<std::uint32_t> some_corners(const std::vector<std::uint32_t>& triangles,
                                        std::size_t every, std::size_t corners) {
  std::vector<std::uint32_t> vertices;
  vertices.reserve(corners * (triangles.size() / (3 * every) + 1));
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3 * every)
    for (std::size_t k = 0; k < corners; ++k) vertices.push_back(triangles[t + k]);
  return vertices;
}

/// World space. Points are triangles without extent.
std::vector<Triangle> some_triangles(const Scene& scene, const Deformer& deformed) {
  std::vector<Triangle> found;
  const std::size_t total = triangle_count(deformed);
  const bool is_dense = total > kDense;
  const std::size_t every = total / (is_dense ? kMostPoints : kMostTriangles) + 1,
                    corners = is_dense ? 1 : 3;
  for (const DeformedMesh& mesh : deformed.meshes()) {
    if (!mesh.surface || !is_finite(mesh.world_from_output) || !is_shown(scene, mesh.node))
      continue;
    const std::vector<glm::vec3> points =
        mesh.positions_of(some_corners(mesh.surface->triangles, every, corners));
    for (std::size_t p = 0; p + corners <= points.size(); p += corners) {
      Triangle triangle;
      for (std::size_t k = 0; k < 3; ++k)
        triangle[k] = glm::vec3(mesh.world_from_output *
                                glm::vec4(points[p + std::min(k, corners - 1)], 1.0f));
      if (is_finite(triangle[0]) && is_finite(triangle[1]) && is_finite(triangle[2]))
        found.push_back(triangle);
    }
  }
  return found;
}

/// Lowers the texels under a triangle to its distance from the ground, sampled without gaps.
void splat(Grid& distances, const Triangle& triangle, const glm::vec2& low,
           const glm::vec2& texel) {
  const glm::vec2 a(triangle[0].x, triangle[0].z), b(triangle[1].x, triangle[1].z),
      c(triangle[2].x, triangle[2].z);
  const glm::vec2 span = (glm::max(a, glm::max(b, c)) - glm::min(a, glm::min(b, c))) / texel;
  const float longest = std::max(span.x, span.y);
  const int steps =
      longest > 0.0f ? std::clamp(static_cast<int>(longest * 1.5f) + 1, 1, 2 * kSide) : 0;
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; i + j <= steps; ++j) {
      const float share = steps > 0 ? 1.0f / static_cast<float>(steps) : 0.0f;
      const float u = static_cast<float>(i) * share, v = static_cast<float>(j) * share;
      const glm::vec3 point =
          triangle[0] + (triangle[1] - triangle[0]) * u + (triangle[2] - triangle[0]) * v;
      const glm::ivec2 at =
          glm::clamp(glm::ivec2((glm::vec2(point.x, point.z) - low) / texel), 0, kSide - 1);
      float& nearest = distances[static_cast<std::size_t>(at.y * kSide + at.x)];
      nearest = std::min(nearest, std::abs(point.y));
    }
}

/// The darkness of each texel, from its distance to the ground.
Grid darkness(const Grid& distances, float fade) {
  Grid grid(distances.size());
  std::transform(distances.begin(), distances.end(), grid.begin(),
                 [&](float distance) { return std::exp(-distance / fade); });
  return grid;
}

/// Mean over 2 kBlurTexels + 1 neighbors in one direction; twice each way is nearly a Gaussian.
Grid blurred(const Grid& grid, int step_x, int step_y) {
  Grid result(grid.size());
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      float sum = 0.0f;
      for (int k = -kBlurTexels; k <= kBlurTexels; ++k) {
        const int nx = x + k * step_x, ny = y + k * step_y;
        if (nx >= 0 && ny >= 0 && nx < kSide && ny < kSide)
          sum += grid[static_cast<std::size_t>(ny * kSide + nx)];
      }
      result[static_cast<std::size_t>(y * kSide + x)] = sum / (2 * kBlurTexels + 1);
    }
  return result;
}

constexpr int kShadowTexels = 512;    // each way
constexpr float kSoftness = 4.0f;     // texels: standard deviation of the blur
constexpr float kDarkness = 0.45f;    // opacity of the full shadow
constexpr float kRoomForBlur = 1.1f;  // relative to the shadow's extent

/// Shears along the light, so that each point is above its shadow, at its own height.
glm::mat4 above_shadow() {
  glm::mat4 shear(1.0f);
  shear[1] = {-kTowardsLight.x, 1.0f, -kTowardsLight.z, 0.0f};
  return shear;
}

/// World space.
Bounds bounds_of_shown(const Picture& picture) {
  Bounds all;
  for (const DeformedMesh& mesh : picture.deformed->meshes()) {
    if (!is_shown(*picture.scene, mesh.node)) continue;
    const Bounds bounds = world_bounds(mesh);
    if (bounds.empty()) continue;
    all.add(bounds.low);
    all.add(bounds.high);
  }
  return all;
}

/// A square that holds the shadow of a box: low x, low z, high x, high z.
glm::vec4 square_around_shadow(const Bounds& bounds) {
  const Bounds above{glm::max(bounds.low, glm::vec3(-1e30f, 0.0f, -1e30f)),
                     glm::max(bounds.high, glm::vec3(-1e30f, 0.0f, -1e30f))};
  glm::vec2 low(1e30f), high(-1e30f);
  for (const glm::vec3& corner : above.corners()) {
    low = glm::min(low, on_ground(corner));
    high = glm::max(high, on_ground(corner));
  }
  const glm::vec2 center = 0.5f * (low + high);
  const float half = 0.5f * kRoomForBlur * std::max(high.x - low.x, high.y - low.y);
  return {center - half, center + half};
}

}  // namespace

ContactShadow contact_shadow(const Scene& scene, const Deformer& deformed) {
  ContactShadow shadow;
  const std::vector<Triangle> triangles = some_triangles(scene, deformed);
  Bounds bounds;
  for (const Triangle& triangle : triangles)
    for (const glm::vec3& corner : triangle) bounds.add(corner);
  const float fade = 0.06f * bounds.diagonal();
  if (bounds.empty() || fade <= 0.0f || bounds.low.y > 4.0f * fade || bounds.high.y < -4.0f * fade)
    return shadow;

  glm::vec2 low(bounds.low.x, bounds.low.z), high(bounds.high.x, bounds.high.z);
  // Makes texels square and adds a margin for the blur.
  const float half = 0.5f * std::max(high.x - low.x, high.y - low.y) * 1.35f + fade;
  const glm::vec2 center = (low + high) * 0.5f;
  low = center - half;
  high = center + half;
  Grid distances(static_cast<std::size_t>(kSide * kSide), std::numeric_limits<float>::infinity());
  for (const Triangle& triangle : triangles)
    splat(distances, triangle, low, (high - low) / static_cast<float>(kSide));
  const Grid grid =
      blurred(blurred(blurred(blurred(darkness(distances, fade), 1, 0), 0, 1), 1, 0), 0, 1);
  shadow.rectangle = {low, high};
  for (const float dark : grid)
    shadow.texels.push_back(
        static_cast<std::uint8_t>(std::min(dark * kGain, 1.0f) * 255.0f + 0.5f));
  return shadow;
}

glm::vec2 on_ground(const glm::vec3& point) {
  return {point.x - point.y * kTowardsLight.x, point.z - point.y * kTowardsLight.z};
}

CastShadow::CastShadow()
    : blur_program_("blur", shaders::kFullScreenVertex, shaders::kBlurFragment),
      ground_program_("cast shadow", shaders::kShadowVertex, shaders::kShadowFragment) {}

void CastShadow::draw(const Picture& picture, const EyeView& view, MeshLayer& meshes,
                      const Target& target) {
  const Bounds bounds = bounds_of_shown(picture);
  if (bounds.empty() || bounds.high.y <= 0.0f || eye_of(picture.camera).y <= 0.0f) return;
  rectangle_ = square_around_shadow(bounds);
  if (!(rectangle_.z > rectangle_.x)) return;
  glDisable(GL_SCISSOR_TEST);
  draw_shapes(picture, bounds.high.y, meshes);
  blur();
  target.begin();
  glEnable(GL_SCISSOR_TEST);
  glScissor(view.clip.x, view.clip.y, view.clip.z, view.clip.w);
  draw_on_ground(view);
}

/// View from above: x to the right, z upwards, depth from the ground to the highest point.
void CastShadow::draw_shapes(const Picture& picture, float highest, MeshLayer& meshes) {
  EyeView light;
  light.view_from_world = above_shadow();
  const glm::mat4 z_from_y(glm::vec4(1, 0, 0, 0), glm::vec4(0, 0, -1, 0), glm::vec4(0, 1, 0, 0),
                           glm::vec4(0, 0, 0, 1));
  light.clip_from_view =
      glm::ortho(rectangle_.x, rectangle_.z, rectangle_.y, rectangle_.w, 0.0f, 1.01f * highest) *
      z_from_y;
  shapes_.resize(kShadowTexels, kShadowTexels, 4);
  shapes_.begin();
  shapes_.clear();
  meshes.draw_shapes(picture, light);
  shapes_.resolve();
}

void CastShadow::blur() {
  const auto pass = [&](const Target& from, Target& to, const glm::ivec2& step) {
    to.resize(kShadowTexels, kShadowTexels, 1);
    to.begin();
    blur_program_.use();
    blur_program_.set("shape", 0);
    blur_program_.set("across", glm::vec2(step) / static_cast<float>(kShadowTexels));
    blur_program_.set("deviation", kSoftness);
    glBindTexture(GL_TEXTURE_2D, from.texture());
    glDrawArrays(GL_TRIANGLES, 0, 3);
  };
  glDisable(GL_BLEND);
  glBindVertexArray(nothing_.name());
  pass(shapes_, half_blurred_, {1, 0});
  pass(half_blurred_, blurred_, {0, 1});
  glBindTexture(GL_TEXTURE_2D, 0);
  glEnable(GL_BLEND);
}

void CastShadow::draw_on_ground(const EyeView& view) const {
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glBindVertexArray(nothing_.name());
  draw_shade(ground_program_, view, rectangle_, blurred_.texture(), kDarkness);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
}

}  // namespace marrow::view
