// Converts polylines in world space to quads on the screen: cut at the near plane, of constant
// width in pixels, with shared slanted edges, so that a translucent line never covers itself. Works
// on the CPU, because GL has no wide lines.
#pragma once

#include <glm/gtc/type_precision.hpp>
#include <span>

#include "view/picture/eye_view.h"
#include "view/picture/picture.h"

namespace marrow::view {

/// Converts a color to eight bits per channel, straight alpha, for vertex attributes.
glm::u8vec4 to_bytes(const Color& color);

/// A corner of a quad. Four make a piece of a line, in the order of a triangle strip.
struct StrokeVertex {
  glm::vec4 position;  ///< clip space
  float across;        ///< signed distance from the middle of the line in pixels, times position.w
  float half_width;    ///< pixels; the quad is one pixel wider on each side, for a soft edge
  glm::u8vec4 color;
};

/// Appends one polyline, `width` in pixels, with one color or one per point. It is closed if the
/// first point is repeated at the end. Appends nothing if the width is 0 or less, there are fewer
/// than two points, or no point is in front of the eye.
void add_stroke(std::vector<StrokeVertex>& strokes, std::span<const glm::vec3> points,
                std::span<const Color> colors, float width, const EyeView& view);
void add_stroke(std::vector<StrokeVertex>& strokes, std::span<const glm::vec3> points,
                const Color& color, float width, const EyeView& view);

}  // namespace marrow::view
