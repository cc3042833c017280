#include "view/gl/ground_layer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "view/gl/shaders.h"
#include "view/gl/shadows.h"
#include "view/gl/target.h"
#include "view/picture/capsule_shape.h"

namespace marrow::view {

namespace {
constexpr float kShadowStrength = 0.85f;
constexpr std::size_t kPieces = 10;  ///< pieces of a grid line, which fades from piece to piece

float fade(float distance, float radius) {
  const float t = std::clamp(1.0f - distance / radius, 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

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
    points[i][axis] = center[axis] + half_chord * (2.0f * static_cast<float>(i) / kPieces - 1.0f);
    colors[i] = color * glm::vec4(1, 1, 1, fade(glm::distance(points[i], center), radius));
  }
  add_stroke(lines, points, colors, width, view);
}

void add_grid(std::vector<StrokeVertex>& lines, float spacing, const glm::vec3& center,
              float radius, Color color, float width, const EyeView& view) {
  if (color.a < 0.004f) return;
  for (const int axis : {0, 2}) {
    const float middle = center[2 - axis];
    const int first = static_cast<int>(std::ceil((middle - radius) / spacing)),
              last = static_cast<int>(std::floor((middle + radius) / spacing));
    for (int i = first; i <= last; ++i)
      if (i != 0)
        add_grid_line(lines, axis, static_cast<float>(i) * spacing, center, radius, color, width,
                      view);
  }
}
}  // namespace

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
    now.insert(now.end(), {mesh.node, mesh.shape_revision, mesh.pose_revision,
                           is_shown(*picture.scene, mesh.node) ? 1u : 0u});
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 3; ++row)
        now.push_back(std::bit_cast<std::uint32_t>(mesh.world_from_output[column][row]));
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
