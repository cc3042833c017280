// Words in images, set from a font file without OpenGL or a window.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "view/picture/renderer.h"

namespace marrow::view {

/// `color` over the pixel at x, y, `coverage` of it; outside the image nothing.
void blend_pixel(Image& image, int x, int y, const Color& color, float coverage);

/// One font file (TrueType or OpenType). Sizes are pixels per em, as in CSS. Kerned; digits all
/// have the widest one's advance, so that columns of numbers stand. Text is UTF-8; what the font
/// lacks, or what is not UTF-8, shows as its missing glyph.
class Typeface {
 public:
  /// If the file does not exist or is no font, then widths are 0 and draw() does nothing.
  explicit Typeface(const char* file);
  static Typeface regular();   ///< the program's own
  static Typeface semibold();  ///< for headings and numbers
  ~Typeface();
  Typeface(Typeface&&) noexcept;
  Typeface& operator=(Typeface&&) noexcept;

  bool is_there() const { return font_ != nullptr; }
  float width(std::string_view text, float size) const;  ///< pixels
  /// The text, or as much of its beginning as leaves room for an ellipsis after it within `room`
  /// pixels; empty when not even that has room.
  std::string fitted(std::string_view text, float size, float room) const;
  /// From `left` (pixels, need not be whole) on the line y = `baseline`, rows counted from the top.
  void draw(Image& image, std::string_view text, float left, int baseline, float size,
            const Color& color) const;

 private:
  struct Font;
  std::unique_ptr<const Font> font_;
};

}  // namespace marrow::view
