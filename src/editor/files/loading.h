// Reads a file in the background. No ImGui, no SDL.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "editor/files/file_watch.h"
#include "io/formats.h"
#include "platform/background_job.h"
#include "rig/measure/measure.h"
#include "rig/skinning/deformer.h"
#include "view/picture/ray_boxes.h"

namespace marrow {

struct LoadedFile {
  io::Loaded loaded;
  std::optional<Deformer> deformer;           ///< bound to the scene; none if not asked for
  std::shared_ptr<view::RayBoxes> ray_boxes;  ///< of the deformer's meshes
  /// Of the deformer. Has what only meshes and bones decide, so that the first click need not wait.
  Measures measures;
  FileStamp stamp;  ///< when read; with a checksum only for Marrow's own files
};

using Loading = platform::BackgroundJob<LoadedFile>;

/// Reads a file, then binds and measures its scene with `tasks` (nullptr: only reads). `tasks` must
/// outlive the job. A stopped job ends at the latest when a mesh is bound or measured.
void begin_reading(Loading& job, const std::string& path, const Tasks* tasks);

}  // namespace marrow
