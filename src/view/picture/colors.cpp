#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "view/picture/color_math.h"

namespace marrow::view {

namespace {
/// A published map, sampled at every 16th of its 256 steps and at the last one.
using Knots = std::array<std::uint32_t, 17>;

// van der Walt and Smith, "A better default colormap for Matplotlib", SciPy 2015.
constexpr Knots kViridis{0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d,
                         0x2c728e, 0x26828e, 0x21918c, 0x1fa088, 0x28ae80, 0x3fbc73,
                         0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725};
constexpr Knots kMagma{0x000004, 0x0a0822, 0x1d1147, 0x36106b, 0x51127c, 0x6a1c81,
                       0x832681, 0x9c2e7f, 0xb73779, 0xd0416f, 0xe75263, 0xf56b5c,
                       0xfc8961, 0xfea772, 0xfec488, 0xfde2a3, 0xfcfdbf};
constexpr float kMagmaBegin = 32.0f;  ///< darker steps would hide the mesh's shape
// Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color vision
// deficiency", PLOS ONE 13(7), 2018.
constexpr Knots kCividis{0x00224e, 0x002e6a, 0x1a386f, 0x32436d, 0x434e6c, 0x535a6d,
                         0x61656f, 0x6f7073, 0x7d7c78, 0x8c8878, 0x9b9476, 0xaba072,
                         0xbcae6c, 0xcdbb63, 0xdec958, 0xf0d846, 0xfee838};

/// One per Palette, in its order.
constexpr const Knots* kPalettes[] = {&kViridis, &kCividis, &kMagma};
constexpr const char* kPaletteNames[] = {"viridis", "cividis", "magma"};
/// One per Vision, in its order.
constexpr const char* kVisionNames[] = {"full color", "no red cones (protan)",
                                        "no green cones (deutan)", "no blue cones (tritan)",
                                        "lightness only (grey)"};
}  // namespace

Color palette_color(Palette palette, float t) {
  const Knots& knots = *kPalettes[std::size_t(palette)];
  const float first = palette == Palette::magma ? kMagmaBegin : 0.0f;
  const float step = glm::mix(first, 255.0f, t > 0.0f ? std::min(t, 1.0f) : 0.0f);
  const std::size_t knot = std::min(std::size_t(step) / 16, knots.size() - 2);
  const float begin = float(knot) * 16.0f;
  const float width = knot + 2 == knots.size() ? 15.0f : 16.0f;
  return glm::mix(hex_color(knots[knot]), hex_color(knots[knot + 1]), (step - begin) / width);
}

const char* palette_name(Palette palette) { return kPaletteNames[std::size_t(palette)]; }

namespace {
bool is_in_gamut(const glm::vec3& linear) {
  return std::min({linear.r, linear.g, linear.b}) >= 0.0f &&
         std::max({linear.r, linear.g, linear.b}) <= 1.0f;
}

/// Björn Ottosson, "A perceptual color space for image processing", 2020.
glm::vec3 linear_from_oklch(float lightness, float chroma, float hue) {
  const float a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  const float l = lightness + 0.3963377774f * a + 0.2158037573f * b;
  const float m = lightness - 0.1055613458f * a - 0.0638541728f * b;
  const float s = lightness - 0.0894841775f * a - 1.2914855480f * b;
  const glm::vec3 lms(l * l * l, m * m * m, s * s * s);
  return {glm::dot(lms, {4.0767416621f, -3.3077115913f, 0.2309699292f}),
          glm::dot(lms, {-1.2684380046f, 2.6097574011f, -0.3413193965f}),
          glm::dot(lms, {-0.0041960863f, -0.7034186147f, 1.7076147010f})};
}
}  // namespace

Color joint_color(std::size_t joint) {
  // Hues a golden angle apart differ between near neighbors. Alternating lightness also separates
  // a joint from its parent for color-blind users.
  constexpr float kGoldenAngle = 2.39996323f;
  const float lightness = joint % 2 == 0 ? 0.80f : 0.60f;
  const float hue = std::fmod(0.6f + kGoldenAngle * float(joint % 4096), glm::two_pi<float>());
  float chroma = 0.14f;
  while (chroma > 0.0f && !is_in_gamut(linear_from_oklch(lightness, chroma, hue))) chroma -= 0.005f;
  return {srgb_from_linear(linear_from_oklch(lightness, chroma, hue)), 1.0f};
}

glm::vec3 srgb_from_linear(const glm::vec3& linear) {
  glm::vec3 srgb;
  for (int k = 0; k < 3; ++k) {
    const float light = std::clamp(linear[k], 0.0f, 1.0f);
    srgb[k] = light <= 0.0031308f ? 12.92f * light : 1.055f * std::pow(light, 1.0f / 2.4f) - 0.055f;
  }
  return srgb;
}

glm::vec3 linear_from_srgb(const glm::vec3& srgb) {
  glm::vec3 linear;
  for (int k = 0; k < 3; ++k) {
    const float code = std::clamp(srgb[k], 0.0f, 1.0f);
    linear[k] = code <= 0.04045f ? code / 12.92f : std::pow((code + 0.055f) / 1.055f, 2.4f);
  }
  return linear;
}

glm::mat3 vision_matrix(Vision vision) {
  // Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
  // deficiency", IEEE TVCG 15(6), 2009: the matrices for severity 1, row by row. Gray: the
  // luminance of ITU-R BT.709.
  switch (vision) {
    case Vision::protan:
      return glm::transpose(glm::mat3(0.152286f, 1.052583f, -0.204868f, 0.114503f, 0.786281f,
                                      0.099216f, -0.003882f, -0.048116f, 1.051998f));
    case Vision::deutan:
      return glm::transpose(glm::mat3(0.367322f, 0.860646f, -0.227968f, 0.280085f, 0.672501f,
                                      0.047413f, -0.011820f, 0.042940f, 0.968881f));
    case Vision::tritan:
      return glm::transpose(glm::mat3(1.255528f, -0.076749f, -0.178779f, -0.078411f, 0.930809f,
                                      0.147602f, 0.004733f, 0.691367f, 0.303900f));
    case Vision::gray:
      return glm::mat3(glm::vec3(0.2126f), glm::vec3(0.7152f), glm::vec3(0.0722f));
    case Vision::full:
      break;
  }
  return glm::mat3(1.0f);
}

Color seen_by(Vision vision, const Color& color) {
  if (vision == Vision::full) return color;
  return {srgb_from_linear(vision_matrix(vision) * linear_from_srgb(glm::vec3(color))), color.a};
}

const char* vision_name(Vision vision) { return kVisionNames[std::size_t(vision)]; }

}  // namespace marrow::view
