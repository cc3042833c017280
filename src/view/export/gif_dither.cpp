#include "view/export/gif_dither.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace marrow::view {

namespace {
/// Bayer's matrix: each further cell is as far as possible from the previous ones.
constexpr std::uint8_t kPattern[4][4] = {
    {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
/// Limit of cached mixtures. Above it the cache is cleared, because textures could fill the memory.
constexpr std::size_t kMixturesKept = 1u << 20;
}  // namespace

Dither::Dither(std::vector<Rgb> palette) : palette_(std::move(palette)) {}

std::uint8_t Dither::nearest(const std::array<int, 3>& color) const {
  int least = std::numeric_limits<int>::max();
  std::size_t best = 0;
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    const int red = palette_[i][0] - color[0], green = palette_[i][1] - color[1],
              blue = palette_[i][2] - color[2];
    const int distance =
        kRedWeight * red * red + kGreenWeight * green * green + kBlueWeight * blue * blue;
    if (distance < least) least = distance, best = i;
  }
  return static_cast<std::uint8_t>(best);
}

/// Each choice compensates the error of the previous ones.
Dither::Mixture Dither::mixture_of(const Rgb& color) const {
  Mixture mixture;
  std::array<int, 3> owed{};
  for (std::uint8_t& choice : mixture) {
    std::array<int, 3> wanted;
    for (std::size_t k = 0; k < 3; ++k) wanted[k] = std::clamp(color[k] + owed[k], 0, 255);
    choice = nearest(wanted);
    for (std::size_t k = 0; k < 3; ++k) owed[k] += color[k] - palette_[choice][k];
  }
  std::sort(mixture.begin(), mixture.end());
  return mixture;
}

std::uint8_t Dither::index(const Rgb& color, int x, int y) {
  const std::uint32_t key =
      (std::uint32_t{color[0]} << 16) | (std::uint32_t{color[1]} << 8) | color[2];
  auto found = mixtures_.find(key);
  if (found == mixtures_.end()) {
    if (mixtures_.size() >= kMixturesKept) mixtures_.clear();
    found = mixtures_.emplace(key, mixture_of(color)).first;
  }
  return found->second[kPattern[y & 3][x & 3]];
}

}  // namespace marrow::view
