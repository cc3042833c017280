// Reads and writes files in the background. No ImGui, no SDL.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edit/export_presets.h"
#include "edit/operations/new_mesh.h"
#include "editor/files/file_watch.h"
#include "io/export.h"
#include "io/formats.h"
#include "platform/background_job.h"
#include "rig/measure/measure.h"
#include "rig/rig.h"
#include "rig/skinning/deformer.h"
#include "view/picture/ray_boxes.h"

namespace marrow {

struct LoadedFile {
  io::Loaded loaded;
  std::optional<Deformer> deformer;           ///< bound to the scene; none if not asked for
  std::shared_ptr<view::RayBoxes> ray_boxes;  ///< boxes of the deformer's meshes
  /// Measures of the deformer, with all results that depend only on meshes and bones, so that the
  /// first click need not wait.
  Measures measures;
  FileStamp stamp;  ///< the file when read; a checksum only for Marrow's own files
  /// Result of begin_replacing(): the edit of the scene `edited`. `loaded` has only the new mesh
  /// then.
  std::optional<MeshEdit> edit{};
  Scene edited{};
};

using Loading = platform::BackgroundJob<LoadedFile>;

/// Reads a file, then binds and measures its scene with `tasks` (nullptr: only reads). `tasks` must
/// outlive the job. A stopped job still finishes a binding or measuring that has begun.
void begin_reading(Loading& job, const std::string& path, const Tasks* tasks);

/// Reads a file and replaces a mesh of the scene by its mesh.
void begin_replacing(Loading& job, const std::string& path, const Scene& scene, Id mesh);

struct WrittenFile {
  std::vector<std::string> warnings;  ///< data that the format could not hold
  FileStamp stamp;
};

/// After a problem or a cancel nothing was written: the old file is intact.
using Saving = platform::BackgroundJob<WrittenFile>;

/// Prepares the scene as chosen, binds it with `tasks`, which must outlive the job, then writes it.
/// Can be canceled until the writing begins. Its progress is the share of shapes baked
/// (SaveOptions::bakes_blend), which comes first; 0 without baking.
void begin_writing(Saving& job, const std::string& path, Scene scene, const Tasks& tasks,
                   const io::SaveOptions& options, const ExportChoice& choice = {});

struct SavingState {
  Saving writing;
  std::string path;  ///< the file being written
  /// The committed scene that is written; once it is, the document counts as saved. None for an
  /// export, or if another document was opened meanwhile.
  std::optional<Scene> document;
  bool is_export = false;  ///< for other programs; can be stopped until the writing begins
  std::string verb;        ///< "Saved"
  double began = 0.0;      ///< seconds of the app's clock
  /// Seconds that a call waits for a file. The default, for use without a window, waits for all.
  double patience = 1e9;
};

}  // namespace marrow
