// State of files: unsaved work, the file browser, loading, saving, autosave, sharing. No ImGui, no
// SDL.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/recovery/autosave.h"
#include "editor/files/file_jobs.h"
#include "editor/files/file_watch.h"
#include "editor/files/mesh_check_state.h"
#include "editor/step_notes.h"
#include "io/avatar.h"
#include "platform/background_job.h"

namespace marrow {

/// Purposes for which a file is chosen.
enum class FileTask {
  open,
  import,
  import_motion,  ///< motions of any file for a skeleton of the scene
  replace_mesh,   ///< replaces the mesh of a node by the mesh of a file
  skeleton_of,    ///< carries a file's skeleton over to meshes without one
  save_scene,
  export_scene,
  export_csv,
  export_sheet,
  share_page,
  save_script,
  run_script,
  picture_folder  ///< a folder, for pictures and films
};

struct FileBrowser {
  struct Entry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t bytes = 0;
  };
  FileTask task = FileTask::open;
  std::size_t way = 0;  ///< export_scene: index into io::export_ways()
  /// export_scene: the program; 0: any, else 1 + index into export_presets().
  std::size_t preset = 0;
  std::size_t names = 0;  ///< export_scene: 1 + index into kNameConventions; 0: unchanged names
  io::AvatarMeta meta{};  ///< export_scene: meta data of a VRM file
  std::filesystem::path folder;
  std::vector<Entry> entries;  ///< folders, then files that pass the filter; each by name
  std::string path_text;       ///< the folder as typed
  std::string name;            ///< the file as typed
  int marked = -1;             ///< index into entries; -1: none
  bool all_files = false;      ///< otherwise only formats that the task can use
  bool asks_overwrite = false;
  bool scroll_to_marked = false;
  bool wants_focus = true;
  std::string problem;  ///< why the folder cannot be read or the file cannot be used
};

struct LoadRequest {
  enum class Kind {
    open,
    reload,         ///< opened again with the present view
    last,           ///< at the start: the file of the last run, the sample if it cannot be read
    import,         ///< added to the open scene
    import_motion,  ///< its motions, for a skeleton of the open scene
    replace_mesh,   ///< its mesh replaces a mesh of the open scene
  } kind = Kind::open;
  std::string path;
  Id mesh = kNoId;  ///< replace_mesh: the node

  /// True if the open scene stays.
  bool adds() const {
    return kind == Kind::import || kind == Kind::import_motion || kind == Kind::replace_mesh;
  }
};

/// An OBJ file has no unit and no up axis: asks about an object of unusual size or off the ground.
struct SizeQuestion {
  Id node = kNoId;
  std::shared_ptr<const Mesh> mesh;  ///< the node's mesh: another scene may reuse the id
  float size = 0.0f;                 ///< longest side of the bounding box, units; 0: not unusual
  bool is_scaled = false, stands = false;
};

/// Meshes of the last file read whose normals point away from their faces.
struct NormalsQuestion {
  struct Asked {
    Id node = kNoId;
    std::shared_ptr<const Mesh> mesh;  ///< the node's mesh while the question is valid
  };
  std::vector<Asked> meshes;
  double share = 0.0;  ///< share of the worst mesh's area
};

/// A file being opened or imported, and the queue behind it.
struct LoadingState {
  LoadRequest request;  ///< the request under way or ready
  Loading reading;
  double began = 0.0;  ///< seconds of the app's clock
  /// Document::commits() when the job began: the user has not agreed to lose later edits.
  std::uint64_t commits = 0;
  std::optional<LoadedFile> ready;  ///< waits for the answer about unsaved work
  std::deque<LoadRequest> waiting;  ///< are begun one after the other
  std::optional<SizeQuestion> question;
  std::optional<NormalsQuestion> normals;
  /// Seconds that a call waits for a file. The default, for use without a window, waits for all.
  double patience = 1e9;
};

/// A small picture on the GPU.
struct Thumbnail {
  unsigned texture = 0;  ///< 0: none
  int width = 0, height = 0;
};

/// Autosave, recovery and the file watch.
struct SafetyState {
  std::unique_ptr<Autosave> autosave;  ///< nullptr without a state folder
  std::uint64_t edits = 0;             ///< number of edits in this run, in all documents
  /// The last state handed to autosave.
  struct HandedOver {
    std::uint64_t commits = 0;
    bool is_saved = true;
    bool operator==(const HandedOver&) const = default;
  };
  std::optional<HandedOver> handed_over;  ///< none: no state of this document yet
  /// The recovery that the document comes from; autosave takes it over with its first snapshot.
  std::optional<ClaimedRecovery> restored;
  std::vector<OrphanedRecovery> offers;  ///< newest first
  std::size_t offer = 0;                 ///< index of the offer on the card
  bool shows_offers = true;              ///< false after "Later"

  StepNotesState notes;  ///< for the names of steps

  std::filesystem::path file;      ///< file last read or written: document.path() or a foreign one
  std::optional<FileStamp> stamp;  ///< state of `file` at that time
  bool file_changed = false;       ///< another program changed it: the card asks
  bool asks_overwrite = false;     ///< the question before saving over another program's changes

  std::map<std::string, bool> presence;  ///< which recent files exist, by path
  double presence_until = -1e9;          ///< seconds of the app's clock when to check again

  /// Path of the file for which the document's picture is drawn once the window is at rest.
  std::optional<std::string> wants_picture;
  std::set<std::string> wanted_thumbnails;  ///< paths whose pictures are shown but not loaded yet
  std::map<std::string, Thumbnail> thumbnails;  ///< by path
};

/// The card "Share": a scene for others.
struct ShareCard {
  enum class Way {
    page,  ///< one file with the scene and the viewer
    link,
    code,  ///< an <iframe> with the link
  } way = Way::page;
  bool opens_editor = false;  ///< links open the editor, not the viewer
  std::string caption;
  std::string address;  ///< address of Marrow's page as typed; unused in that page itself
  platform::BackgroundJob<std::string> packing;  ///< a .glb, gzipped
};

/// An action that would replace unsaved work: the user is asked first.
struct Pending {
  enum class Kind { open, sample, new_scene, restore, reload, loaded, quit } kind = Kind::quit;
  std::string path;  ///< open, loaded (read and ready): the file; restore: the snapshot's folder
};

struct FilesState {
  std::optional<FileBrowser> browser;
  std::optional<Pending> pending;     ///< the question Save / Discard / Cancel is shown
  std::optional<Pending> after_save;  ///< continues when the document is saved
  /// A file dropped on a scene that is not empty: the user is asked whether to open or import it.
  std::optional<std::string> dropped;
  std::optional<ShareCard> share;
  std::size_t script_from = 0;  ///< FileTask::save_script: the step before the first saved one
  std::vector<std::string> load_warnings;  ///< repairs and guesses in the document's file
  SafetyState safety;
  LoadingState loading;
  SavingState saving;
  MeshCheckState mesh_check;
};

inline bool is_loading(const FilesState& files) { return files.loading.reading.has_begun(); }
inline bool is_saving(const FilesState& files) { return files.saving.writing.has_begun(); }
/// True while a scene is bound in the background: another thread calls the implementation then.
inline bool is_binding(const FilesState& files) {
  return is_loading(files) || files.loading.reading.is_ending() || is_saving(files);
}
/// True if a question about files is open: other windows wait for the answer.
inline bool asks_something_else(const FilesState& files) {
  return files.browser || files.pending || files.dropped;
}

}  // namespace marrow
