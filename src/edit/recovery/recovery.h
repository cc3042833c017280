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
  std::string problem;  ///< why it cannot be restored, in words; empty when it can, as far as its
                        ///< note tells
  bool is_old = false;  ///< beyond the ten newest or thirty days: fit to be cleaned away
};

/// All below `parent`, newest first, without those of running programs and folders without a note.
/// Never throws.
std::vector<OrphanedRecovery> find_orphans(const std::filesystem::path& parent, std::int64_t now);

/// An autosave that this process has locked to restore or discard; no other process can claim it.
class ClaimedRecovery {
 public:
  /// None when another program has it, or it is gone.
  static std::optional<ClaimedRecovery> claim(const std::filesystem::path& folder);

  /// The scene, bit for bit. Throws only io::Error: missing, damaged, not what was written.
  Scene restore() const { return restore_with_past().scene; }
  struct Restored {
    Scene scene;
    RecoveryPast past;  ///< without lines where none was kept, or it cannot be read
  };
  Restored restore_with_past() const;  ///< the same, and the history; they share meshes
  void discard();                      ///< removes it; what cannot be removed stays

 private:
  ClaimedRecovery(std::filesystem::path folder, platform::FileLock lock)
      : folder_(std::move(folder)), lock_(std::move(lock)) {}
  std::filesystem::path folder_;
  std::optional<platform::FileLock> lock_;
};

}  // namespace marrow
