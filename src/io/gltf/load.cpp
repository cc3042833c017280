#include <tiny_gltf.h>

#include "io/editor_data.h"
#include "io/gltf/carried_check.h"
#include "io/gltf/gltf.h"
#include "io/gltf/import.h"
#include "io/gltf/parse.h"

namespace marrow::io {

Loaded load_gltf(const std::filesystem::path& path, Progress& progress) {
  constexpr double kParsed = 0.6;
  ParsedGltf parsed = parse_gltf(path, progress, kParsed);
  progress.begin_stage(1.0, 1);
  Loaded loaded;
  loaded.warnings = std::move(parsed.warnings);
  if (!parsed.editor_data.empty()) {
    const auto& buffers = parsed.model->buffers;
    const std::span<const unsigned char> buffer =
        buffers.empty() ? std::span<const unsigned char>() : buffers[0].data;
    auto scene = scene_from_editor_data(parsed.file, parsed.editor_data, buffer, loaded.warnings);
    if (scene) {
      loaded.scene = std::move(*scene);
      drop_unreadable_carried(loaded.scene, loaded.warnings);
      loaded.is_ours = true;
      return loaded;
    }
  }
  loaded.scene = import_gltf(parsed, loaded.warnings);
  return loaded;
}

}  // namespace marrow::io
