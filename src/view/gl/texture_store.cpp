#include "view/gl/texture_store.h"

#include <algorithm>

#include "view/picture/image.h"

namespace marrow::view {

namespace {
/// Halves the size: every second pixel in both directions, as the mean of its neighborhood.
Image halved(const Image& from) {
  Image to = Image::blank(std::max(from.width / 2, 1), std::max(from.height / 2, 1));
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x)
      for (std::size_t k = 0; k < 4; ++k) {
        const int right = std::min(2 * x + 1, from.width - 1),
                  below = std::min(2 * y + 1, from.height - 1);
        const int left = std::min(2 * x, right), above = std::min(2 * y, below);
        const int sum = from.pixel(left, above)[k] + from.pixel(right, above)[k] +
                        from.pixel(left, below)[k] + from.pixel(right, below)[k];
        to.pixel(x, y)[k] = std::uint8_t((sum + 2) / 4);
      }
  return to;
}
}  // namespace

void TextureStore::begin() {
  for (auto& [texture, stored] : stored_) stored.is_used = false;
}

void TextureStore::keep(const Texture& texture) {
  const auto found = stored_.find(&texture);
  if (found != stored_.end()) found->second.is_used = true;
}

void TextureStore::end() {
  std::erase_if(stored_, [](const auto& entry) { return !entry.second.is_used; });
}

GLuint TextureStore::upload(const std::shared_ptr<const Texture>& texture, Uploads& uploads) {
  if (const GLuint name = name_of(*texture)) return name;
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  Stored& stored = stored_[texture.get()];
  stored.source = texture;
  const GLint wrap = texture->repeats ? GL_REPEAT : GL_CLAMP_TO_EDGE;
  if (std::max(texture->width, texture->height) <= largest) {
    gl::upload(stored.texture, texture->width, texture->height, texture->rgba.data(), wrap);
  } else {
    Image pixels{texture->width, texture->height, texture->rgba};
    while (std::max(pixels.width, pixels.height) > largest) pixels = halved(pixels);
    gl::upload(stored.texture, pixels.width, pixels.height, pixels.rgba.data(), wrap);
  }
  uploads.add(texture->rgba.size());
  return stored.texture.name();
}

GLuint TextureStore::name_of(const Texture& texture) const {
  const auto found = stored_.find(&texture);
  return found == stored_.end() ? 0 : found->second.texture.name();
}

}  // namespace marrow::view
