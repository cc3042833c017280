// Pictures of any size, drawn part by part within the limits of textures and memory.
#pragma once

#include <functional>

#include "view/gl/renderer.h"

namespace marrow::view {

inline constexpr int kPartSide = 2048;  ///< of the largest part, pixels: every driver has this much
inline constexpr int kLargestShot =
    16384;  ///< of a picture, pixels: what it takes as bytes still fits the PNG encoder

/// Draws a part of `size` pixels with the renderer that is read afterwards.
using DrawPart = std::function<void(const Part& part, glm::ivec2 size)>;

/// The picture of `size` pixels (1..kLargestShot, clamped). Parts of at most `side` pixels overlap
/// by `margin` pixels, so that lines across their borders are whole; a picture that fits is one
/// part.
Image draw_in_parts(const Renderer& renderer, glm::ivec2 size, int margin, const DrawPart& draw,
                    int side = kPartSide);

/// The same for one picture with 4-fold antialiasing.
Image draw_large(Renderer& renderer, Picture picture, glm::ivec2 size, int side = kPartSide);

/// How many pixels lines and dots may reach beyond a mesh, with some room.
int part_margin(float ui_scale);

}  // namespace marrow::view
