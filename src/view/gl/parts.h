// Draws pictures of any size part by part, within the limits of textures and memory.
#pragma once

#include <functional>

#include "view/gl/renderer.h"

namespace marrow::view {

/// Side of the largest part, pixels; every driver supports it.
inline constexpr int kPartSide = 2048;
/// Side of the largest picture, pixels. The PNG encoder cannot handle more bytes.
inline constexpr int kLargestShot = 16384;

/// Draws a part of `size` pixels with the renderer, from which draw_in_parts() then reads it.
using DrawPart = std::function<void(const Part& part, glm::ivec2 size)>;

/// Draws a picture of `size` pixels (1..kLargestShot, clamped). Parts of at most `side` pixels
/// overlap by `margin` pixels, so that lines across their borders are complete. A picture that fits
/// is drawn as one part.
Image draw_in_parts(const Renderer& renderer, glm::ivec2 size, int margin, const DrawPart& draw,
                    int side = kPartSide);

/// draw_in_parts() for one picture, with 4-fold antialiasing.
Image draw_large(Renderer& renderer, Picture picture, glm::ivec2 size, int side = kPartSide);

/// The number of pixels by which lines and dots may extend beyond a mesh, with some allowance.
int part_margin(float ui_scale);

}  // namespace marrow::view
