// Writes a file in the background. No ImGui, no SDL.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "editor/files/file_watch.h"
#include "io/export.h"
#include "platform/background_job.h"
#include "rig/rig.h"

namespace marrow {

struct WrittenFile {
  std::vector<std::string> warnings;  ///< data that the format could not hold
  FileStamp stamp;
};

/// After a problem or a cancel nothing was written: the old file is intact.
using Saving = platform::BackgroundJob<WrittenFile>;

/// Binds the scene with `tasks`, which must outlive the job, then writes it. Can be canceled until
/// the writing begins. Its progress is that of baking shapes (SaveOptions::bakes_blend), which
/// comes first; 0 without any.
void begin_writing(Saving& job, const std::string& path, Scene scene, const Tasks& tasks,
                   const io::SaveOptions& options);

struct SavingState {
  Saving writing;
  std::string path;  ///< of the file being written
  /// The committed scene that is written: the document is saved when this is done. None for an
  /// export, and if another document was opened meanwhile.
  std::optional<Scene> document;
  bool is_export = false;  ///< for other programs; can be stopped until the writing begins
  std::string verb;        ///< "Saved"
  double began = 0.0;      ///< seconds of the app's clock
  /// Seconds that a call waits for a file. Without a window there is no reason to return earlier.
  double patience = 1e9;
};

}  // namespace marrow
