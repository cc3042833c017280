// Autosave: a job writes snapshots of the open document from immutable scenes. Where it has a
// thread a snapshot costs the caller a lock and a few reference counts, however slow the disk.
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
  /// When a snapshot is due: at most 30 s or 20 edits behind if the disk writes one within 10 s and
  /// 10 edits' time.
  struct Pace {
    double shortest = 2.0;  ///< seconds from the beginning of one to the beginning of the next
    double longest = 20.0;  ///< the same where writing takes long: twenty times as long as the last
                            ///< one took, at most this
    std::uint64_t edits = 10;  ///< so many more edits and it is due at once
    double retry = 30.0;       ///< seconds after a failure
  };

  /// Snapshots go to a folder of this run below `parent` (the user's state folder / recovery), made
  /// at the first one.
  Autosave(std::filesystem::path parent, std::string version, Pace pace);
  Autosave(std::filesystem::path parent, std::string version)
      : Autosave(std::move(parent), std::move(version), Pace{}) {}
  /// Writes what waits, ends the job. Snapshots stay on the disk; call forget() first for a
  /// clean end.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Keeps a state, replacing the waiting one. `commits` counts this run's edits in all documents
  /// and never decreases.
  void note(Scene scene, RecoveryFacts facts, std::uint64_t commits);
  /// Saved or discarded: removes the snapshot, drops the waiting one. `commits` as in note().
  void forget(std::uint64_t commits);
  /// A restored document stays in `orphan` until this process's next snapshot or a save, then it is
  /// removed. Call after note() of the restored scene: a snapshot of the previous document must not
  /// count.
  void take_over(ClaimedRecovery orphan);

  struct Report {
    std::uint64_t snapshots = 0;  ///< written so far
    std::uint64_t commits = 0;    ///< of the newest
    std::uint64_t bytes = 0;      ///< that the last one wrote
    double seconds = 0.0;         ///< that it took
    bool is_idle = true;          ///< nothing waits, nothing is being written
    bool has_snapshot = false;    ///< one is on the disk
    bool is_writing = false;      ///< one is being written
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
  RecoveryFolder folder_;  ///< of the job alone
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::optional<Waiting> waiting_;
  std::vector<ClaimedRecovery> taken_over_;
  bool forgets_ = false, ends_ = false, is_writing_ = false, has_failed_ = false;
  Clock::time_point began_{};   ///< the last snapshot
  std::uint64_t edits_at_ = 0;  ///< commits that are safe: on the disk, or forgotten
  Report report_;
  std::string problem_;
  platform::Job job_;  ///< last: it uses all of the above
};

}  // namespace marrow
