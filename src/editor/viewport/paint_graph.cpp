#include "editor/viewport/paint_graph.h"

#include <optional>
#include <utility>

namespace marrow {

PaintGraph::PaintGraph(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const Surface> surface)
    : mesh_(mesh), job_([this, mesh = std::move(mesh), surface = std::move(surface)]() mutable {
        graph_ = std::make_shared<const Connectivity>(connectivity_of(*mesh, *surface));
        mesh.reset();  // only the scene keeps it
        surface.reset();
        return std::optional<platform::Job::Moment>();
      }) {}

std::shared_ptr<const Connectivity> PaintGraph::graph() const {
  job_.wait(platform::Job::kAsLongAsItTakes);
  return graph_;
}

}  // namespace marrow
