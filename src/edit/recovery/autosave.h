// Autosave: a job writes snapshots of the open document from immutable scenes. With a thread, a
// snapshot costs the caller only a lock and a few reference counts, however slow the disk is.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "edit/recovery/recovery.h"
#include "platform/jobs.h"

namespace marrow {

class Autosave {
 public:
  /// When a snapshot is due. The newest one is at most 30 s or 20 edits old if the disk writes one
  /// within 10 s and within the time of 10 edits.
  struct Pace {
    double shortest = 2.0;  ///< least seconds between the beginnings of two snapshots
    /// Most seconds between the beginnings. Within these limits: twenty times the last write.
    double longest = 20.0;
    std::uint64_t edits = 10;  ///< after this many edits a snapshot is due at once
    double retry = 30.0;       ///< seconds to wait after a failure
  };

  /// Snapshots go to a folder of this run below `parent` (the user's state folder / recovery),
  /// which the first snapshot creates.
  Autosave(std::filesystem::path parent, std::string version, Pace pace);
  Autosave(std::filesystem::path parent, std::string version)
      : Autosave(std::move(parent), std::move(version), Pace{}) {}
  /// Writes the waiting state and ends the job. Snapshots stay on the disk; call forget() first for
  /// a clean end.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Sets the state to write next, replacing one that is still waiting. `commits` counts this run's
  /// edits in all documents and never decreases.
  void note(Scene scene, RecoveryFacts facts, std::uint64_t commits);
  /// The document was saved or discarded: removes the snapshot, drops the waiting state. `commits`
  /// as in note().
  void forget(std::uint64_t commits);
  /// Keeps `orphan`, which holds a restored document, until this process's next snapshot or a save,
  /// then removes it. Call after note() of the restored scene: a snapshot of the previous document
  /// must not count.
  void take_over(ClaimedRecovery orphan);

  struct Report {
    std::uint64_t snapshots = 0;  ///< number written so far
    std::uint64_t commits = 0;    ///< `commits` of the newest snapshot
    std::uint64_t bytes = 0;      ///< size of the last write
    double seconds = 0.0;         ///< duration of the last write
    bool is_idle = true;          ///< nothing is waiting or being written
    bool has_snapshot = false;    ///< a snapshot is on the disk
    bool is_writing = false;      ///< a snapshot is being written
    bool operator==(const Report&) const = default;
  };
  Report report() const;
  /// The reason why snapshots fail, once per run of failures; empty otherwise.
  std::string take_problem();

 private:
  using Clock = platform::Job::Clock;
  struct Waiting {
    Scene scene;
    RecoveryFacts facts;
    std::uint64_t commits = 0;
  };

  std::optional<Clock::time_point> step();
  Clock::time_point due() const;
  void write(std::unique_lock<std::mutex>& lock);
  void clear(std::unique_lock<std::mutex>& lock);

  const Pace pace_;
  RecoveryFolder folder_;  ///< used by the job alone
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::optional<Waiting> waiting_;
  std::vector<ClaimedRecovery> taken_over_;
  bool forgets_ = false, ends_ = false, is_writing_ = false, has_failed_ = false;
  Clock::time_point began_{};   ///< when the last snapshot began
  std::uint64_t edits_at_ = 0;  ///< `commits` on the disk, or forgotten
  Report report_;
  std::string problem_;
  platform::Job job_;  ///< last, because it uses all members above
};

}  // namespace marrow
