// Autosaves of interrupted runs: find, claim, restore or discard them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "edit/recovery/recovery_folder.h"
#include "scene/scene.h"

namespace marrow {

/// A snapshot whose program no longer runs.
struct OrphanedRecovery {
  std::filesystem::path folder;
  io::RecoveryNote note;
  /// Why it cannot be restored, for the user; empty if it can, as far as the note tells.
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

}  // namespace marrow
