#include "view/export/motion_strips.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/text.h"
#include "view/export/contact_sheet.h"
#include "view/export/typeface.h"
#include "view/picture/color_math.h"

namespace marrow::view {

namespace {

constexpr Color kStripPage = hex_color(0x1c1f23), kStripWell = hex_color(0x171a1d),
                kStripText = hex_color(0xe4e7ea), kStripDim = hex_color(0x9aa3ab);
constexpr float kFullBadness = 1.5f;  // a bar as high as its strip

/// Lengths in pixels.
struct StripLayout {
  float scale = 1.0f;
  int count = 0;
  bool has_note = false;
  int of(float units) const { return static_cast<int>(std::lround(units * scale)); }
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
  const auto count = static_cast<float>(strip.cells.size());
  for (std::size_t i = 0; i < strip.cells.size(); ++i) {
    const MotionStrip::Cell& cell = strip.cells[i];
    if (cell.band == Band::unknown) continue;
    const float share = std::clamp(cell.badness / kFullBadness, 0.06f, 1.0f);
    const int bar = std::max(static_cast<int>(std::lround(share * float(high - low))), 1);
    const auto x_of = [&](std::size_t at) {
      return layout.left() + static_cast<int>(float(at) / count * width);
    };
    blend_rectangle(page, {x_of(i), high - bar}, {x_of(i + 1), high}, band_color(cell.band));
  }
  const int mark = layout.left() + static_cast<int>(strip.worst * width);
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
  const StripLayout layout{ui_scale > 0.0f ? ui_scale : 1.0f, static_cast<int>(strips.size()),
                           !note.empty()};
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
    draw_strip(page, strips[i], layout.top() + static_cast<int>(i) * layout.row(), layout, regular,
               semibold);
  draw_seconds(page, seconds, layout, regular);
  return page;
}

}  // namespace marrow::view
