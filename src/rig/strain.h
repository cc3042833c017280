// Along the edges of a mesh: how much each is stretched by the pose, and by how much weights differ between its ends.
#pragma once

#include "rig/mesh_graph.h"

namespace marrow {

/// The largest value met so far and the edge it was met on.
struct Worst {
  float value = -1.0f;  ///< negative: none met
  EdgePlace where;
  void take(float candidate, Id mesh, std::uint32_t a, std::uint32_t b) {
    if (candidate > value) *this = {candidate, {.mesh = mesh, .a = a, .b = b}};
  }
  void take(const Worst& other) {
    if (other.value > value) *this = other;
  }
};

/// The whole, and each joint.
struct WorstEdges {
  Worst all;
  std::vector<Worst> joints;
};

/// An edge that has a length at bind.
struct StretchEdge {
  std::uint32_t a = 0, b = 0;  ///< representatives
  float inverse_length_squared = 0.0f;
};
std::vector<StretchEdge> stretch_edges_of(const Connectivity& graph, const std::vector<glm::vec3>& bind_positions);

/// The most stretched edge at a vertex, squared.
struct VertexStretch {
  float squared = -1.0f;
  std::uint32_t edge = 0;  ///< index of a StretchEdge
};

/// Length now over length at bind. A joint's edges are those with an end that it holds. `scratch` saves an allocation.
void add_stretch(const DeformedMesh& mesh, const std::vector<StretchEdge>& edges, std::vector<VertexStretch>& scratch, WorstEdges& worst);

/// Difference of weights over an edge, see Meters::step. Ends are judged by their representatives' rows.
void add_steps(const DeformedMesh& mesh, const Connectivity& graph, WorstEdges& worst);

/// The biggest difference of any joint's weights between two vertices; 1 when just one of them is covered.
float step_between(const Influences& influences, std::uint32_t a, std::uint32_t b);

}  // namespace marrow
