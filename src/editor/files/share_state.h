// The scene on its way to others: the card "Share". No ImGui, no SDL.
#pragma once

#include <memory>
#include <string>

#include "platform/jobs.h"
#include "rig/rig.h"

namespace marrow {

/// Packs a scene beside the window.
class ScenePacking {
 public:
  /// These functions outlive it.
  ScenePacking(Scene scene, const Tasks& tasks);
  ScenePacking(const ScenePacking&) = delete;
  ScenePacking& operator=(const ScenePacking&) = delete;

  bool is_done() const { return job_.is_done(); }
  bool wait(double seconds) const { return job_.wait(seconds); }  ///< Job::wait()
  /// When it is done: a .glb, gzipped; empty where `problem` says why.
  const std::string& packed() const { return packed_; }
  const std::string& problem() const { return problem_; }

 private:
  void pack();

  Scene scene_;
  const Tasks& tasks_;
  std::string packed_, problem_;  ///< of the job alone until it is done
  platform::Job job_;             ///< last: it uses all of the above
};

struct ShareCard {
  enum class Way {
    page,  ///< one file: the scene and the viewer
    link,
    code,  ///< an <iframe> with the link
  } way = Way::page;
  bool opens_editor = false;  ///< a link's page
  std::string caption;
  std::string address;  ///< of Marrow's page, where this program is not one; as typed
  std::unique_ptr<ScenePacking> packing;
  bool is_waiting = true;  ///< as drawn last: the scene is being packed, or the viewer fetched
};

}  // namespace marrow
