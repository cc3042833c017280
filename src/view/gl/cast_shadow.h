// The soft shadow that meshes cast on the ground y = 0, from one far light.
#pragma once

#include "view/gl/gl.h"
#include "view/gl/mesh_layer.h"
#include "view/gl/target.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// Towards the light, world space: high above the left shoulder of a figure that faces +z. Not of
/// unit length; y is 1.
inline constexpr glm::vec3 kTowardsLight{0.45f, 1.0f, 0.35f};

class CastShadow {
 public:
  CastShadow();
  /// Over what `target` holds, tested against its depth, within the view's clip. What is below the
  /// ground casts none, and it is not seen from below. The meshes must be up to date.
  void draw(const Picture& picture, const EyeView& view, MeshLayer& meshes, const Target& target);

 private:
  void draw_shapes(const Picture& picture, float highest, MeshLayer& meshes);
  void blur();
  void draw_on_ground(const EyeView& view) const;

  gl::Program blur_program_, ground_program_;
  gl::VertexArray nothing_;  ///< vertices come from gl_VertexID
  Target shapes_{Target::Format::mask}, half_blurred_{Target::Format::mask},
      blurred_{Target::Format::mask};
  glm::vec4 rectangle_{0.0f};  ///< that the three show: low x, low z, high x, high z
};

/// Where the light throws a point above the ground.
glm::vec2 on_ground(const glm::vec3& point);

}  // namespace marrow::view
