// Why one vertex is where it is: every joint's distance, weight and say in the blend, as the deformer computed them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rig/deformer.h"

namespace marrow {

/// One joint's say over a vertex. Points are in skeleton space.
struct VertexTerm {
  Id joint = kNoId;
  std::size_t index = 0;  ///< in Skeleton::joints
  std::string name;
  float distance = 0.0f;         ///< d, to the bone at bind
  float radius = 0.0f;           ///< r
  bool is_in = false;            ///< the joint stands in the vertex's list
  float raw = 0.0f;              ///< the falloff's value before normalising (1/d for inverse distance); 0 when out
  float weight = 0.0f;           ///< w
  glm::vec3 closest{0.0f};       ///< point of the bone nearest to the vertex, at bind
  glm::vec3 candidate{0.0f};     ///< T v: where this joint alone would put the vertex
  glm::vec3 contribution{0.0f};  ///< w T v; the sum of these is v'
};

struct VertexExplanation {
  Id mesh = kNoId, skeleton = kNoId;  ///< nodes
  std::string mesh_name;
  std::uint32_t vertex = 0;  ///< source vertex
  Falloff falloff = Falloff::inverse;
  bool has_file_weights = false;  ///< the weights came with the mesh: d and r decide nothing
  glm::vec3 bind{0.0f};           ///< v, skeleton space
  glm::vec3 posed{0.0f};          ///< v' as the deformer has it
  std::vector<VertexTerm> terms;  ///< those that are in, heaviest first; then the others, nearest to their capsule first
  std::size_t in_count = 0;       ///< how many of them are in; 0: uncovered, the vertex stays where it is
};

/// None when the mesh is not there, not bound, or has no such vertex. `deformer` is up to date with `scene`.
std::optional<VertexExplanation> explain_vertex(const Scene& scene, const Deformer& deformer, Id mesh, std::uint32_t vertex);

/// The table as text with aligned columns, for a message or a report: all joints that are in, and the three nearest of the others.
std::string explanation_text(const VertexExplanation& explanation);

/// A doctest case in C++ on the contract of rig.h that rebuilds the vertex and its joints by numbers and expects list, weights and v'.
/// Joints stand as roots with L = B, which leaves every B, W and T as it is. File weights are given as they are.
std::string explanation_test(const VertexExplanation& explanation, const Scene& scene, const Deformer& deformer);

}  // namespace marrow
