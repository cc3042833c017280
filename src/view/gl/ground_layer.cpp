#include "view/gl/ground_layer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "view/gl/shaders.h"
#include "view/gl/target.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/heat.h"

namespace marrow::view {
namespace {

constexpr int kSide = ContactShadow::kSide;
constexpr std::size_t kMostTriangles = 20000, kMostPoints = 8000;
/// If a scene has more triangles than this, they are smaller than a texel, so one corner represents
/// each.
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

/// In world space. Single corners become triangles without extent.
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
  const int steps = longest > 0.0f ? std::clamp(int(longest * 1.5f) + 1, 1, 2 * kSide) : 0;
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; i + j <= steps; ++j) {
      const float share = steps > 0 ? 1.0f / float(steps) : 0.0f;
      const float u = float(i) * share, v = float(j) * share;
      const glm::vec3 point =
          triangle[0] + (triangle[1] - triangle[0]) * u + (triangle[2] - triangle[0]) * v;
      const glm::ivec2 at =
          glm::clamp(glm::ivec2((glm::vec2(point.x, point.z) - low) / texel), 0, kSide - 1);
      float& nearest = distances[std::size_t(at.y * kSide + at.x)];
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

/// Mean over 2 kBlurTexels + 1 neighbors in one direction. Twice each way it is nearly Gaussian.
Grid blurred(const Grid& grid, int step_x, int step_y) {
  Grid result(grid.size());
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      float sum = 0.0f;
      for (int k = -kBlurTexels; k <= kBlurTexels; ++k) {
        const int nx = x + k * step_x, ny = y + k * step_y;
        if (nx >= 0 && ny >= 0 && nx < kSide && ny < kSide)
          sum += grid[std::size_t(ny * kSide + nx)];
      }
      result[std::size_t(y * kSide + x)] = sum / (2 * kBlurTexels + 1);
    }
  return result;
}

constexpr float kShadowStrength = 0.85f;
constexpr std::size_t kPieces = 10;  ///< pieces of a grid line, which fades from piece to piece

/// A line along x (axis 0) or z (axis 2) at `offset` on the other axis, within `radius` of
/// `center`, fading out.
void add_grid_line(std::vector<StrokeVertex>& lines, int axis, float offset,
                   const glm::vec3& center, float radius, Color color, float width,
                   const EyeView& view) {
  const float aside = offset - center[2 - axis];
  const float half_chord = std::sqrt(std::max(radius * radius - aside * aside, 0.0f));
  std::array<glm::vec3, kPieces + 1> points;
  std::array<Color, kPieces + 1> colors;
  for (std::size_t i = 0; i <= kPieces; ++i) {
    points[i][2 - axis] = offset;
    points[i].y = 0.0f;
    points[i][axis] = center[axis] + half_chord * (2.0f * float(i) / kPieces - 1.0f);
    const float shown = 1.0f - glm::distance(points[i], center) / radius;
    colors[i] = color * glm::vec4(1, 1, 1, glm::smoothstep(0.0f, 1.0f, shown));
  }
  add_stroke(lines, points, colors, width, view);
}

void add_grid(std::vector<StrokeVertex>& lines, float spacing, const glm::vec3& center,
              float radius, Color color, float width, const EyeView& view) {
  if (color.a < 0.004f) return;
  for (const int axis : {0, 2}) {
    const float middle = center[2 - axis];
    const int first = int(std::ceil((middle - radius) / spacing)),
              last = int(std::floor((middle + radius) / spacing));
    for (int i = first; i <= last; ++i)
      if (i != 0)
        add_grid_line(lines, axis, float(i) * spacing, center, radius, color, width, view);
  }
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
  Grid distances(std::size_t(kSide * kSide), std::numeric_limits<float>::infinity());
  for (const Triangle& triangle : triangles)
    splat(distances, triangle, low, (high - low) / float(kSide));
  const Grid grid =
      blurred(blurred(blurred(blurred(darkness(distances, fade), 1, 0), 0, 1), 1, 0), 0, 1);
  shadow.rectangle = {low, high};
  for (const float dark : grid)
    shadow.texels.push_back(std::uint8_t(std::min(dark * kGain, 1.0f) * 255.0f + 0.5f));
  return shadow;
}

std::vector<StrokeVertex> grid_lines(const Camera& camera, const Color& grid, const EyeView& view) {
  std::vector<StrokeVertex> lines;
  const float level = std::log(camera.distance / 5.0f) / std::log(5.0f);
  const float fine = std::pow(5.0f, std::floor(level));
  const float fine_fade = 1.0f - (level - std::floor(level));
  const glm::vec3 center(camera.target.x, 0.0f, camera.target.z);
  const float radius = 3.2f * camera.distance;
  // Seen edge-on, all lines coincide and would add up to a bar.
  const float lean = std::clamp(std::abs(std::sin(camera.pitch)) * 12.0f, 0.0f, 1.0f);
  const float width = std::max(1.0f, view.ui_scale);
  add_grid(lines, fine, center, radius * 0.35f, grid * glm::vec4(1, 1, 1, 0.75f * fine_fade * lean),
           width, view);
  add_grid(lines, fine * 5.0f, center, radius, grid * glm::vec4(1, 1, 1, lean), width, view);
  add_grid_line(lines, 0, 0.0f, center, radius * 1.2f,
                kAxisX * glm::vec4(0.85f, 0.85f, 0.85f, 0.8f), 1.25f * width, view);
  add_grid_line(lines, 2, 0.0f, center, radius * 1.2f,
                kAxisZ * glm::vec4(0.85f, 0.85f, 0.85f, 0.8f), 1.25f * width, view);
  return lines;
}

GroundLayer::GroundLayer()
    : gradient_program_("background", shaders::kFullScreenVertex, shaders::kGradientFragment),
      shadow_program_("shadow", shaders::kShadowVertex, shaders::kShadowFragment) {}

void GroundLayer::draw_background(const Tones& tones, const EyeView& view) {
  gradient_program_.use();
  gradient_program_.set("corner", view.corner);
  gradient_program_.set("height", view.whole.y);
  gradient_program_.set("top", glm::vec3(tones.top));
  gradient_program_.set("bottom", glm::vec3(tones.bottom));
  glDisable(GL_BLEND);
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glEnable(GL_BLEND);
}

void GroundLayer::draw_ground(const Picture& picture, const EyeView& view, LineLayer& lines) {
  update_shadow(picture);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  if (has_shadow_ && picture.show.mesh && eye_of(picture.camera).y > 0.0f) {
    glBindVertexArray(nothing_.name());
    draw_shade(shadow_program_, view, rectangle_, shadow_.name(), kShadowStrength);
  }
  lines.draw(grid_lines(picture.camera, picture.tones.grid, view));
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
}

void GroundLayer::update_shadow(const Picture& picture) {
  std::vector<std::uint64_t> now;
  for (const DeformedMesh& mesh : picture.deformed->meshes()) {
    now.insert(now.end(), {mesh.node, is_shown(*picture.scene, mesh.node) ? 1u : 0u});
    add_pose(now, mesh);
  }
  if (now == seen_) return;
  seen_ = std::move(now);
  const ContactShadow shadow = contact_shadow(*picture.scene, *picture.deformed);
  has_shadow_ = !shadow.texels.empty();
  rectangle_ = shadow.rectangle;
  if (has_shadow_)
    fill_red_texture(shadow_, ContactShadow::kSide, ContactShadow::kSide, shadow.texels.data());
}

void draw_shade(const gl::Program& shadow_program, const EyeView& view, const glm::vec4& rectangle,
                GLuint shade, float strength) {
  shadow_program.use();
  shadow_program.set("clip_from_world", view.clip_from_world);
  shadow_program.set("rectangle", rectangle);
  shadow_program.set("shade", 0);
  shadow_program.set("strength", strength);
  glBindTexture(GL_TEXTURE_2D, shade);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace marrow::view
