#include "rig/mesh_graph.h"

namespace marrow {

MeshGraph mesh_graph_of(const Mesh& mesh, const Surface& surface) {
  MeshGraph graph;
  graph.connectivity = connectivity_of(mesh, surface);
  graph.triangles.reserve(surface.triangles.size());
  for (std::size_t t = 0; t + 2 < surface.triangles.size(); t += 3) {
    std::uint32_t corner[3];
    for (std::size_t k = 0; k < 3; ++k) corner[k] = graph.connectivity.representative[surface.source[surface.triangles[t + k]]];
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
    graph.triangles.insert(graph.triangles.end(), corner, corner + 3);
  }
  const auto any = [](std::uint32_t) { return true; };
  graph.pieces = connected_parts(graph.connectivity, any, [](std::uint32_t, std::uint32_t) { return true; });
  return graph;
}

}  // namespace marrow
