// Lines, dots, crosses and flat fills: everything that has the same size on the screen at any distance.
#pragma once

#include <glm/gtc/type_precision.hpp>
#include <span>
#include <vector>

#include "view/eye_view.h"
#include "view/gl.h"
#include "view/picture.h"

namespace marrow::view {

/// Colour as eight bits a channel, straight alpha, for vertex attributes.
glm::u8vec4 to_bytes(const Color& color);

/// Polylines in world space, widths in pixels, to be drawn in one call. Neighbours share slanted edges: no dark joints in a translucent
/// line.
class LineBatch {
 public:
  /// A closed polyline repeats its first point at its end. Fewer than two points are nothing.
  void add(std::span<const glm::vec3> points, const Color& color, float width);
  /// A colour for each point.
  void add(std::span<const glm::vec3> points, std::span<const Color> colors, float width);
  bool empty() const { return records_.empty(); }
  void clear() { records_.clear(); }

 private:
  friend class LineLayer;
  struct Record {
    glm::vec3 position;
    float width;
    glm::u8vec4 color;
  };
  std::vector<Record> records_;  ///< each polyline between two records that only say what stands before and after it
};

/// Discs of a radius in pixels with a rim around them.
struct DotBatch {
  struct Dot {
    glm::vec3 center;
    float radius;
    glm::u8vec4 fill;
    glm::u8vec4 rim;
  };
  std::vector<Dot> dots;
};

/// Depth test and blending are the caller's; blending is premultiplied.
class LineLayer {
 public:
  LineLayer();
  void draw(const LineBatch& batch, const EyeView& view);
  void draw(const DotBatch& batch, const EyeView& view, float rim_width);
  /// Convex outlines in world space.
  void draw(const std::vector<Overlay::Fill>& fills, const EyeView& view);

 private:
  gl::Program line_program_, dot_program_, fill_program_;
  gl::VertexArray line_array_, dot_array_, fill_array_;
  gl::Buffer line_buffer_, dot_buffer_, fill_buffer_;
};

}  // namespace marrow::view
