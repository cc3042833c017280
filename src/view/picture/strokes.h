// Polylines in world space as quads on the screen: cut at the near plane, of constant width in
// pixels, with shared slanted edges, so that a translucent line never covers itself. On the CPU, as
// GL has no wide lines.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/type_precision.hpp>
#include <span>
#include <vector>

#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// Colour as eight bits per channel, straight alpha, for vertex attributes.
glm::u8vec4 to_bytes(const Color& color);

/// A corner of a quad; four make a piece of a line, in the order of a triangle strip.
struct StrokeVertex {
  glm::vec4 position;  ///< clip space
  float across;        ///< signed distance from the middle of the line in pixels, times position.w
  float half_width;    ///< pixels; the quad is one pixel wider on each side, for a soft edge
  glm::u8vec4 color;
};

/// Appends one polyline, `width` in pixels (0 or less: nothing). Closed when the first point is
/// repeated at the end. One colour, or one per point. Fewer than two points, or none in front of
/// the eye: nothing.
void add_stroke(std::vector<StrokeVertex>& strokes, std::span<const glm::vec3> points,
                std::span<const Color> colors, float width, const EyeView& view);
void add_stroke(std::vector<StrokeVertex>& strokes, std::span<const glm::vec3> points,
                const Color& color, float width, const EyeView& view);

}  // namespace marrow::view
