#include "view/line_layer.h"

#include <cstddef>

#include "view/shaders.h"

namespace marrow::view {

namespace {
struct FillVertex {
  glm::vec3 position;
  glm::u8vec4 color;
};
}  // namespace

glm::u8vec4 to_bytes(const Color& color) { return glm::u8vec4(glm::clamp(color, 0.0f, 1.0f) * 255.0f + 0.5f); }

void LineBatch::add(std::span<const glm::vec3> points, const Color& color, float width) {
  const std::vector<Color> colors(points.size(), color);
  add(points, colors, width);
}

void LineBatch::add(std::span<const glm::vec3> points, std::span<const Color> colors, float width) {
  if (points.size() < 2 || width <= 0.0f) return;
  const bool closed = points.size() > 3 && points.front() == points.back();
  // What stands before and after: width 0 says nothing does, a negative one that it only bends the neighbour and is no piece itself.
  const float bends = closed ? -1.0f : 0.0f;
  records_.push_back({closed ? points[points.size() - 2] : points.front(), bends, {}});
  for (std::size_t i = 0; i < points.size(); ++i) records_.push_back({points[i], width, to_bytes(colors[i])});
  records_.push_back({closed ? points[1] : points.back(), bends, {}});
}

LineLayer::LineLayer()
    : line_program_("line", shaders::kLineVertex, shaders::kLineFragment),
      dot_program_("dot", shaders::kSpriteVertex, shaders::kDotFragment),
      fill_program_("fill", shaders::kFillVertex, shaders::kFillFragment) {
  using Record = LineBatch::Record;
  glBindVertexArray(line_array_.name());
  // One buffer read at four places: an instance is the piece between two records and sees their neighbours.
  for (GLuint i = 0; i < 4; ++i)
    gl::read_attribute(line_buffer_,
                       {.location = i, .components = 4, .stride = sizeof(Record), .offset = i * sizeof(Record), .divisor = 1});
  for (GLuint i = 0; i < 2; ++i)
    gl::read_attribute(line_buffer_, {.location = 4 + i,
                                      .components = 4,
                                      .type = GL_UNSIGNED_BYTE,
                                      .stride = sizeof(Record),
                                      .offset = (1 + i) * sizeof(Record) + offsetof(Record, color),
                                      .divisor = 1});
  using Dot = DotBatch::Dot;
  glBindVertexArray(dot_array_.name());
  gl::read_attribute(dot_buffer_, {.location = 0, .stride = sizeof(Dot), .offset = offsetof(Dot, center), .divisor = 1});
  gl::read_attribute(dot_buffer_, {.location = 1, .components = 1, .stride = sizeof(Dot), .offset = offsetof(Dot, radius), .divisor = 1});
  for (const auto& [location, offset] : {std::pair<GLuint, std::size_t>{2, offsetof(Dot, fill)}, {3, offsetof(Dot, rim)}})
    gl::read_attribute(
        dot_buffer_,
        {.location = location, .components = 4, .type = GL_UNSIGNED_BYTE, .stride = sizeof(Dot), .offset = offset, .divisor = 1});
  glBindVertexArray(fill_array_.name());
  gl::read_attribute(fill_buffer_, {.location = 0, .stride = sizeof(FillVertex), .offset = offsetof(FillVertex, position)});
  gl::read_attribute(
      fill_buffer_,
      {.location = 1, .components = 4, .type = GL_UNSIGNED_BYTE, .stride = sizeof(FillVertex), .offset = offsetof(FillVertex, color)});
  glBindVertexArray(0);
}

void LineLayer::draw(const LineBatch& batch, const EyeView& view) {
  if (batch.records_.size() < 4) return;
  line_buffer_.fill(batch.records_.data(), batch.records_.size() * sizeof(LineBatch::Record), GL_STREAM_DRAW);
  line_program_.use();
  line_program_.set("clip_from_world", view.clip_from_world);
  line_program_.set("half_size", view.size * 0.5f);
  glBindVertexArray(line_array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.records_.size() - 3));
}

void LineLayer::draw(const DotBatch& batch, const EyeView& view, float rim_width) {
  if (batch.dots.empty()) return;
  dot_buffer_.fill(batch.dots.data(), batch.dots.size() * sizeof(DotBatch::Dot), GL_STREAM_DRAW);
  dot_program_.use();
  dot_program_.set("clip_from_world", view.clip_from_world);
  dot_program_.set("half_size", view.size * 0.5f);
  dot_program_.set("rim_width", rim_width);
  glBindVertexArray(dot_array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.dots.size()));
}

void LineLayer::draw(const std::vector<Overlay::Fill>& fills, const EyeView& view) {
  std::vector<FillVertex> triangles;
  for (const Overlay::Fill& fill : fills) {
    const glm::u8vec4 color = to_bytes(fill.color);
    for (std::size_t i = 2; i < fill.outline.size(); ++i)
      for (const std::size_t corner : {std::size_t{0}, i - 1, i}) triangles.push_back({fill.outline[corner], color});
  }
  if (triangles.empty()) return;
  fill_buffer_.fill(triangles.data(), triangles.size() * sizeof(FillVertex), GL_STREAM_DRAW);
  fill_program_.use();
  fill_program_.set("clip_from_world", view.clip_from_world);
  glBindVertexArray(fill_array_.name());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(triangles.size()));
}

}  // namespace marrow::view
