// Draws the background, the contact shadow, computed on the CPU, and the grid, which fades with
// distance.
#pragma once

#include "rig/skinning/deformer.h"
#include "scene/scene.h"
#include "view/gl/gl.h"
#include "view/gl/line_layer.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

struct ContactShadow {
  static constexpr int kSide = 64;  ///< texels
  glm::vec4 rectangle{0.0f};        ///< on y = 0: low x, low z, high x, high z
  /// kSide rows along z of kSide texels along x; 255: fully dark. Empty: no mesh is near the
  /// ground.
  std::vector<std::uint8_t> texels;
};

/// Uses at most about 20,000 triangles of all shown meshes; of very dense meshes only 8,000
/// corners.
ContactShadow contact_shadow(const Scene& scene, const Deformer& deformed);

class GroundLayer {
 public:
  GroundLayer();
  void draw_background(const Tones& tones, const EyeView& view);
  /// Tests against the meshes' depth. Recomputes the shadow only if a mesh moved.
  void draw_ground(const Picture& picture, const EyeView& view, LineLayer& lines);

 private:
  void update_shadow(const Picture& picture);

  gl::Program gradient_program_, shadow_program_;
  gl::VertexArray nothing_;  ///< vertices come from gl_VertexID
  gl::Texture shadow_;
  glm::vec4 rectangle_{0.0f};
  bool has_shadow_ = false;
  /// key of the shadow: nodes, revisions and transforms of its input
  std::vector<std::uint64_t> seen_;
};

/// Darkens a rectangle of the ground (low x, low z, high x, high z) by the texture `shade`, with a
/// program of kShadowVertex and kShadowFragment. Precondition: a vertex array is bound.
void draw_shade(const gl::Program& shadow_program, const EyeView& view, const glm::vec4& rectangle,
                GLuint shade, float strength);

/// The grid on y = 0 around the camera's target: lines 0.2, 1, 5, 25, ... units apart; finer lines
/// fade out with distance.
std::vector<StrokeVertex> grid_lines(const Camera& camera, const Color& grid, const EyeView& view);

}  // namespace marrow::view
