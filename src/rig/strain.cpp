#include "rig/strain.h"

#include <cmath>
#include <utility>

namespace marrow {

namespace {

/// Walks two rows side by side: `take(joint, difference)` for each joint that is in one of them.
template <typename Take>
void compare_rows(const Influences& influences, std::uint32_t a, std::uint32_t b, Take take) {
  std::uint32_t i = influences.row_begin(a), k = influences.row_begin(b);
  const std::uint32_t i_end = influences.row_end(a), k_end = influences.row_end(b);
  while (i < i_end && k < k_end && influences.joint[i] == influences.joint[k]) {  // most rows beside each other have the same joints
    take(influences.joint[i], std::abs(influences.weight[i] - influences.weight[k]));
    ++i, ++k;
  }
  while (i < i_end && k < k_end) {
    const std::uint32_t at_a = influences.joint[i], at_b = influences.joint[k];
    const float from_a = at_a <= at_b ? influences.weight[i++] : 0.0f;
    const float from_b = at_b <= at_a ? influences.weight[k++] : 0.0f;
    take(std::min(at_a, at_b), std::abs(from_a - from_b));
  }
  for (; i < i_end; ++i) take(influences.joint[i], influences.weight[i]);
  for (; k < k_end; ++k) take(influences.joint[k], influences.weight[k]);
}

}  // namespace

std::vector<StretchEdge> stretch_edges_of(const Connectivity& graph, const std::vector<glm::vec3>& bind_positions) {
  std::vector<StretchEdge> edges;
  edges.reserve(graph.edges.size());
  for (const EdgePlace& edge : graph.edges) {
    const glm::dvec3 along = glm::dvec3(bind_positions[edge.b]) - glm::dvec3(bind_positions[edge.a]);
    const float inverse = float(1.0 / glm::dot(along, along));
    if (std::isfinite(inverse)) edges.push_back({edge.a, edge.b, inverse});
  }
  return edges;
}

void add_stretch(const DeformedMesh& mesh, const std::vector<StretchEdge>& edges, std::vector<VertexStretch>& scratch, WorstEdges& worst) {
  const std::size_t vertices = mesh.mesh->positions.size();
  scratch.assign(vertices, {});
  const std::vector<glm::vec3>& positions = mesh.positions();
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const StretchEdge& edge = edges[e];
    const glm::vec3 along = positions[edge.b] - positions[edge.a];
    const float squared = glm::dot(along, along) * edge.inverse_length_squared;
    if (squared > scratch[edge.a].squared) scratch[edge.a] = {squared, e};
    if (squared > scratch[edge.b].squared) scratch[edge.b] = {squared, e};
  }
  const Influences& influences = mesh.influences;
  for (std::size_t v = 0; v < vertices; ++v) {
    if (scratch[v].squared < 0.0f) continue;
    const StretchEdge& edge = edges[scratch[v].edge];
    worst.all.take(scratch[v].squared, mesh.node, edge.a, edge.b);
    for (std::uint32_t k = influences.row_begin(v); k < influences.row_end(v); ++k) {
      worst.joints[influences.joint[k]].take(scratch[v].squared, mesh.node, edge.a, edge.b);
    }
  }
}

void add_steps(const DeformedMesh& mesh, const Connectivity& graph, WorstEdges& worst) {
  for (const EdgePlace& edge : graph.edges) {
    const bool is_held_a = mesh.influences.row_size(edge.a) > 0, is_held_b = mesh.influences.row_size(edge.b) > 0;
    float largest = is_held_a == is_held_b ? 0.0f : 1.0f;
    compare_rows(mesh.influences, edge.a, edge.b, [&](std::uint32_t joint, float difference) {
      largest = std::max(largest, difference);
      worst.joints[joint].take(is_held_a && is_held_b ? difference : 1.0f, mesh.node, edge.a, edge.b);
    });
    worst.all.take(largest, mesh.node, edge.a, edge.b);
  }
}

float step_between(const Influences& influences, std::uint32_t a, std::uint32_t b) {
  float largest = (influences.row_size(a) == 0) != (influences.row_size(b) == 0) ? 1.0f : 0.0f;
  compare_rows(influences, a, b, [&](std::uint32_t, float difference) { largest = std::max(largest, difference); });
  return largest;
}

}  // namespace marrow
