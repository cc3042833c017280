#include "view/export/contact_sheet.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

#include "base/text.h"
#include "view/export/typeface.h"
#include "view/picture/color_math.h"

namespace marrow::view {
namespace {

constexpr Color kPage = hex_color(0x1c1f23);
constexpr Color kCard = hex_color(0x262b30);
constexpr Color kWell = hex_color(0x171a1d);
constexpr Color kFrame = hex_color(0x3a424a);
constexpr Color kText = hex_color(0xe4e7ea);
constexpr Color kTextDim = hex_color(0x9aa3ab);

/// All lengths of the page, in pixels at the page's scale.
struct Measure {
  float scale;
  int of(float units) const { return int(std::lround(units * scale)); }
  int margin() const { return of(20); }
  int gap() const { return of(12); }
  int padding() const { return of(11); }
  int title_height() const { return of(23); }
  int line_height() const { return of(18); }
  int corner() const { return of(6); }
  int frame() const { return std::max(1, of(1)); }
  float heading_size() const { return 22.0f * scale; }
  float note_size() const { return 13.0f * scale; }
  float title_size() const { return 14.0f * scale; }
  float line_size() const { return 13.0f * scale; }
};

struct Fonts {
  Typeface regular = Typeface::regular();
  Typeface semibold = Typeface::semibold();
};

struct SheetBox {
  int left, top, width, height;
  SheetBox inset(int by) const { return {left + by, top + by, width - 2 * by, height - 2 * by}; }
};

/// The share of the pixel that is inside the box with round corners.
float coverage_of(const SheetBox& box, int corner, int x, int y) {
  const glm::vec2 half = glm::vec2(box.width, box.height) * 0.5f;
  const glm::vec2 from_middle = glm::vec2(x - box.left, y - box.top) + 0.5f - half;
  const float radius = float(corner);
  const glm::vec2 outside = glm::abs(from_middle) - half + radius;
  const float distance = glm::length(glm::max(outside, 0.0f)) +
                         std::min(std::max(outside.x, outside.y), 0.0f) - radius;
  return std::clamp(0.5f - distance, 0.0f, 1.0f);
}

void fill(Image& page, const SheetBox& box, int corner, const Color& color) {
  for (int y = box.top; y < box.top + box.height; ++y)
    for (int x = box.left; x < box.left + box.width; ++x)
      blend_pixel(page, x, y, color, coverage_of(box, corner, x, y));
}

/// Draws the image at the upper left corner of `box`, clipped to the box with its upper corners
/// rounded.
void place(Image& page, const Image& image, const SheetBox& box, int corner) {
  const SheetBox rounded{box.left, box.top, box.width, box.height + 2 * corner};
  for (int y = 0; y < std::min(image.height, box.height); ++y)
    for (int x = 0; x < std::min(image.width, box.width); ++x) {
      const std::uint8_t* pixel = image.pixel(x, y);
      const Color color = glm::vec4(pixel[0], pixel[1], pixel[2], pixel[3]) / 255.0f;
      blend_pixel(page, box.left + x, box.top + y, color,
                  coverage_of(rounded, corner, box.left + x, box.top + y));
    }
}

/// Signed distance from a band's shape, in units of its size. The shapes distinguish bands without
/// color.
float distance_to_mark(Band band, const glm::vec2& at) {
  switch (band) {
    case Band::good:
      return glm::length(at) - 0.9f;
    case Band::fair:  // a triangle, its tip up
      return std::max(at.y - 0.75f, (std::abs(at.x) * 1.7f - at.y - 1.0f) / 1.97f);
    case Band::poor:  // a diamond
      return (std::abs(at.x) + std::abs(at.y) - 1.15f) * 0.7071f;
    case Band::unknown:
      return std::max(std::abs(at.y) - 0.2f, std::abs(at.x) - 0.75f);
  }
  return 1.0f;
}

void draw_mark(Image& page, Band band, const glm::vec2& middle, float size) {
  const int margin = int(std::ceil(size * 1.3f)) + 1;
  const glm::ivec2 whole(middle);
  for (int y = whole.y - margin; y <= whole.y + margin; ++y)
    for (int x = whole.x - margin; x <= whole.x + margin; ++x) {
      const glm::vec2 at = (glm::vec2(x, y) + 0.5f - middle) / size;
      blend_pixel(page, x, y, band_color(band), 0.5f - distance_to_mark(band, at) * size);
    }
}

/// Splits "weight jump 0.40" into name and value at the first word that begins like a number;
/// without one, everything is the name.
std::size_t value_begin(std::string_view line) {
  for (std::size_t at = line.find(' '); at != std::string_view::npos; at = line.find(' ', at + 1)) {
    const std::string_view word = line.substr(at + 1);
    for (const std::string_view begin : {"+", "-", ".", "\u2212", "\u2013", "\u2014", "\u00d7"})
      if (word.starts_with(begin)) return at + 1;
    if (!word.empty() && word[0] >= '0' && word[0] <= '9') return at + 1;
  }
  return line.size();
}

void draw_line(Image& page, const std::string& line, Band band, const SheetBox& box,
               const Fonts& fonts, const Measure& measure) {
  const float size = measure.line_size();
  const int baseline = box.top + int(std::lround(0.5f * float(box.height) + 0.36f * size));
  const std::size_t split = value_begin(line);
  const float indent = 1.15f * size;
  const float right = float(box.left + box.width);
  draw_mark(page, band, {float(box.left) + 0.36f * size, float(baseline) - 0.36f * size},
            0.31f * size);
  const float room = float(box.width) - indent;
  const std::string value = fonts.semibold.fitted(std::string_view(line).substr(split), size, room);
  const float value_width = fonts.semibold.width(value, size);
  const std::string name = fonts.regular.fitted(
      std::string_view(line).substr(0, line.find_last_not_of(' ', split - 1) + 1), size,
      room - value_width - (value.empty() ? 0.0f : 0.5f * size));
  fonts.regular.draw(page, name, float(box.left) + indent, baseline, size, kTextDim);
  fonts.semibold.draw(page, value, right - value_width, baseline, size, band_color(band));
}

struct Layout {
  Measure measure;
  glm::ivec2 image{0}, card{0}, count{0};  ///< pixels of an image and of a card; columns and rows
  int head = 0;                            ///< height of the page above the first card
  int width = 0, height = 0;
  SheetBox card_at(std::size_t index) const {
    const int column = int(index) % count.x, row = int(index) / count.x;
    return {measure.margin() + column * (card.x + measure.gap()),
            head + row * (card.y + measure.gap()), card.x, card.y};
  }
};

Layout layout_of(const std::string& note, const std::vector<SheetTile>& tiles, int columns,
                 float ui_scale) {
  Layout layout{.measure = {ui_scale > 0.0f ? ui_scale : 1.0f}};
  const Measure& m = layout.measure;
  std::size_t lines = 0;
  for (const SheetTile& tile : tiles) {
    layout.image = glm::max(layout.image, glm::ivec2(tile.image.width, tile.image.height));
    lines = std::max(lines, tile.lines.size());
  }
  const int count = int(tiles.size());
  layout.head = m.margin() + m.of(28) + (note.empty() ? 0 : m.of(21)) + m.of(13);
  layout.width = m.of(480);
  layout.height = layout.head + m.margin() - m.of(13);
  if (count == 0) return layout;
  const int frame = 2 * m.frame();
  layout.card.x = std::max(layout.image.x, m.of(60)) + frame;
  layout.card.y =
      layout.image.y + frame + m.of(7) + m.title_height() + int(lines) * m.line_height() + m.of(8);
  layout.count.x = std::clamp(columns, 1, count);
  layout.count.y = (count + layout.count.x - 1) / layout.count.x;
  layout.width = 2 * m.margin() + layout.count.x * (layout.card.x + m.gap()) - m.gap();
  layout.height = layout.head + layout.count.y * (layout.card.y + m.gap()) - m.gap() + m.margin();
  return layout;
}

void draw_card(Image& page, const SheetTile& tile, const SheetBox& card, const Layout& layout,
               const Fonts& fonts) {
  const Measure& m = layout.measure;
  const SheetBox inner = card.inset(m.frame());
  const int corner = m.corner() - m.frame();
  fill(page, card, m.corner(), kFrame);
  fill(page, inner, corner, kCard);
  const SheetBox picture{inner.left, inner.top, inner.width, layout.image.y};
  fill(page, picture, 0, kCard);
  Image well = Image::blank(picture.width, picture.height);
  fill(well, {0, 0, picture.width, picture.height}, 0, kWell);
  place(page, well, picture, corner);
  place(page, tile.image, picture, corner);
  SheetBox line{inner.left + m.padding(), inner.top + layout.image.y + m.of(7),
                inner.width - 2 * m.padding(), m.title_height()};
  const std::string title = fonts.semibold.fitted(tile.title, m.title_size(), float(line.width));
  fonts.semibold.draw(page, title, float(line.left), line.top + m.of(15), m.title_size(), kText);
  line.top += m.title_height();
  line.height = m.line_height();
  for (const auto& [text, band] : tile.lines) {
    draw_line(page, text, band, line, fonts, m);
    line.top += m.line_height();
  }
}

void draw_head(Image& page, const std::string& heading, const std::string& note,
               const Layout& layout, const Fonts& fonts) {
  const Measure& m = layout.measure;
  const float left = float(m.margin());
  const float room = float(layout.width - 2 * m.margin());
  const int baseline = m.margin() + m.of(20);
  fonts.semibold.draw(page, fonts.semibold.fitted(heading, m.heading_size(), room), left, baseline,
                      m.heading_size(), kText);
  fonts.regular.draw(page, fonts.regular.fitted(note, m.note_size(), room), left,
                     baseline + m.of(24), m.note_size(), kTextDim);
}

constexpr Color kStripPage = hex_color(0x1c1f23), kStripWell = hex_color(0x171a1d),
                kStripText = hex_color(0xe4e7ea), kStripDim = hex_color(0x9aa3ab);
constexpr float kFullBadness = 1.5f;  // a bar as high as its strip

/// Lengths in pixels.
struct StripLayout {
  float scale = 1.0f;
  int count = 0;
  bool has_note = false;
  int of(float units) const { return int(std::lround(units * scale)); }
  int margin() const { return of(20); }
  int row() const { return of(22); }
  int left() const { return margin() + of(170); }
  int right() const { return left() + of(560); }
  int width() const { return right() + of(10 + 210) + margin(); }
  int top() const { return margin() + of(has_note ? 62 : 41); }
  int bottom() const { return top() + count * row(); }
  int height() const { return bottom() + of(24) + margin(); }
};

void draw_strip(Image& page, const MotionStrip& strip, int top, const StripLayout& layout,
                const Typeface& regular, const Typeface& semibold) {
  const int low = top + layout.of(2), high = top + layout.row() - layout.of(2);
  const float size = 13.0f * layout.scale, width = float(layout.right() - layout.left());
  const int baseline = top + layout.of(15);
  blend_rectangle(page, {layout.left(), low}, {layout.right(), high}, kStripWell);
  const auto count = float(strip.cells.size());
  for (std::size_t i = 0; i < strip.cells.size(); ++i) {
    const MotionStrip::Cell& cell = strip.cells[i];
    if (cell.band == Band::unknown) continue;
    const float share = std::clamp(cell.badness / kFullBadness, 0.06f, 1.0f);
    const int bar = std::max(int(std::lround(share * float(high - low))), 1);
    const auto x_of = [&](std::size_t at) {
      return layout.left() + int(float(at) / count * width);
    };
    blend_rectangle(page, {x_of(i), high - bar}, {x_of(i + 1), high}, band_color(cell.band));
  }
  const int mark = layout.left() + int(strip.worst * width);
  blend_rectangle(page, {mark, low}, {mark + std::max(layout.of(1.5f), 1), high}, kStripText);
  regular.draw(page, regular.fitted(strip.name, size, float(layout.of(160))),
               float(layout.margin()), baseline, size, kStripText);
  semibold.draw(page, semibold.fitted(strip.words, size, float(layout.of(210))),
                float(layout.right() + layout.of(10)), baseline, size, band_color(strip.band));
}

void draw_seconds(Image& page, float seconds, const StripLayout& layout, const Typeface& regular) {
  const float size = 12.0f * layout.scale;
  double step = 0.1;
  for (const double wider : {0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0})
    if (double(seconds) / step > 8.0) step = wider;
  for (double time = 0.0; time <= double(seconds) + 1e-6; time += step) {
    const float x = float(layout.left()) + float(time / std::max(double(seconds), 1e-6)) *
                                               float(layout.right() - layout.left());
    const std::string words = time_text(time);
    const float left = std::min(x, float(layout.right()) - regular.width(words, size));
    regular.draw(page, words, left, layout.bottom() + layout.of(16), size, kStripDim);
  }
}

}  // namespace

Image compose_sheet(const std::string& heading, const std::string& note,
                    const std::vector<SheetTile>& tiles, int columns, float ui_scale) {
  const Layout layout = layout_of(note, tiles, columns, ui_scale);
  const Fonts fonts;
  Image page = Image::blank(layout.width, layout.height);
  fill(page, {0, 0, page.width, page.height}, 0, kPage);
  draw_head(page, heading, note, layout, fonts);
  for (std::size_t i = 0; i < tiles.size(); ++i)
    draw_card(page, tiles[i], layout.card_at(i), layout, fonts);
  return page;
}

Color band_color(Band band) {
  switch (band) {
    case Band::good:
      return hex_color(0x4fb9ad);
    case Band::fair:
      return hex_color(0xffd071);
    case Band::poor:
      return hex_color(0xe85aa4);
    case Band::unknown:
      break;
  }
  return hex_color(0x8b949c);
}

MotionStrip strip_of(const std::string& name, const std::vector<MotionSample>& samples,
                     const WorstOfMotion& worst) {
  MotionStrip strip;
  strip.name = name;
  for (const MotionSample& sample : samples) {
    const float badness = sample.badness[std::size_t(worst.joint)];
    strip.cells.push_back({band_of(double(badness)), badness});
  }
  strip.band = band_of(worst.badness);
  strip.words = worst.complaint + " at " + time_text(double(worst.seconds));
  const float first = samples.front().seconds, last = samples.back().seconds;
  strip.worst = last > first ? (worst.seconds - first) / (last - first) : 0.0f;
  return strip;
}

Image compose_strips(const std::string& heading, const std::string& note,
                     const std::vector<MotionStrip>& strips, float seconds, float ui_scale) {
  const StripLayout layout{ui_scale > 0.0f ? ui_scale : 1.0f, int(strips.size()), !note.empty()};
  const Typeface regular = Typeface::regular(), semibold = Typeface::semibold();
  Image page = Image::blank(layout.width(), layout.height());
  blend_rectangle(page, {0, 0}, {page.width, page.height}, kStripPage);
  const float room = float(layout.width() - 2 * layout.margin()), left = float(layout.margin());
  const float large = 22.0f * layout.scale, small = 13.0f * layout.scale;
  const int baseline = layout.margin() + layout.of(20);
  semibold.draw(page, semibold.fitted(heading, large, room), left, baseline, large, kStripText);
  regular.draw(page, regular.fitted(note, small, room), left, baseline + layout.of(24), small,
               kStripDim);
  for (std::size_t i = 0; i < strips.size(); ++i)
    draw_strip(page, strips[i], layout.top() + int(i) * layout.row(), layout, regular, semibold);
  draw_seconds(page, seconds, layout, regular);
  return page;
}

}  // namespace marrow::view
