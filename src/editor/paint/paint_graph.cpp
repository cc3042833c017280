#include "editor/paint/paint_graph.h"

#include <optional>
#include <utility>

namespace marrow {

PaintGraph::PaintGraph(const std::shared_ptr<const Mesh>& mesh,
                       std::shared_ptr<const Surface> surface)
    : mesh_(mesh) {
  job_.begin({}, [mesh, surface = std::move(surface)](Progress&) {
    return std::optional<std::shared_ptr<const Connectivity>>(
        std::make_shared<const Connectivity>(connectivity_of(*mesh, *surface)));
  });
}

std::shared_ptr<const Connectivity> PaintGraph::graph() const {
  job_.wait(platform::Job::kAsLongAsItTakes);
  const std::shared_ptr<const Connectivity>* found = job_.result();
  return found != nullptr ? *found : nullptr;
}

}  // namespace marrow
