#include "rig/skinning/welded_mesh.h"

namespace marrow {

WeldedMesh::WeldedMesh(const BoundMesh& mesh) : graph_(connectivity_of(*mesh.mesh, *mesh.surface)) {
  surface.neighbors.resize(graph_.representative.size());
  for (const std::uint32_t source : mesh.surface->source)
    vertex.push_back(graph_.representative[source]);
  const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
  for (std::size_t t = 0; t + 2 < corners.size(); t += 3)
    surface.triangles.emplace_back(vertex[corners[t]], vertex[corners[t + 1]],
                                   vertex[corners[t + 2]]);
  take_rows(mesh);
}

void WeldedMesh::take_rows(const BoundMesh& mesh) {
  for (std::size_t v = 0; v < surface.neighbors.size(); ++v) {
    std::vector<int>& list = surface.neighbors[v];
    if (mesh.influences.row_size(v) == 0)
      list.clear();
    else if (list.empty())
      list.assign(graph_.neighbors.begin() + graph_.neighbor_begin[v],
                  graph_.neighbors.begin() + graph_.neighbor_begin[v + 1]);
  }
}

}  // namespace marrow
