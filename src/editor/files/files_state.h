// State of files: questions about unsaved work, browser, loading, safety, sharing. No ImGui, no
// SDL.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "editor/files/browser_state.h"
#include "editor/files/loading_state.h"
#include "editor/files/safety_state.h"
#include "editor/files/saving.h"
#include "editor/files/share_state.h"

namespace marrow {

/// Something that would replace unsaved work; asked about first.
struct Pending {
  enum class Kind { open, sample, new_scene, restore, reload, loaded, quit } kind = Kind::quit;
  std::string path;  ///< open: the file; loaded: the file, which is read and ready; restore: the
                     ///< folder of the snapshot
};

struct FilesState {
  std::optional<FileBrowser> browser;
  std::optional<Pending> pending;     ///< the Save / Discard / Cancel question is shown
  std::optional<Pending> after_save;  ///< goes on when the document is saved
  std::optional<std::string>
      dropped;  ///< a file that was dropped on a scene that is not empty: Open or Import?
  std::optional<ShareCard> share;          ///< is shown
  std::vector<std::string> load_warnings;  ///< what was repaired or guessed in the document's file
  SafetyState safety;                      ///< autosave, recovery, files changed by others
  LoadingState loading;                    ///< a file that is being read behind the window
  SavingState saving;                      ///< the same of one that is being written
};

inline bool is_loading(const FilesState& files) { return files.loading.reading.has_begun(); }
inline bool is_saving(const FilesState& files) { return files.saving.writing.has_begun(); }
/// A scene is being bound in the background: another thread calls the implementation's functions.
inline bool is_binding(const FilesState& files) {
  return is_loading(files) || files.loading.reading.is_ending() || is_saving(files);
}
/// A question about files comes before other windows: they wait until it is answered.
inline bool asks_something_else(const FilesState& files) {
  return files.browser || files.pending || files.dropped;
}

}  // namespace marrow
