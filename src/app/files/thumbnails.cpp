#include "app/files/thumbnails.h"

#include <epoxy/gl.h>

#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/files/recent.h"
#include "io/error.h"
#include "io/file.h"
#include "io/image_file.h"

namespace marrow::app {

namespace {

constexpr std::uint64_t kLargestFile = 4u << 20;  // bytes

/// A file's picture; empty if it has none or the picture is damaged.
Texture pixels_for(const std::string& path) {
  Texture picture;
  try {
    const std::string bytes = io::read_file(thumbnail_file(path), kLargestFile);
    picture.file.assign(bytes.begin(), bytes.end());
  } catch (const io::Error&) {
    return {};
  }
  std::uint64_t budget = io::kPictureBudget;
  return io::decode_picture(picture, budget).empty() ? picture : Texture{};
}

}  // namespace

void Thumbnails::lose_graphics(Editor& editor) {
  editor.files.safety.thumbnails.clear();
  textures_.clear();
}

void Thumbnails::update(Editor& editor) {
  SafetyState& safety = editor.files.safety;
  std::erase_if(textures_,
                [&](const auto& entry) { return !safety.thumbnails.contains(entry.first); });
  if (safety.wanted_thumbnails.empty()) return;
  const std::string path = *safety.wanted_thumbnails.begin();
  safety.wanted_thumbnails.erase(safety.wanted_thumbnails.begin());
  Thumbnail& thumbnail = safety.thumbnails[path];
  const Texture pixels = pixels_for(path);
  if (!pixels.rgba.empty()) {
    const view::gl::Texture& texture = textures_[path];
    view::gl::upload(texture, pixels.width, pixels.height, pixels.rgba.data());
    thumbnail = {texture.name(), pixels.width, pixels.height};
  }
  editor.wants_redraw = true;
}

}  // namespace marrow::app
