// Reads a file next to the window, which stays alive. No ImGui, no SDL.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "editor/files/file_watch.h"
#include "io/formats.h"
#include "platform/background_job.h"
#include "rig/skinning/deformer.h"
#include "view/picture/ray_boxes.h"

namespace marrow {

struct LoadedFile {
  io::Loaded loaded;
  std::optional<Deformer> deformer;           ///< up to date with the scene, where it was asked for
  std::shared_ptr<view::RayBoxes> ray_boxes;  ///< of the deformer's meshes
  FileStamp stamp;  ///< of what was read; with a checksum for a file of ours only
};

using Loading = platform::BackgroundJob<LoadedFile>;

/// With `tasks`, which outlive the job, the scene is then bound for these functions; nullptr: only
/// read. A stopped job ends at the latest when a mesh is bound.
void begin_reading(Loading& job, const std::string& path, const Tasks* tasks);

}  // namespace marrow
