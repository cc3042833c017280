#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#include <stdexcept>

#include "view/picture/image.h"

namespace marrow::view {

std::string png_bytes(const Image& image) {
  std::string bytes;
  const auto append = [](void* out, void* data, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(data), std::size_t(size));
  };
  if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(),
                              image.width * 4))
    throw std::runtime_error("PNG: a picture of " + std::to_string(image.width) + " x " +
                             std::to_string(image.height) +
                             " pixels could not be encoded; ask for a smaller one");
  return bytes;
}

}  // namespace marrow::view
