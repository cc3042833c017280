#include "view/ground_layer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "view/capsule_shape.h"
#include "view/contact_shadow.h"
#include "view/shaders.h"
#include "view/target.h"

namespace marrow::view {

namespace {
constexpr glm::vec3 kTop{0.262f, 0.286f, 0.314f};
constexpr glm::vec3 kBottom{0.125f, 0.135f, 0.149f};
constexpr float kShadowStrength = 0.75f;
constexpr int kPieces = 16;  ///< of a grid line: it fades from piece to piece
constexpr Color kGridLine{0.80f, 0.85f, 0.90f, 0.20f};

float fade(float distance, float radius) {
  const float t = std::clamp(1.0f - distance / radius, 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

/// A line along x (axis 0) or z (axis 2) at `offset` on the other axis, fading with the distance from `center`.
void add_grid_line(LineBatch& lines, int axis, float offset, const glm::vec3& center, float radius, Color color, float width) {
  std::vector<glm::vec3> points;
  std::vector<Color> colors;
  for (int i = 0; i <= kPieces; ++i) {
    glm::vec3 point(0.0f);
    point[2 - axis] = offset;
    point[axis] = center[axis] + radius * (2.0f * static_cast<float>(i) / kPieces - 1.0f);
    points.push_back(point);
    colors.push_back(color * glm::vec4(1, 1, 1, fade(glm::distance(point, center), radius)));
  }
  lines.add(points, colors, width);
}

void add_grid(LineBatch& lines, float spacing, const glm::vec3& center, float radius, Color color, float width) {
  for (const int axis : {0, 2}) {
    const float middle = center[2 - axis];
    const int first = static_cast<int>(std::ceil((middle - radius) / spacing)),
              last = static_cast<int>(std::floor((middle + radius) / spacing));
    for (int i = first; i <= last; ++i)
      if (i != 0) add_grid_line(lines, axis, static_cast<float>(i) * spacing, center, radius, color, width);
  }
}
}  // namespace

LineBatch grid_lines(const Camera& camera, float ui_scale) {
  LineBatch lines;
  const float level = std::log(camera.distance / 5.0f) / std::log(5.0f);
  const float fine = std::pow(5.0f, std::floor(level));
  const float fine_fade = 1.0f - (level - std::floor(level));
  const glm::vec3 center(camera.target.x, 0.0f, camera.target.z);
  const float radius = 3.5f * camera.distance;
  // Seen edge-on all lines fall into one and would add up to a bar.
  const float lean = std::clamp(std::abs(std::sin(camera.pitch)) * 12.0f, 0.0f, 1.0f);
  const float width = std::max(1.0f, ui_scale);
  add_grid(lines, fine, center, radius * 0.5f, kGridLine * glm::vec4(1, 1, 1, 0.55f * fine_fade * lean), width);
  add_grid(lines, fine * 5.0f, center, radius, kGridLine * glm::vec4(1, 1, 1, lean), width);
  add_grid_line(lines, 0, 0.0f, center, radius * 1.2f, kAxisX * glm::vec4(0.85f, 0.85f, 0.85f, 0.8f), 1.25f * width);
  add_grid_line(lines, 2, 0.0f, center, radius * 1.2f, kAxisZ * glm::vec4(0.85f, 0.85f, 0.85f, 0.8f), 1.25f * width);
  return lines;
}

GroundLayer::GroundLayer()
    : gradient_program_("background", shaders::kFullScreenVertex, shaders::kGradientFragment),
      shadow_program_("shadow", shaders::kShadowVertex, shaders::kShadowFragment) {}

void GroundLayer::draw_background() {
  gradient_program_.use();
  gradient_program_.set("top", kTop);
  gradient_program_.set("bottom", kBottom);
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void GroundLayer::draw_ground(const Picture& picture, const EyeView& view, LineLayer& lines) {
  update_shadow(picture);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  if (has_shadow_ && picture.show.mesh && eye_of(picture.camera).y > 0.0f) draw_shadow(view);
  lines.draw(grid_lines(picture.camera, view.ui_scale), view);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
}

void GroundLayer::update_shadow(const Picture& picture) {
  std::vector<std::uint64_t> now;
  for (const DeformedMesh& mesh : picture.deformed->meshes()) {
    now.insert(now.end(), {mesh.node, mesh.shape_revision, mesh.pose_revision, is_shown(*picture.scene, mesh.node) ? 1u : 0u,
                           reinterpret_cast<std::uintptr_t>(mesh.positions.data())});
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 3; ++row) {
        std::uint32_t bits;
        std::memcpy(&bits, &mesh.world_from_output[column][row], sizeof bits);
        now.push_back(bits);
      }
  }
  if (now == seen_) return;
  seen_ = std::move(now);
  const ContactShadow shadow = contact_shadow(*picture.scene, *picture.deformed);
  has_shadow_ = !shadow.texels.empty();
  rectangle_ = shadow.rectangle;
  if (has_shadow_) fill_red_texture(shadow_, ContactShadow::kSide, ContactShadow::kSide, shadow.texels.data());
}

void GroundLayer::draw_shadow(const EyeView& view) {
  shadow_program_.use();
  shadow_program_.set("clip_from_world", view.clip_from_world);
  shadow_program_.set("rectangle", rectangle_);
  shadow_program_.set("shade", 0);
  shadow_program_.set("strength", kShadowStrength);
  glBindTexture(GL_TEXTURE_2D, shadow_.name());
  glBindVertexArray(nothing_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace marrow::view
