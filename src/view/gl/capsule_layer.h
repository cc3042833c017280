// Draws the translucent capsules: one even veil in front of the mesh, the selected ones on top.
#pragma once

#include <array>

#include "view/gl/gl.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// Above this number of shown capsules, each is drawn with fewer pieces.
inline constexpr std::size_t kManyCapsules = 200;

class CapsuleLayer {
 public:
  struct Body {
    const CapsuleShape* shape = nullptr;
    Color fill{0.0f};
  };
  CapsuleLayer();
  /// Expects bodies front to back. Neither reads nor writes depth; uses the stencil buffer, which
  /// must be 0.
  void draw(const std::vector<Body>& bodies, const std::vector<Body>& on_top, const EyeView& view);

 private:
  struct Instance;
  /// A unit capsule: two half spheres and the tube that stretches between them.
  struct Template {
    gl::VertexArray array;
    gl::Buffer vertices;
    gl::IndexBuffer indices;
    GLsizei index_count = 0;
  };
  void make_template(Template& made, int around);
  void draw_veil(const std::vector<Body>& bodies, const Template& unit, int stencil);

  gl::Program program_;
  gl::Buffer instances_;
  std::array<Template, 2> templates_;  ///< fine, and coarse for skeletons of hundreds of joints
};

}  // namespace marrow::view
