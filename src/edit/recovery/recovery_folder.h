// The disk's side of autosave: one folder per run of the program, locked while it is used, that
// holds the newest snapshot of one scene. Meshes stand in files of their own that are written once,
// so that a snapshot after an edit is small however large the meshes are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/recovery_note.h"

namespace marrow {

/// The name of the note in a recovery folder: what it names belongs to the snapshot, everything
/// else there is rubbish.
inline constexpr const char* kRecoveryNote = "recovery.json";

/// An exclusive lock on a folder (flock on a file in it): gone with the process, however it ends.
class FolderLock {
 public:
  /// Nothing if another process holds it, or if the folder cannot be written.
  static std::optional<FolderLock> take(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

 private:
  explicit FolderLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

/// Data about a saved state besides the scene.
struct RecoveryFacts {
  std::filesystem::path document;  ///< where Save goes; empty: nowhere yet
  std::string name;                ///< what the window calls it
  std::string label;               ///< of the last step
  std::uint64_t steps = 0;         ///< edits since it was opened
  std::int64_t time = 0;           ///< of the state: seconds since 1970, UTC
};

/// Not for two threads at once.
class RecoveryFolder {
 public:
  /// Below `parent`, which need not exist; nothing is made before the first write().
  RecoveryFolder(std::filesystem::path parent, std::string version);
  ~RecoveryFolder();  ///< the folder is removed unless it holds a snapshot
  RecoveryFolder(const RecoveryFolder&) = delete;
  RecoveryFolder& operator=(const RecoveryFolder&) = delete;

  /// Puts a snapshot in place of the one before; at any moment the folder holds one of them whole.
  /// Returns the bytes written. Throws io::Error and nothing else; the snapshot before is then
  /// still there.
  std::uint64_t write(const Scene& scene, const RecoveryFacts& facts);
  /// There is nothing to recover any more; files of meshes stay for the next write(). Throws
  /// nothing.
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
  void name_meshes(const Scene& scene, io::RecoveryNote& note) const;
  void sweep(const io::RecoveryNote& note);

  std::filesystem::path parent_, path_;
  std::string version_;
  std::optional<FolderLock> lock_;
  std::uint64_t files_ = 0;  ///< written so far: each has a name of its own
  /// Meshes that stand in a file. Weak: undo keeps a mesh alive, not this; and an address that
  /// comes again is another mesh.
  std::map<std::weak_ptr<const Mesh>, MeshFile, std::owner_less<>> meshes_;
};

}  // namespace marrow
