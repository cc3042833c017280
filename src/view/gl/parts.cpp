#include "view/gl/parts.h"

#include <algorithm>
#include <cmath>

namespace marrow::view {

namespace {

constexpr int kSamples = 4;

/// A part along one axis: the pixels that are drawn, and those that are kept for the whole.
struct Stretch {
  int first, last;          ///< kept, [first, last)
  int drawn_first, length;  ///< drawn
};

std::vector<Stretch> stretches(int size, int margin, int side) {
  if (size <= side) return {{0, size, 0, size}};
  const int step = std::max(side - 2 * margin, 1);
  std::vector<Stretch> result;
  for (int first = 0; first < size; first += step) {
    const int last = std::min(first + step, size);
    const int drawn_first = std::max(first - margin, 0);
    result.push_back({first, last, drawn_first, std::min(last + margin, size) - drawn_first});
  }
  return result;
}

/// Copies the kept range of the part. Rows of images run downwards, rows of parts upwards.
void place(Image& whole, const Image& part, const Stretch& across, const Stretch& up) {
  for (int y = up.first; y < up.last; ++y)
    std::copy_n(
        part.pixel(across.first - across.drawn_first, part.height - 1 - (y - up.drawn_first)),
        4 * (across.last - across.first), whole.pixel(across.first, whole.height - 1 - y));
}

}  // namespace

int part_margin(float ui_scale) { return int(std::ceil(8.0f * ui_scale)); }

Image draw_in_parts(const Renderer& renderer, glm::ivec2 size, int margin, const DrawPart& draw,
                    int side) {
  size = glm::clamp(size, glm::ivec2(1), glm::ivec2(kLargestShot));
  margin = std::clamp(margin, 0, side / 4);
  const std::vector<Stretch> columns = stretches(size.x, margin, side),
                             rows = stretches(size.y, margin, side);
  if (columns.size() == 1 && rows.size() == 1) {
    draw({}, size);
    return renderer.read();
  }
  Image whole = Image::blank(size.x, size.y);
  for (const Stretch& up : rows)
    for (const Stretch& across : columns) {
      draw({.corner = {across.drawn_first, up.drawn_first}, .whole = size},
           {across.length, up.length});
      place(whole, renderer.read(), across, up);
    }
  return whole;
}

Image draw_large(Renderer& renderer, Picture picture, glm::ivec2 size, int side) {
  const auto draw = [&](const Part& part, glm::ivec2 pixels) {
    picture.part = part;
    renderer.draw(picture, pixels.x, pixels.y, kSamples);
  };
  return draw_in_parts(renderer, size, part_margin(picture.ui_scale), draw, side);
}

}  // namespace marrow::view
