// Draws text into images, with a font file, without OpenGL or a window.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "view/gl/renderer.h"

namespace marrow::view {

/// Blends `color` over the pixel at x, y with the opacity `coverage`; does nothing outside the
/// image.
void blend_pixel(Image& image, int x, int y, const Color& color, float coverage);
/// Blends `color` over the pixels from `low` to before `high`.
void blend_rectangle(Image& image, const glm::ivec2& low, const glm::ivec2& high,
                     const Color& color);

/// One font file (TrueType or OpenType). Sizes are pixels per em, as in CSS. Kerned; all digits
/// have the advance of the widest one, for columns of numbers. Text is UTF-8, in reading order.
/// Characters that the file lacks come from the system's fonts, else show the missing glyph.
class Typeface {
 public:
  /// If the font file is invalid, widths are 0 and draw() does nothing.
  explicit Typeface(const std::string& file);
  static Typeface regular();   ///< the program's own text font
  static Typeface semibold();  ///< for headings and numbers
  ~Typeface();
  Typeface(Typeface&&) noexcept;
  Typeface& operator=(Typeface&&) noexcept;

  bool is_there() const { return font_ != nullptr; }
  float width(std::string_view text, float size) const;  ///< pixels
  /// The text, or its beginning with an ellipsis, shortened to `room` pixels; empty if not even the
  /// ellipsis fits.
  std::string fitted(std::string_view text, float size, float room) const;
  /// Draws from x = `left` (pixels, need not be whole) on the base line y = `baseline`, counted
  /// from the top.
  void draw(Image& image, std::string_view text, float left, int baseline, float size,
            const Color& color) const;

 private:
  struct Font;
  std::unique_ptr<const Font> font_;
};

}  // namespace marrow::view
