// Reads a file beside the window, which stays alive. No ImGui, no SDL.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "editor/files/file_watch.h"
#include "io/formats.h"
#include "platform/jobs.h"
#include "rig/skinning/deformer.h"
#include "view/picture/ray_boxes.h"

namespace marrow {

class Loading {
 public:
  /// Neither a scene nor a problem: it was stopped.
  struct Result {
    std::optional<io::Loaded> loaded;
    std::optional<Deformer> deformer;  ///< up to date with the scene, where it was asked for
    std::shared_ptr<view::RayBoxes> ray_boxes;  ///< the same, of the deformer
    FileStamp stamp;      ///< of what was read; with a checksum for a file of ours only
    std::string problem;  ///< why there is no scene, as a sentence
  };

  /// Begins to read. With `tasks` the scene is bound at once for these functions; nullptr: only
  /// read.
  Loading(std::string path, const Tasks* tasks);
  /// Stops, and waits: at most the time that it takes to bind a mesh.
  ~Loading() { stop(); }
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

  const std::string& path() const { return path_; }
  double share() const { return share_; }  ///< of the file that is read, 0 to 1
  bool is_preparing() const {
    return is_preparing_;
  }                                    ///< the file is read; its scene is being bound
  void stop() { wants_stop_ = true; }  ///< as soon as it can; returns at once
  bool is_done() const { return job_.is_done(); }
  bool wait(double seconds) const { return job_.wait(seconds); }  ///< Job::wait()
  Result take() { return std::move(result_); }                    ///< once, when it is done

 private:
  std::optional<platform::Job::Moment> step();
  void read();
  void prepare();

  const std::string path_;
  const Tasks* const tasks_;
  std::atomic<double> share_{0.0};
  std::atomic<bool> is_preparing_{false}, wants_stop_{false};
  Result result_;      ///< of the job alone until it is done
  platform::Job job_;  ///< last: it uses all of the above
};

}  // namespace marrow
