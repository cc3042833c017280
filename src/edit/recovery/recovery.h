// Autosaves: the folder that a running program writes, with the history; and the folders of
// interrupted runs, to be claimed, restored or discarded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edit/document.h"
#include "io/recovery_note.h"
#include "platform/files.h"
#include "scene/scene.h"

namespace marrow {

/// Edits that, applied in order to `first`, rebuild the steps of a history.
struct RecoveryPast {
  Scene first;                      ///< the scene before the first line
  std::string label;                ///< label of the first step
  std::vector<std::string> lines;   ///< line_of() of each edit
  std::vector<std::string> labels;  ///< label of each later step, with its note
  std::size_t current = 0;          ///< number of lines in effect; the later ones were undone
};

/// The scene with placeholders for all meshes: the part that edits change.
Scene without_meshes(Scene scene);

/// The newest steps of the document: at most 100 that are done, at most 200 with those that are
/// undone, and only those after the last edit that holds much data (an added file), makes new
/// meshes, or whose line cannot be written.
RecoveryPast past_of(const Document& document);

/// A document that shows `scene` and has that past. The edits are performed again; if they do not
/// lead to `scene`, bit for bit, the document has no past, and its only step is called `label`.
Document document_of(const Tasks& tasks, Scene scene, const RecoveryPast& past,
                     const std::string& label);

/// A snapshot whose program no longer runs.
struct OrphanedRecovery {
  std::filesystem::path folder;
  io::RecoveryNote note;
  /// Why it cannot be restored, for the user; empty if it can, judging by the note.
  std::string problem;
  bool is_old = false;  ///< older than thirty days or not among the ten newest: may be removed
};

/// All orphans below `parent`, newest first. Folders of running programs and folders without a note
/// are left out. Never throws.
std::vector<OrphanedRecovery> find_orphans(const std::filesystem::path& parent, std::int64_t now);

/// An autosave that this process has locked to restore or discard; no other process can claim it.
class ClaimedRecovery {
 public:
  /// None if another program has locked it or it does not exist any more.
  static std::optional<ClaimedRecovery> claim(const std::filesystem::path& folder);

  /// The scene, bit for bit. Throws only io::Error: a file is missing or damaged.
  Scene restore() const { return restore_with_past().scene; }
  struct Restored {
    Scene scene;
    RecoveryPast past;  ///< without lines if none was saved or it cannot be read
  };
  Restored restore_with_past() const;  ///< restore() and the history, which share meshes
  void discard();                      ///< removes the files; those that cannot be removed stay

 private:
  ClaimedRecovery(std::filesystem::path folder, platform::FileLock lock)
      : folder_(std::move(folder)), lock_(std::move(lock)) {}
  std::filesystem::path folder_;
  std::optional<platform::FileLock> lock_;
};

/// The note in a recovery folder lists the files of the snapshot; all other files are garbage.
inline constexpr const char* kRecoveryNote = "recovery.json";

/// Locks a recovery folder. None while another program has locked it, or if the folder cannot be
/// written.
std::optional<platform::FileLock> lock_of(const std::filesystem::path& folder);

/// Data about a saved state besides the scene.
struct RecoveryFacts {
  std::filesystem::path document;                      ///< the file that Save writes; empty: none
  std::string name;                                    ///< the document's name in the window
  std::string label;                                   ///< label of the last step
  std::uint64_t steps = 0;                             ///< edits since the document was opened
  std::int64_t time = 0;                               ///< when: seconds since 1970, UTC
  std::shared_ptr<const RecoveryPast> past = nullptr;  ///< undo history; nullptr: none
};

/// Not thread-safe.
class RecoveryFolder {
 public:
  /// The folder will be below `parent`, which need not exist. Nothing is created before the first
  /// write().
  RecoveryFolder(std::filesystem::path parent, std::string version);
  ~RecoveryFolder();  ///< removes the folder unless it holds a snapshot
  RecoveryFolder(const RecoveryFolder&) = delete;
  RecoveryFolder& operator=(const RecoveryFolder&) = delete;

  /// Replaces the snapshot; the folder holds a complete one at any moment. Returns the number of
  /// bytes written. Throws only io::Error; then the old snapshot stays.
  std::uint64_t write(const Scene& scene, const RecoveryFacts& facts);
  /// Removes the snapshot; mesh files stay for the next write(). Never throws.
  void clear();
  const std::filesystem::path& path() const { return path_; }  ///< empty before the first write()

 private:
  struct MeshFile {
    io::RecoveryNote::File file;
    Id id = kNoId;  ///< the node in the file that has the mesh
  };

  void make();
  std::uint64_t write_file(io::RecoveryNote::File& file, const Scene& scene, const char* stem);
  std::uint64_t write_new_meshes(const Scene& scene);
  std::vector<io::RecoveryNote::Place> places_of(const Scene& scene,
                                                 std::vector<io::RecoveryNote::File>& files) const;
  void sweep(const io::RecoveryNote& note);

  std::filesystem::path parent_, path_;
  std::string version_;
  std::optional<platform::FileLock> lock_;
  std::uint64_t files_ = 0;  ///< number of files written so far, which makes names unique
  /// Meshes already in a file. Weak, so that this map keeps no mesh in memory. Compared by owner,
  /// because a new mesh may get the address of a deleted one.
  std::map<std::weak_ptr<const Mesh>, MeshFile, std::owner_less<>> meshes_;
};

}  // namespace marrow
