// WebP pictures by libwebp.
#include <webp/decode.h>

#include "io/codecs/webp.h"

namespace marrow::io {

bool has_webp_pictures() { return true; }

std::string size_of_webp(const std::vector<std::uint8_t>& file, int& width, int& height) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(file.data(), file.size(), &features) != VP8_STATUS_OK)
    return "cannot be decoded (no WebP header)";
  width = features.width;
  height = features.height;
  return features.has_animation ? "is an animation, expected one picture" : std::string();
}

std::string decode_webp(const std::vector<std::uint8_t>& file, int width,
                        std::vector<std::uint8_t>& rgba) {
  return WebPDecodeRGBAInto(file.data(), file.size(), rgba.data(), rgba.size(), 4 * width)
             ? std::string()
             : "cannot be decoded (broken WebP data)";
}

}  // namespace marrow::io
