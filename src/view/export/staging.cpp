#include "view/export/staging.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "view/export/typeface.h"

namespace marrow::view {

namespace {

constexpr float kTextHeight = 0.045f, kLeastText = 9.0f;  // share of the image's height; pixels
constexpr Color kPlate{0.04f, 0.05f, 0.06f, 0.62f}, kCaption{1.0f, 1.0f, 1.0f, 1.0f};

/// Luma: 0 (black) to 1 (white).
float lightness(const Color& color) {
  return 0.2126f * color.r + 0.7152f * color.g + 0.0722f * color.b;
}

}  // namespace

void stage(Picture& picture, const Staging& staging) {
  picture.show.shadow = staging.shadow;
  if (!staging.background) return;
  const auto& [top, bottom] = *staging.background;
  picture.tones = lightness(0.5f * (top + bottom)) > 0.5f ? kLightTones : kDarkTones;
  picture.tones.top = top;
  picture.tones.bottom = bottom;
}

void draw_caption(Image& image, const Caption& caption) {
  if (caption.text.empty()) return;
  const Typeface face = Typeface::semibold();
  const float size = std::max(std::round(kTextHeight * float(image.height)), kLeastText);
  const float margin = std::round(0.8f * size), padding = std::round(0.5f * size);
  const float room = float(image.width) - 2.0f * (margin + padding);
  const std::string text = face.fitted(caption.text, size, room);
  if (text.empty()) return;
  const float width = face.width(text, size), height = std::round(1.7f * size);
  const float left =
      caption.is_centered ? std::round(0.5f * (float(image.width) - width)) : margin + padding;
  const float top = float(image.height) - margin - height;
  blend_rectangle(image, glm::ivec2(glm::vec2(left - padding, top)),
                  glm::ivec2(glm::vec2(left + width + padding, top + height)), kPlate);
  const int baseline = int(std::lround(top + 0.5f * height + 0.36f * size));
  face.draw(image, text, left, baseline, size, kCaption);
}

std::optional<Color> color_from_text(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  if (text.size() != 3 && text.size() != 6) return std::nullopt;
  const std::size_t digits = text.size() / 3;
  Color color(1.0f);
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const char* begin = text.data() + channel * digits;
    int value = 0;
    const auto [end, error] = std::from_chars(begin, begin + digits, value, 16);
    if (error != std::errc() || end != begin + digits || value < 0) return std::nullopt;
    color[static_cast<glm::length_t>(channel)] = float(value) / (digits == 1 ? 15.0f : 255.0f);
  }
  return color;
}

}  // namespace marrow::view
