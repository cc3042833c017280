// Autosave on the disk: one locked folder per run with the newest snapshot of one scene. Meshes are
// in files of their own, written once, so that snapshots after an edit are small.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edit/recovery/past.h"
#include "io/recovery_note.h"
#include "platform/files.h"

namespace marrow {

/// The note in a recovery folder lists the files of the snapshot; all other files are garbage.
inline constexpr const char* kRecoveryNote = "recovery.json";

/// Locks a recovery folder. None while another program has locked it, or if the folder cannot be
/// written.
std::optional<platform::FileLock> lock_of(const std::filesystem::path& folder);

/// Data about a saved state besides the scene.
struct RecoveryFacts {
  std::filesystem::path document;                      ///< the file that Save writes; empty: none
  std::string name;                                    ///< its name in the window
  std::string label;                                   ///< of the last step
  std::uint64_t steps = 0;                             ///< edits since it was opened
  std::int64_t time = 0;                               ///< of the state: seconds since 1970, UTC
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
  std::uint64_t files_ = 0;  ///< number written so far, which makes names unique
  /// Meshes already in a file. Weak: this map keeps no mesh in memory. By owner: a new mesh may get
  /// the address of a deleted one.
  std::map<std::weak_ptr<const Mesh>, MeshFile, std::owner_less<>> meshes_;
};

}  // namespace marrow
