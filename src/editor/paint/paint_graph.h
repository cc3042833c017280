// The neighbors of a mesh's vertices, for smoothing; found next to the window.
#pragma once

#include <memory>

#include "platform/background_job.h"
#include "scene/connectivity.h"

namespace marrow {

class PaintGraph {
 public:
  PaintGraph(const std::shared_ptr<const Mesh>& mesh, std::shared_ptr<const Surface> surface);
  bool is_of(const std::shared_ptr<const Mesh>& mesh) const { return mesh_.lock() == mesh; }
  /// Waits for it. nullptr: there was not enough memory.
  std::shared_ptr<const Connectivity> graph() const;

 private:
  std::weak_ptr<const Mesh> mesh_;  ///< of which the job has a copy only until it is done
  platform::BackgroundJob<std::shared_ptr<const Connectivity>> job_;
};

}  // namespace marrow
