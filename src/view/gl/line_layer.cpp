#include "view/gl/line_layer.h"

#include <cstddef>

#include "view/gl/shaders.h"

namespace marrow::view {

namespace {
struct FillVertex {
  glm::vec3 position;
  glm::u8vec4 color;
};

gl::Attribute color_attribute(GLuint location, std::size_t stride, std::size_t offset) {
  return {.location = location,
          .components = 4,
          .type = GL_UNSIGNED_BYTE,
          .stride = stride,
          .offset = offset};
}

GLsizei index_count(std::size_t quads) { return GLsizei(quads * 6); }
}  // namespace

void QuadIndices::bind(std::size_t quads) {
  if (quads > quads_) {
    quads_ = quads * 2;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < quads_; ++i)
      for (const std::uint32_t corner : {0u, 1u, 2u, 2u, 1u, 3u}) indices.push_back(4 * i + corner);
    buffer_.fill(indices.data(), indices.size() * sizeof(std::uint32_t), GL_STATIC_DRAW);
  }
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer_.name());
}

LineLayer::LineLayer()
    : stroke_program_("line", shaders::kLineVertex, shaders::kLineFragment),
      dot_program_("dot", shaders::kSpriteVertex, shaders::kDotFragment),
      fill_program_("fill", shaders::kFillVertex, shaders::kFillFragment) {
  constexpr std::size_t kStroke = sizeof(StrokeVertex), kDot = sizeof(Dot),
                        kFill = sizeof(FillVertex);
  glBindVertexArray(stroke_array_.name());
  gl::read_attribute(stroke_buffer_, {.location = 0,
                                      .components = 4,
                                      .stride = kStroke,
                                      .offset = offsetof(StrokeVertex, position)});
  gl::read_attribute(stroke_buffer_, {.location = 1,
                                      .components = 2,
                                      .stride = kStroke,
                                      .offset = offsetof(StrokeVertex, across)});
  gl::read_attribute(stroke_buffer_, color_attribute(2, kStroke, offsetof(StrokeVertex, color)));
  glBindVertexArray(dot_array_.name());
  gl::read_attribute(dot_buffer_, {.location = 0, .stride = kDot, .offset = offsetof(Dot, center)});
  gl::read_attribute(
      dot_buffer_,
      {.location = 1, .components = 1, .stride = kDot, .offset = offsetof(Dot, radius)});
  gl::read_attribute(dot_buffer_, color_attribute(2, kDot, offsetof(Dot, fill)));
  gl::read_attribute(dot_buffer_, color_attribute(3, kDot, offsetof(Dot, rim)));
  glBindVertexArray(fill_array_.name());
  gl::read_attribute(fill_buffer_,
                     {.location = 0, .stride = kFill, .offset = offsetof(FillVertex, position)});
  gl::read_attribute(fill_buffer_, color_attribute(1, kFill, offsetof(FillVertex, color)));
  glBindVertexArray(0);
}

void LineLayer::draw(const std::vector<StrokeVertex>& strokes) {
  if (strokes.empty()) return;
  stroke_buffer_.fill(strokes.data(), strokes.size() * sizeof(StrokeVertex), GL_STREAM_DRAW);
  stroke_program_.use();
  glBindVertexArray(stroke_array_.name());
  quads_.bind(strokes.size() / 4);
  glDrawElements(GL_TRIANGLES, index_count(strokes.size() / 4), GL_UNSIGNED_INT, nullptr);
}

void LineLayer::draw(const std::vector<Dot>& dots, const EyeView& view, float rim_width) {
  if (dots.empty()) return;
  std::vector<Dot> corners;
  for (const Dot& dot : dots) corners.insert(corners.end(), 4, dot);
  dot_buffer_.fill(corners.data(), corners.size() * sizeof(Dot), GL_STREAM_DRAW);
  dot_program_.use();
  dot_program_.set("clip_from_center", view.clip_from_world);
  dot_program_.set("half_size", view.size * 0.5f);
  dot_program_.set("rim_width", rim_width);
  dot_program_.set("nearer", 0.0f);
  glBindVertexArray(dot_array_.name());
  quads_.bind(dots.size());
  glDrawElements(GL_TRIANGLES, index_count(dots.size()), GL_UNSIGNED_INT, nullptr);
}

void LineLayer::draw(const std::vector<Overlay::Fill>& fills, const EyeView& view) {
  std::vector<FillVertex> triangles;
  for (const Overlay::Fill& fill : fills) {
    const glm::u8vec4 color = to_bytes(fill.color);
    for (std::size_t i = 2; i < fill.outline.size(); ++i)
      for (const std::size_t corner : {std::size_t{0}, i - 1, i})
        triangles.push_back({fill.outline[corner], color});
  }
  if (triangles.empty()) return;
  fill_buffer_.fill(triangles.data(), triangles.size() * sizeof(FillVertex), GL_STREAM_DRAW);
  fill_program_.use();
  fill_program_.set("clip_from_world", view.clip_from_world);
  glBindVertexArray(fill_array_.name());
  glDrawArrays(GL_TRIANGLES, 0, GLsizei(triangles.size()));
}

}  // namespace marrow::view
