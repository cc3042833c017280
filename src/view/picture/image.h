// An image in memory, and its bytes as a PNG file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace marrow::view {

/// An image, rows top to bottom, 4 bytes per pixel (straight alpha).
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;

  /// A transparent image.
  static Image blank(int width, int height) {
    return {width, height, std::vector<std::uint8_t>(4 * std::size_t(width) * std::size_t(height))};
  }
  /// The bytes of a pixel. Precondition: it is in the image.
  std::uint8_t* pixel(int x, int y) { return &rgba[offset_of(x, y)]; }
  const std::uint8_t* pixel(int x, int y) const { return &rgba[offset_of(x, y)]; }
  std::size_t offset_of(int x, int y) const {
    return 4 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
  }
};

/// PNG bytes (stb_image_write).
std::string png_bytes(const Image& image);

}  // namespace marrow::view
