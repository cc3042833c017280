// Writes a file next to the window, which stays alive. No ImGui, no SDL.
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
  std::vector<std::string> warnings;  ///< what the format could not hold
  FileStamp stamp;
};

/// Where it has a problem or was canceled nothing was written; the old file is whole then.
using Saving = platform::BackgroundJob<WrittenFile>;

/// Begins to bind the scene for these functions, which outlive the job, and then to write it. Can
/// be canceled until it is being written. Its share is that of the shapes of
/// SaveOptions::bakes_blend, which are made first; 0 where there are none to make.
void begin_writing(Saving& job, const std::string& path, Scene scene, const Tasks& tasks,
                   const io::SaveOptions& options);

struct SavingState {
  Saving writing;
  std::string path;  ///< of the file that is being written
  /// What is open is in that file then: the committed scene that was written. None: an export, or
  /// something else was opened meanwhile.
  std::optional<Scene> document;
  bool is_export = false;  ///< for other programs: it can be stopped until it is written
  std::string verb;        ///< "Saved"
  double began = 0.0;      ///< seconds of the app's clock
  /// Seconds that a call waits for a file. Without a window there is no reason to return earlier.
  double patience = 1e9;
};

}  // namespace marrow
