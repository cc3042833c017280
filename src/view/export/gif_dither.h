// Dithering: chooses palette colors so that neighboring pixels have the original color on
// average.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace marrow::view {

/// sRGB, 0..255.
using Rgb = std::array<std::uint8_t, 3>;

/// Weights of the channels' squared differences.
inline constexpr int kRedWeight = 2, kGreenWeight = 4, kBlueWeight = 3;

/// Ordered dithering with any palette. Each color has a list of palette colors whose mean is
/// close to it, and the pixel's position in a 4 x 4 pattern selects one of them. Static pixels keep
/// their palette color, so nothing flickers.
class Dither {
 public:
  explicit Dither(std::vector<Rgb> palette);  ///< 1..256 colors in ascending lightness
  std::uint8_t index(const Rgb& color, int x, int y);

 private:
  static constexpr std::size_t kCells = 16;
  using Mixture = std::array<std::uint8_t, kCells>;  ///< indices, ascending
  std::uint8_t nearest(const std::array<int, 3>& color) const;
  Mixture mixture_of(const Rgb& color) const;

  std::vector<Rgb> palette_;
  std::unordered_map<std::uint32_t, Mixture> mixtures_;  ///< by color
};

}  // namespace marrow::view
