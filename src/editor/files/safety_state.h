// State of autosave, recovery and the file watch. No ImGui, no SDL.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/recovery/autosave.h"
#include "editor/files/file_watch.h"
#include "editor/step_notes.h"

namespace marrow {

/// A small picture on the GPU.
struct Thumbnail {
  unsigned texture = 0;  ///< 0: there is none
  int width = 0, height = 0;
};

struct SafetyState {
  std::unique_ptr<Autosave> autosave;  ///< nothing where there is no state folder
  std::uint64_t edits = 0;             ///< of this run, whatever was open
  /// The last state handed to autosave.
  struct Heard {
    std::uint64_t commits = 0;
    bool is_saved = true;
    bool operator==(const Heard&) const = default;
  };
  std::optional<Heard> heard;  ///< nothing: of another document
  std::optional<ClaimedRecovery>
      restored;  ///< the document came from it; autosave takes it over with its first snapshot
  std::vector<OrphanedRecovery> offers;  ///< newest first
  std::size_t offer = 0;                 ///< the one on the card
  bool shows_offers = true;              ///< "Later" puts the card away

  StepNotesState notes;  ///< for the names of steps

  std::filesystem::path file;      ///< what was read or written last: document.path(), or a foreign
                                   ///< file that the document came from
  std::optional<FileStamp> stamp;  ///< of that file then
  bool file_changed = false;       ///< by another program: the card asks
  bool asks_overwrite =
      false;  ///< Save would replace what another program wrote: the question is shown

  std::map<std::string, bool> presence;  ///< of recent files, by path: whether they are there
  double presence_until = -1e9;          ///< seconds of the app's clock: looked up again then

  std::optional<std::string> wants_picture;  ///< of the document, for the file of this path, once
                                             ///< the window is at rest
  std::set<std::string>
      wanted_thumbnails;  ///< paths of files whose pictures are shown and not loaded yet
  std::map<std::string, Thumbnail> thumbnails;  ///< by path of the file
};

}  // namespace marrow
