#include "edit/operations/scene_text.h"

#include <exception>

#include "io/editor_data.h"

namespace marrow {
namespace {

/// Throws like the file readers.
std::optional<Scene> scene_of(const std::string& json, const std::string& arrays) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(arrays.data());
  std::vector<std::string> warnings;
  return io::scene_from_editor_data("the scene", json, {bytes, arrays.size()}, warnings);
}

}  // namespace

void line_scene(Line& line, Scene& scene) {
  if (line.mode() == Line::Mode::count) return line.holds(scene);
  std::string json, arrays;
  if (!line.reads()) json = io::editor_data(scene, {}, arrays);
  line.text(json);
  line.payload(arrays);
  if (!line.reads() || json.empty()) return;
  try {
    std::optional<Scene> read = scene_of(json, arrays);
    if (read)
      scene = std::move(*read);
    else
      line.fail("a scene of this version, with the bytes that belong to it, before this");
  } catch (const std::exception& error) {
    line.fail(std::string("a scene before this (") + error.what() + ")");
  }
}

}  // namespace marrow
