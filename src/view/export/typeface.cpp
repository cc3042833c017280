#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include "view/export/typeface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <stb/stb_truetype.h>
#include <vector>

#include "base/utf8.h"
#include "view/type/font_files.h"
#include "view/type/reading_order.h"
#include "view/type/word_bitmap.h"

namespace marrow::view {

namespace {
constexpr std::string_view kEllipsis = "\u2026";

std::vector<unsigned char> bytes_of_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}
}  // namespace

void blend_pixel(Image& image, int x, int y, const Color& color, float coverage) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  const float alpha = color.a * std::clamp(coverage, 0.0f, 1.0f);
  std::uint8_t* pixel = image.pixel(x, y);
  const float there = float(pixel[3]) / 255.0f * (1.0f - alpha);
  const float both = alpha + there;
  if (both <= 0.0f) return;
  for (int k = 0; k < 3; ++k)
    pixel[k] = std::uint8_t((float(pixel[k]) * there + color[k] * 255.0f * alpha) / both + 0.5f);
  pixel[3] = std::uint8_t(255.0f * both + 0.5f);
}

void blend_rectangle(Image& image, const glm::ivec2& low, const glm::ivec2& high,
                     const Color& color) {
  for (int y = low.y; y < high.y; ++y)
    for (int x = low.x; x < high.x; ++x) blend_pixel(image, x, y, color, 1.0f);
}

namespace {
void draw_word(Image& image, const WordBitmap& word, int x, int baseline, const Color& color) {
  for (int row = 0; row < word.height; ++row)
    for (int column = 0; column < word.width; ++column) {
      const std::uint8_t* pixel = &word.rgba[4u * unsigned(row * word.width + column)];
      const auto part = [&](int k) { return float(pixel[k]) / 255.0f; };
      const Color tone = word.is_colored ? Color{part(0), part(1), part(2), color.a} : color;
      blend_pixel(image, x + word.left + column, baseline - word.top + row, tone, part(3));
    }
}
}  // namespace

struct Typeface::Font {
  std::vector<unsigned char> file;
  stbtt_fontinfo info{};
  std::array<int, 10> digits{};  ///< glyphs
  int widest_digit = 0;          ///< advance, font units
  mutable FontFiles others;      ///< for characters that this file lacks

  explicit Font(std::vector<unsigned char> bytes) : file(std::move(bytes)) {}
  bool open();
  int advance(int glyph) const;
  /// Calls, from left to right, place(glyph, x) for each glyph of this font and place_word(bitmap,
  /// x) for text that it lacks; x is the pen's position in pixels from the start. Returns the pen's
  /// final position.
  template <typename Place, typename PlaceWord>
  float set(std::string_view text, float size, Place place, PlaceWord place_word) const;
};

bool Typeface::Font::open() {
  const int offset = file.size() < 12 ? -1 : stbtt_GetFontOffsetForIndex(file.data(), 0);
  if (offset < 0 || !stbtt_InitFont(&info, file.data(), offset)) return false;
  for (int digit = 0; digit < 10; ++digit) {
    digits[std::size_t(digit)] = stbtt_FindGlyphIndex(&info, '0' + digit);
    int width = 0;
    stbtt_GetGlyphHMetrics(&info, digits[std::size_t(digit)], &width, nullptr);
    widest_digit = std::max(widest_digit, width);
  }
  return true;
}

int Typeface::Font::advance(int glyph) const {
  int width = 0;
  stbtt_GetGlyphHMetrics(&info, glyph, &width, nullptr);
  return width;
}

template <typename Place, typename PlaceWord>
float Typeface::Font::set(std::string_view text, float size, Place place,
                          PlaceWord place_word) const {
  const float scale = stbtt_ScaleForMappingEmToPixels(&info, size);
  float pen = 0.0f;
  int before = -1;
  for (const TextPiece& piece : pieces_of(code_points(text))) {
    const auto code = int(piece.text[0]);
    const int glyph = stbtt_FindGlyphIndex(&info, code);
    if (piece.is_word || glyph == 0)
      if (const std::optional<WordBitmap> word = set_word(others, piece, size)) {
        place_word(*word, pen);
        pen += word->advance;
        before = -1;
        continue;
      }
    const bool is_digit = code >= '0' && code <= '9';
    const bool is_kerned = before >= 0 && !is_digit;
    if (is_kerned) pen += scale * float(stbtt_GetGlyphKernAdvance(&info, before, glyph));
    const int wide = is_digit ? widest_digit : advance(glyph);
    place(glyph, pen + scale * 0.5f * float(wide - advance(glyph)));
    pen += scale * float(wide);
    before = is_digit ? -1 : glyph;
  }
  return pen;
}

Typeface::Typeface(const std::string& file) {
  auto font = std::make_unique<Font>(bytes_of_file(file));
  if (font->open()) font_ = std::move(font);
}
Typeface Typeface::regular() { return Typeface(regular_font()); }
Typeface Typeface::semibold() { return Typeface(semibold_font()); }
Typeface::~Typeface() = default;
Typeface::Typeface(Typeface&&) noexcept = default;
Typeface& Typeface::operator=(Typeface&&) noexcept = default;

float Typeface::width(std::string_view text, float size) const {
  if (!font_) return 0.0f;
  return font_->set(
      text, size, [](int, float) {}, [](const WordBitmap&, float) {});
}

std::string Typeface::fitted(std::string_view text, float size, float room) const {
  if (!font_ || width(text, size) <= room) return std::string(text);
  while (!text.empty()) {
    while (text.size() > 1 && is_utf8_continuation(text.back())) text.remove_suffix(1);
    text.remove_suffix(1);
    const std::string cut =
        std::string(text.substr(0, text.find_last_not_of(' ') + 1)).append(kEllipsis);
    if (width(cut, size) <= room) return cut;
  }
  return "";
}

void Typeface::draw(Image& image, std::string_view text, float left, int baseline, float size,
                    const Color& color) const {
  if (!font_) return;
  const stbtt_fontinfo& info = font_->info;
  const float scale = stbtt_ScaleForMappingEmToPixels(&info, size);
  std::vector<unsigned char> coverage;
  const auto place = [&](int glyph, float x) {
    const float whole = std::floor(left + x), part = left + x - whole;
    int low_x, low_y, high_x, high_y;
    stbtt_GetGlyphBitmapBoxSubpixel(&info, glyph, scale, scale, part, 0.0f, &low_x, &low_y, &high_x,
                                    &high_y);
    const int width = high_x - low_x, height = high_y - low_y;
    if (width <= 0 || height <= 0) return;
    coverage.assign(std::size_t(width) * std::size_t(height), 0);
    stbtt_MakeGlyphBitmapSubpixel(&info, coverage.data(), width, height, width, scale, scale, part,
                                  0.0f, glyph);
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column)
        blend_pixel(image, int(whole) + low_x + column, baseline + low_y + row, color,
                    float(coverage[std::size_t(row * width + column)]) / 255.0f);
  };
  font_->set(text, size, place, [&](const WordBitmap& word, float x) {
    draw_word(image, word, int(std::lround(left + x)), baseline, color);
  });
}

}  // namespace marrow::view
