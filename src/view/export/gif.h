// Animated GIFs: one palette, ordered dithering, frames stored as changes. No GL.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "view/gl/renderer.h"

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

/// Counts the colors of pictures. Ignores pixels with an alpha below one half, because pixels of a
/// GIF are either opaque or absent.
class ColorCount {
 public:
  /// Colors whose channels have the same upper seven bits: their sums and count.
  struct Bin {
    std::array<std::uint64_t, 3> sum{};
    std::uint64_t count = 0;
  };
  ColorCount();
  void add(const Image& image);
  /// In the order in which the colors were met.
  const std::vector<Bin>& bins() const { return bins_; }

 private:
  /// by color, seven bits per channel: 0, or the bin's index in bins_ plus 1
  std::vector<std::uint32_t> bin_of_;
  std::vector<Bin> bins_;
};

/// Chooses at most `most` (1..255) palette colors, by ascending lightness; deterministic. Splits
/// boxes where that lowers the squared error most (median cut), then moves the means until each is
/// the mean of its nearest colors (k-means). Without counted colors: only black.
std::vector<Rgb> make_palette(const ColorCount& count, int most = 255);

/// The shortest duration of a frame. Viewers show a frame with a shorter one for a tenth of a
/// second.
inline constexpr int kGifShortest = 2;  // hundredths of a second
/// Duration of each frame in hundredths of a second: as equal as possible, and at least
/// kGifShortest. If that allows it, they add up to `seconds`. Empty for 0 frames.
std::vector<int> gif_delays(int frames, double seconds);

/// Encodes frames one by one and keeps only encoded data. The GIF loops forever.
class GifWriter {
 public:
  /// Frames have `width` x `height` pixels, each 1..65535. Opaque frames are stored as changes to
  /// the previous one. Transparent frames replace the previous one, and pixels with an alpha of at
  /// least one half are opaque. Throws std::runtime_error for other sizes, or a palette of 0 or
  /// more than 255 colors.
  GifWriter(int width, int height, const std::vector<Rgb>& palette, bool is_transparent);
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  /// Throws std::runtime_error for an image of another size. `hundredths` of a second: 0..65535.
  void add(const Image& frame, int hundredths);
  /// Returns the whole file. add() must not be called afterwards.
  std::string finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow::view
