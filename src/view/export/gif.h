// Animated GIFs: one palette, ordered dithering, frames stored as changes. No GL.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "view/export/gif_dither.h"
#include "view/gl/renderer.h"

namespace marrow::view {

/// Counts colours of pictures, without pixels of an alpha below one half: a GIF's are opaque or
/// absent.
class ColorCount {
 public:
  /// Colours with the same upper seven bits, and their sums.
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

/// Colours for all counted ones: boxes are split where that lowers the squared error most, then
/// means are moved until each is the mean of its nearest colours. At most `most` (1..255), by
/// ascending lightness; deterministic. Nothing counted: black alone.
std::vector<Rgb> make_palette(const ColorCount& count, int most = 255);

/// The shortest time of a frame: viewers show shorter ones for a tenth of a second.
inline constexpr int kGifShortest = 2;  // hundredths of a second
/// Time of each frame, hundredths of a second: as equal as possible, adding up to `seconds` if each
/// is at least kGifShortest. No frames: none.
std::vector<int> gif_delays(int frames, double seconds);

/// Packs frames one by one, keeping only packed data. Loops forever.
class GifWriter {
 public:
  /// Frames of `width` x `height` pixels, each 1..65535. Opaque ones are stored as changes;
  /// transparent ones replace each other, and a pixel is there when its alpha is at least one half.
  /// Throws std::runtime_error for other sizes, or a palette of 0 or more than 255 colours.
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
