// The file browser, questions about unsaved work, what is being read and what keeps work from being
// lost. No ImGui, no SDL.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "editor/files/loading_state.h"
#include "editor/files/safety_state.h"

namespace marrow {

enum class FileTask { open, import, save_scene, export_scene, export_csv, export_sheet };

/// The file browser while it is open: a folder, what is typed, which row is marked.
struct FileBrowser {
  struct Entry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t bytes = 0;
  };
  FileTask task = FileTask::open;
  std::size_t way = 0;  ///< of export_scene: index into io::export_ways()
  std::filesystem::path folder;
  std::vector<Entry>
      entries;  ///< folders first, then files that fit the filter, both in alphabetical order
  std::string path_text;   ///< the folder as typed
  std::string name;        ///< the file as typed
  int marked = -1;         ///< index into entries
  bool all_files = false;  ///< otherwise only formats that the task can use
  bool asks_overwrite = false;
  bool scroll_to_marked = false;
  bool wants_focus = true;
  std::string problem;  ///< why the folder cannot be read, or the file not used
};

/// Something that would replace unsaved work; asked about first.
struct Pending {
  enum class Kind { open, sample, new_scene, restore, reload, loaded, quit } kind = Kind::quit;
  std::string path;  ///< open: the file; loaded: the file, which is read and ready; restore: the
                     ///< folder of the snapshot
};

struct FilesState {
  std::optional<FileBrowser> browser;
  std::optional<Pending> pending;     ///< the Save / Discard / Cancel question is shown
  std::optional<Pending> after_save;  ///< goes on when the file browser has saved
  std::optional<std::string>
      dropped;           ///< a file that was dropped on a scene that is not empty: Open or Import?
  SafetyState safety;    ///< autosave, recovery, files changed by others
  LoadingState loading;  ///< a file that is being read behind the window
};

inline bool is_loading(const FilesState& files) { return files.loading.now != nullptr; }

}  // namespace marrow
