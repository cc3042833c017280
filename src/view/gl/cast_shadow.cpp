#include "view/gl/cast_shadow.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "view/gl/ground_layer.h"
#include "view/gl/shaders.h"
#include "view/picture/capsule_shape.h"

namespace marrow::view {

namespace {

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
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glBindVertexArray(nothing_.name());
  draw_shade(ground_program_, view, rectangle_, blurred_.texture(), kDarkness);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);
}

/// Draws the meshes from above: x to the right, z upwards, depth from ground to highest point.
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
    blur_program_.set("across", glm::vec2(step) / float(kShadowTexels));
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

}  // namespace marrow::view
