// For a build without libwebp: refuses WebP pictures.
#include "io/codecs/webp.h"

namespace marrow::io {

bool has_webp_pictures() { return false; }

std::string size_of_webp(const std::vector<std::uint8_t>&, int&, int&) {
  return "is WebP, which this build of Marrow does not decode";
}

std::string decode_webp(const std::vector<std::uint8_t>&, int, std::vector<std::uint8_t>&) {
  return "is WebP, which this build of Marrow does not decode";
}

}  // namespace marrow::io
