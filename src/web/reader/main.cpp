// Reads files that few users have: FBX, compressed glTF, WebP pictures. The page fetches this
// program when such a file comes, and runs it in a Worker (worker.js). Answers with a scene file.
#include <emscripten.h>
#include <exception>
#include <map>
#include <string>

#include "io/formats.h"
#include "view/picture/image.h"

namespace {

using namespace marrow;

std::string answer;  ///< keeps the last text returned to JavaScript
std::string warnings;

const char* answered(std::string words) {
  answer = std::move(words);
  return answer.c_str();
}

/// Converts decoded WebP pictures to PNG, because the page decodes no WebP. Meshes and pictures
/// that were shared stay shared.
Scene with_png(const Scene& scene) {
  std::map<const Texture*, std::shared_ptr<const Texture>> pictures;
  const auto replace = [&](std::shared_ptr<const Texture>& texture) {
    if (!texture || texture->mime != "image/webp" || texture->rgba.empty()) return;
    std::shared_ptr<const Texture>& made = pictures[texture.get()];
    if (!made) {
      Texture png = *texture;
      const std::string bytes = view::png_bytes({png.width, png.height, png.rgba});
      png.file.assign(bytes.begin(), bytes.end());
      png.mime = "image/png";
      made = std::make_shared<const Texture>(std::move(png));
    }
    texture = made;
  };
  std::map<const Mesh*, std::shared_ptr<const Mesh>> meshes;
  Scene result = scene;
  for (Node& node : result.nodes) {
    if (!node.mesh) continue;
    std::shared_ptr<const Mesh>& made = meshes[node.mesh.get()];
    if (!made) {
      Mesh mesh = *node.mesh;
      for (Material& material : mesh.materials) {
        replace(material.base_color_texture);
        for (std::shared_ptr<const Texture>& texture : material.textures) replace(texture);
      }
      made = std::make_shared<const Mesh>(std::move(mesh));
    }
    node.mesh = made;
  }
  return result;
}

}  // namespace

extern "C" {

/// Reads a file of this program's memory and writes the scene file `to`. Returns the error, or an
/// empty text.
EMSCRIPTEN_KEEPALIVE const char* reader_read(const char* path, const char* to) try {
  const io::Loaded loaded = io::load(path);
  warnings.clear();
  for (const std::string& warning : loaded.warnings)
    warnings += (warnings.empty() ? "" : "\n") + warning;
  io::save(to, with_png(loaded.scene), {}, {.keep_backup = false});
  return answered({});
} catch (const std::exception& error) {
  return answered(error.what());
}

/// Tells what was repaired, guessed or left out, one sentence per line.
EMSCRIPTEN_KEEPALIVE const char* reader_warnings() { return answered(warnings); }

}  // extern "C"
