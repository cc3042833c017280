// Animated GIFs: one palette for all frames, ordered dithering, frames packed as what changed. No
// GL.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "view/export/rgb.h"
#include "view/picture/renderer.h"

namespace marrow::view {

/// Counts colours of pictures. Pixels of a GIF are opaque or absent, so those with an alpha below
/// one half do not count.
class ColorCount {
 public:
  /// Colours that have their upper seven bits in common, and their sums.
  struct Bin {
    std::array<std::uint64_t, 3> sum{};
    std::uint64_t count = 0;
  };
  ColorCount();
  void add(const Image& image);
  const std::vector<Bin>& bins() const {
    return bins_;
  }  ///< in the order in which the colours were met

 private:
  std::vector<std::uint32_t> bin_of_;  ///< by colour, seven bits per channel; 0: none yet,
                                       ///< otherwise its place in bins_ + 1
  std::vector<Bin> bins_;
};

/// The colours that stand for all that were counted: boxes are split where that lowers the squared
/// error most, then their means are moved until each colour is the mean of what is nearest to it.
/// At most `most` (1..255), in ascending lightness; the same count always gives the same palette.
/// Nothing counted: black alone.
std::vector<Rgb> make_palette(const ColorCount& count, int most = 255);

/// Shortest time that a frame is shown for: what is shorter, viewers take for a tenth of a second.
inline constexpr int kGifShortest = 2;  // hundredths of a second
/// How long each frame is shown, hundredths of a second: as equal as whole numbers can be, adding
/// up to `seconds` wherever that leaves each at least kGifShortest. No frames: none.
std::vector<int> gif_delays(int frames, double seconds);

/// Packs frames one after the other; what was added is kept packed only. Loops for ever.
class GifWriter {
 public:
  /// Frames of `width` x `height` pixels, each 1..65535. Opaque ones are laid on what was there
  /// before them, and only what changed is stored; transparent ones replace each other, and a pixel
  /// is there when its alpha is at least one half. Throws std::runtime_error with one line for
  /// other sizes, or a palette of 0 or more than 255 colours.
  GifWriter(int width, int height, std::vector<Rgb> palette, bool is_transparent);
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  /// Throws std::runtime_error for an image of another size. `hundredths` of a second: 0..65535.
  void add(const Image& frame, int hundredths);
  /// The whole file. Nothing can be added afterwards.
  std::string finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow::view
