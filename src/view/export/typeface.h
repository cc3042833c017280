// Words in images, set from a font file without OpenGL or a window.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "view/gl/renderer.h"

namespace marrow::view {

/// `color` over the pixel at x, y, `coverage` of it; outside the image nothing.
void blend_pixel(Image& image, int x, int y, const Color& color, float coverage);

/// One font file (TrueType or OpenType). Sizes are pixels per em, as in CSS. Kerned; all digits
/// have the widest one's advance, for columns of numbers. Text is UTF-8, set in the order in which
/// it is read; what the file lacks comes from the system's fonts, else shows the missing glyph.
class Typeface {
 public:
  /// Without a valid font file widths are 0 and draw() does nothing.
  explicit Typeface(const std::string& file);
  static Typeface regular();   ///< the program's own
  static Typeface semibold();  ///< for headings and numbers
  ~Typeface();
  Typeface(Typeface&&) noexcept;
  Typeface& operator=(Typeface&&) noexcept;

  bool is_there() const { return font_ != nullptr; }
  float width(std::string_view text, float size) const;  ///< pixels
  /// The text, or its beginning with an ellipsis, within `room` pixels; empty when not even that
  /// fits.
  std::string fitted(std::string_view text, float size, float room) const;
  /// From `left` (pixels, need not be whole) on the line y = `baseline`, rows counted from the top.
  void draw(Image& image, std::string_view text, float left, int baseline, float size,
            const Color& color) const;

 private:
  struct Font;
  std::unique_ptr<const Font> font_;
};

}  // namespace marrow::view
