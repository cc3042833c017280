// Writes a file beside the window, which stays alive. No ImGui, no SDL.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/files/file_watch.h"
#include "io/export.h"
#include "platform/jobs.h"
#include "rig/rig.h"

namespace marrow {

class Saving {
 public:
  struct Result {
    std::vector<std::string> warnings;  ///< what the format could not hold
    FileStamp stamp;                    ///< of what was written
    std::string problem;  ///< why nothing was written, as a sentence; the old file is whole then
    bool is_stopped = false;  ///< stop() came in time: nothing was written either
  };

  /// Begins to bind the scene for these functions, which outlive this, and then to write it.
  Saving(std::string path, Scene scene, const Tasks& tasks, io::SaveOptions options);
  /// A file that was begun and not stopped is written to its end.
  ~Saving();
  Saving(const Saving&) = delete;
  Saving& operator=(const Saving&) = delete;

  const std::string& path() const { return path_; }
  /// That is done before it is written: the shapes of SaveOptions::bakes_blend. 0 to 1; 0 where
  /// there are none to make.
  float share() const { return share_; }
  /// Before it is written: nothing will be. Returns at once; false: too late, it is being written.
  bool stop();
  bool is_stopped() const { return phase_ == Phase::stopped; }
  bool is_writing() const { return phase_ == Phase::writing; }
  bool is_done() const { return job_.is_done(); }
  bool wait(double seconds) const { return job_.wait(seconds); }  ///< Job::wait()
  Result take() { return std::move(result_); }                    ///< once, when it is done

 private:
  enum class Phase { preparing, stopped, writing };

  std::optional<platform::Job::Moment> step();
  void prepare_and_write();
  bool begin_to_write();  ///< false: it was stopped before

  const std::string path_;
  const Scene scene_;
  const Tasks& tasks_;
  const io::SaveOptions options_;
  std::atomic<Phase> phase_ = Phase::preparing;
  std::atomic<float> share_ = 0.0f;
  Result result_;      ///< of the job alone until it is done
  platform::Job job_;  ///< last: it uses all of the above
};

struct SavingState {
  std::unique_ptr<Saving> now;  ///< nothing: no file is being written
  /// What is open is in that file then: the committed scene that was written. Nothing: an export,
  /// or something else was opened meanwhile.
  std::optional<Scene> document;
  bool is_export = false;  ///< for other programs: it can be stopped until it is written
  std::string verb;        ///< "Saved"
  double began = 0.0;      ///< seconds of the app's clock
  /// Seconds that a call waits for a file. Without a window there is no reason to return earlier.
  double patience = 1e9;
};

}  // namespace marrow
