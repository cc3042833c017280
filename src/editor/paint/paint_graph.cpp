#include "editor/paint/paint_graph.h"

#include <new>
#include <utility>

namespace marrow {

PaintGraph::PaintGraph(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const Surface> surface)
    : mesh_(mesh),
      read_mesh_(std::move(mesh)),
      read_surface_(std::move(surface)),
      job_([this] { return step(); }) {}

std::optional<platform::Job::Moment> PaintGraph::step() {
  try {
    graph_ = std::make_shared<const Connectivity>(connectivity_of(*read_mesh_, *read_surface_));
  } catch (const std::bad_alloc&) {
    graph_.reset();
  }
  read_mesh_.reset();
  read_surface_.reset();
  return std::nullopt;
}

std::shared_ptr<const Connectivity> PaintGraph::graph() const {
  job_.wait(platform::Job::kAsLongAsItTakes);
  return graph_;
}

}  // namespace marrow
