#include "view/type/word_bitmap.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#ifdef MARROW_HAS_HARFBUZZ
#include <hb-ft.h>
#include <hb.h>
#endif

#include <algorithm>
#include <cmath>
#include <memory>

namespace marrow::view {

namespace {

constexpr int kWidest = 1024;
constexpr float kFixed = 64.0f;  // FreeType's unit is 1/64 pixel

struct PlacedGlyph {
  FT_UInt index = 0;
  float x = 0.0f, y = 0.0f;  ///< pixels of the face's size, y up
};

struct PlacedWord {
  std::vector<PlacedGlyph> glyphs;
  float advance = 0.0f;
};

/// Sets the face's size. Returns the factor from the face's pixels to the requested ones: 1, except
/// for bitmap fonts, which have only fixed sizes.
float set_size(FT_Face face, float em) {
  if (FT_IS_SCALABLE(face)) {
    FT_Set_Char_Size(face, 0, static_cast<FT_F26Dot6>(std::lround(em * kFixed)), 72, 72);
    return 1.0f;
  }
  int best = 0;
  for (int i = 1; i < face->num_fixed_sizes; ++i) {
    const FT_Pos size = face->available_sizes[i].y_ppem, held = face->available_sizes[best].y_ppem;
    const auto wanted = static_cast<FT_Pos>(em * kFixed);
    if (held < wanted ? size > held : size >= wanted && size < held) best = i;
  }
  if (face->num_fixed_sizes == 0 || FT_Select_Size(face, best) != 0) return 0.0f;
  return em * kFixed / float(std::max<FT_Pos>(face->available_sizes[best].y_ppem, 1));
}

#ifdef MARROW_HAS_HARFBUZZ
PlacedWord shape_word(FT_Face face, const TextPiece& piece) {
  const std::unique_ptr<hb_font_t, decltype(&hb_font_destroy)> font(
      hb_ft_font_create_referenced(face), hb_font_destroy);
  const std::unique_ptr<hb_buffer_t, decltype(&hb_buffer_destroy)> buffer(hb_buffer_create(),
                                                                          hb_buffer_destroy);
  const auto length = int(piece.text.size());
  hb_buffer_add_utf32(buffer.get(), reinterpret_cast<const std::uint32_t*>(piece.text.data()),
                      length, 0, length);
  hb_buffer_guess_segment_properties(buffer.get());
  if (piece.is_backward) hb_buffer_set_direction(buffer.get(), HB_DIRECTION_RTL);
  hb_shape(font.get(), buffer.get(), nullptr, 0);
  unsigned count = 0;
  const hb_glyph_info_t* infos = hb_buffer_get_glyph_infos(buffer.get(), &count);
  const hb_glyph_position_t* places = hb_buffer_get_glyph_positions(buffer.get(), &count);
  PlacedWord word;
  for (unsigned i = 0; i < count; ++i) {
    const auto in_pixels = [](hb_position_t at) { return float(at) / kFixed; };
    word.glyphs.push_back({infos[i].codepoint, word.advance + in_pixels(places[i].x_offset),
                           in_pixels(places[i].y_offset)});
    word.advance += in_pixels(places[i].x_advance);
  }
  return word;
}
#else
PlacedWord shape_word(FT_Face face, const TextPiece& piece) {
  PlacedWord word;
  for (const char32_t c : piece.text) {
    const FT_UInt index = FT_Get_Char_Index(face, c);
    if (is_unseen(c) || FT_Load_Glyph(face, index, FT_LOAD_COLOR | FT_LOAD_TARGET_LIGHT) != 0)
      continue;
    word.glyphs.push_back({index, word.advance, 0.0f});
    word.advance += float(face->glyph->advance.x) / kFixed;
  }
  return word;
}
#endif

/// One glyph's pixels. `left` and `top` are offsets from the origin of the word.
struct GlyphImage {
  int width = 0, height = 0, left = 0, top = 0;
  bool is_colored = false;
  std::vector<std::uint8_t> rgba;
};

GlyphImage image_of(const FT_GlyphSlot slot) {
  const FT_Bitmap& bitmap = slot->bitmap;
  GlyphImage image{int(bitmap.width),
                   int(bitmap.rows),
                   slot->bitmap_left,
                   slot->bitmap_top,
                   bitmap.pixel_mode == FT_PIXEL_MODE_BGRA,
                   {}};
  image.rgba.assign(4u * bitmap.width * bitmap.rows, 255);
  for (unsigned y = 0; y < bitmap.rows; ++y) {
    const unsigned char* row = bitmap.buffer + std::ptrdiff_t(y) * bitmap.pitch;
    for (unsigned x = 0; x < bitmap.width; ++x) {
      std::uint8_t* pixel = &image.rgba[4u * (y * bitmap.width + x)];
      if (bitmap.pixel_mode == FT_PIXEL_MODE_BGRA) {
        const unsigned alpha = row[4 * x + 3];
        for (unsigned k = 0; k < 3; ++k)  // converts premultiplied colors to straight ones
          pixel[k] =
              std::uint8_t(alpha == 0 ? 0 : std::min(255u, row[4 * x + 2 - k] * 255u / alpha));
        pixel[3] = std::uint8_t(alpha);
      } else if (bitmap.pixel_mode == FT_PIXEL_MODE_GRAY) {
        pixel[3] = row[x];
      } else {  // one bit per pixel
        pixel[3] = (row[x / 8] >> (7 - x % 8) & 1) != 0 ? 255 : 0;
      }
    }
  }
  return image;
}

/// Scales down by `scale`: each pixel is the mean of the pixels that it covers.
GlyphImage shrunk(const GlyphImage& from, float scale) {
  if (scale >= 1.0f || from.width == 0 || from.height == 0) return from;
  const auto scaled = [&](int length) {
    return std::max(1, int(std::lround(float(length) * scale)));
  };
  GlyphImage to{scaled(from.width),
                scaled(from.height),
                int(std::lround(float(from.left) * scale)),
                int(std::lround(float(from.top) * scale)),
                from.is_colored,
                {}};
  to.rgba.resize(4u * unsigned(to.width * to.height));
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      unsigned sum[4] = {}, count = 0;
      const int low_y = y * from.height / to.height, low_x = x * from.width / to.width;
      const int high_y = std::max(low_y + 1, (y + 1) * from.height / to.height);
      const int high_x = std::max(low_x + 1, (x + 1) * from.width / to.width);
      for (int v = low_y; v < high_y; ++v)
        for (int u = low_x; u < high_x; ++u, ++count) {
          const std::uint8_t* pixel = &from.rgba[4u * unsigned(v * from.width + u)];
          for (int k = 0; k < 3; ++k) sum[k] += unsigned{pixel[k]} * pixel[3];
          sum[3] += pixel[3];
        }
      std::uint8_t* pixel = &to.rgba[4u * unsigned(y * to.width + x)];
      for (int k = 0; k < 3; ++k) pixel[k] = std::uint8_t(sum[3] == 0 ? 0 : sum[k] / sum[3]);
      pixel[3] = std::uint8_t(sum[3] / count);
    }
  return to;
}

std::optional<GlyphImage> render(FT_Face face, const PlacedGlyph& glyph, float scale) {
  if (FT_Load_Glyph(face, glyph.index, FT_LOAD_COLOR | FT_LOAD_TARGET_LIGHT) != 0) return {};
  const float x = glyph.x * scale, y = glyph.y * scale;
  const float whole_x = std::floor(x), whole_y = std::floor(y);
  if (face->glyph->format == FT_GLYPH_FORMAT_OUTLINE)
    FT_Outline_Translate(&face->glyph->outline, static_cast<FT_Pos>((x - whole_x) * kFixed),
                         static_cast<FT_Pos>((y - whole_y) * kFixed));
  if (FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL) != 0) return {};
  GlyphImage image = shrunk(image_of(face->glyph), scale);
  image.left += int(whole_x);
  image.top += int(whole_y);
  return image;
}

/// Joins the glyphs in one image; where two overlap, the more opaque pixel is kept.
WordBitmap joined(const std::vector<GlyphImage>& images) {
  WordBitmap word;
  int right = -kWidest, bottom = -kWidest;
  word.left = word.top = kWidest;
  int top = -kWidest;
  for (const GlyphImage& image : images) {
    word.left = std::min(word.left, image.left);
    right = std::max(right, image.left + image.width);
    top = std::max(top, image.top);
    bottom = std::max(bottom, image.height - image.top);
    word.is_colored |= image.is_colored;
  }
  if (images.empty()) return {};
  word.top = top;
  word.width = right - word.left;
  word.height = bottom + top;
  if (word.width > kWidest || word.height > kWidest) return word;  // the caller refuses it
  word.rgba.assign(4u * unsigned(word.width * word.height), 0);
  for (const GlyphImage& image : images)
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const std::uint8_t* from = &image.rgba[4u * unsigned(y * image.width + x)];
        const int row = y + word.top - image.top, column = x + image.left - word.left;
        std::uint8_t* to = &word.rgba[4u * unsigned(row * word.width + column)];
        if (from[3] >= to[3]) std::copy_n(from, 4, to);
      }
  return word;
}

}  // namespace

std::optional<WordBitmap> set_word(FontFiles& fonts, const TextPiece& piece, float em) {
  if (!(em >= 4.0f && em <= 256.0f)) return std::nullopt;
  const FT_Face face = fonts.with(piece.text);
  if (face == nullptr) return std::nullopt;
  const float scale = set_size(face, em);
  if (scale <= 0.0f) return std::nullopt;
  const PlacedWord placed = shape_word(face, piece);
  std::vector<GlyphImage> images;
  for (const PlacedGlyph& glyph : placed.glyphs) {
    if (std::abs(glyph.x * scale) > kWidest || std::abs(glyph.y * scale) > kWidest)
      return std::nullopt;
    if (std::optional<GlyphImage> image = render(face, glyph, scale); image && image->width > 0)
      images.push_back(std::move(*image));
  }
  WordBitmap word = joined(images);
  if (word.width > kWidest || float(word.height) > 4.0f * em) return std::nullopt;
  word.advance = std::round(placed.advance * scale);
  return word;
}

}  // namespace marrow::view
