// The soft shadow that meshes cast on the ground y = 0, from one far light.
#pragma once

#include "view/gl/gl.h"
#include "view/gl/mesh_layer.h"
#include "view/gl/target.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// Direction towards the light, world space: high above the left shoulder of a figure that faces
/// +z. Not of unit length; y is 1.
inline constexpr glm::vec3 kTowardsLight{0.45f, 1.0f, 0.35f};

class CastShadow {
 public:
  CastShadow();
  /// Draws the shadow into `target`, tested against its depth, within the view's clip. Parts of
  /// meshes below the ground cast no shadow, and the shadow is invisible from below. `meshes` must
  /// be up to date.
  void draw(const Picture& picture, const EyeView& view, MeshLayer& meshes, const Target& target);

 private:
  void draw_shapes(const Picture& picture, float highest, MeshLayer& meshes);
  void blur();

  gl::Program blur_program_, ground_program_;
  gl::VertexArray nothing_;  ///< vertices come from gl_VertexID
  Target shapes_{Target::Format::mask}, half_blurred_{Target::Format::mask},
      blurred_{Target::Format::mask};
  /// the ground area of the three targets: low x, low z, high x, high z
  glm::vec4 rectangle_{0.0f};
};

/// Projects a point along the light onto the ground: x and z.
glm::vec2 on_ground(const glm::vec3& point);

}  // namespace marrow::view
