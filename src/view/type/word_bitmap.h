// Draws a piece of text as pixels, with the first font that has its characters.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "view/type/font_files.h"
#include "view/type/reading_order.h"

namespace marrow::view {

/// Pixels of a piece of text: row by row from the top, RGBA, not premultiplied. Text without
/// colors of its own is white.
struct WordBitmap {
  int width = 0, height = 0;
  int left = 0;             ///< pixels from the pen to the first column
  int top = 0;              ///< pixels from the base line up to the first row
  float advance = 0.0f;     ///< pixels that the pen moves, a whole number
  bool is_colored = false;  ///< an emoji: has colors of its own
  std::vector<std::uint8_t> rgba;
};

/// Draws the piece at a size (pixels per em, 4 to 256). None if no font has it, or if it would be
/// wider than 1,024 pixels or higher than four times its size.
std::optional<WordBitmap> set_word(FontFiles& fonts, const TextPiece& piece, float em);

}  // namespace marrow::view
