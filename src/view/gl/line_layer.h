// Strokes and dots of constant screen size, and the flat fills of overlays.
#pragma once

#include "view/gl/gl.h"
#include "view/picture/eye_view.h"
#include "view/picture/picture.h"
#include "view/picture/strokes.h"

namespace marrow::view {

/// A disc with a rim; `radius` in pixels.
struct Dot {
  glm::vec3 center;
  float radius;
  glm::u8vec4 fill;
  glm::u8vec4 rim;
};

/// Indices for quads of four vertices in triangle strip order; shared by all layers with such
/// quads.
class QuadIndices {
 public:
  /// Binds the index buffer to the bound vertex array and makes it long enough for `quads`.
  void bind(std::size_t quads);

 private:
  gl::IndexBuffer buffer_;
  std::size_t quads_ = 0;
};

/// The caller sets depth test and (premultiplied) blending.
class LineLayer {
 public:
  LineLayer();
  void draw(const std::vector<StrokeVertex>& strokes);
  void draw(const std::vector<Dot>& dots, const EyeView& view, float rim_width);
  /// Draws convex outlines in world space.
  void draw(const std::vector<Overlay::Fill>& fills, const EyeView& view);

 private:
  gl::Program stroke_program_, dot_program_, fill_program_;
  gl::VertexArray stroke_array_, dot_array_, fill_array_;
  gl::Buffer stroke_buffer_, dot_buffer_, fill_buffer_;
  QuadIndices quads_;
};

}  // namespace marrow::view
