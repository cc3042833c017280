// The neighbours of a mesh's vertices, for smoothing; found beside the window.
#pragma once

#include <memory>
#include <optional>

#include "platform/jobs.h"
#include "scene/connectivity.h"

namespace marrow {

class PaintGraph {
 public:
  PaintGraph(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const Surface> surface);
  bool is_of(const std::shared_ptr<const Mesh>& mesh) const { return mesh_.lock() == mesh; }
  /// Waits for it. nullptr: there was not enough memory.
  std::shared_ptr<const Connectivity> graph() const;

 private:
  std::optional<platform::Job::Moment> step();

  std::weak_ptr<const Mesh> mesh_;
  std::shared_ptr<const Mesh> read_mesh_;        ///< until it is done: only the scene keeps it then
  std::shared_ptr<const Surface> read_surface_;  ///< likewise
  std::shared_ptr<const Connectivity> graph_;
  platform::Job job_;  ///< last: it uses all of the above
};

}  // namespace marrow
