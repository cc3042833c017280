#include "scene/morph.h"

#include <algorithm>

#include "base/index.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kMorphGrain = 1 << 14;  ///< vertices per range of parallel_for()

/// Calls add(differences, weight) for each target that has an effect, in order.
template <typename Add>
void for_each_active(const Mesh& mesh, const std::vector<float>& weights,
                     std::vector<glm::vec3> MorphTarget::*part, const Add& add) {
  for (std::size_t k = 0; k < std::min(weights.size(), mesh.morph_targets.size()); ++k) {
    const std::vector<glm::vec3>& differences = mesh.morph_targets[k].*part;
    if (weights[k] != 0.0f && !differences.empty()) add(differences, weights[k]);
  }
}

/// One per source vertex: 1 if one of its corners has a normal. Empty: all vertices have one.
std::vector<char> has_own_normal(const Mesh& mesh) {
  const std::vector<std::uint32_t>& normals = mesh.corner_normal;
  if (!normals.empty() && !list_has(normals, kNoIndex)) return {};
  std::vector<char> has(mesh.positions.size(), 0);
  for (std::size_t c = 0; c < normals.size(); ++c) {
    if (normals[c] != kNoIndex) has[mesh.corner_vertex[c]] = 1;
  }
  return has;
}

void smooth_again(const Mesh& mesh, const Surface& surface, const std::vector<glm::vec3>& positions,
                  std::vector<glm::vec3>& normals) {
  const std::vector<char> has_own = has_own_normal(mesh);
  if (has_own.empty()) return;
  const std::vector<glm::vec3> smooth = smooth_normals(mesh, positions);
  for (std::size_t i = 0; i < normals.size(); ++i) {
    if (!has_own[surface.source[i]]) normals[i] = smooth[surface.source[i]];
  }
}

}  // namespace

std::string morph_target_name(const Mesh& mesh, std::size_t target) {
  const bool has_name =
      target < mesh.morph_targets.size() && !mesh.morph_targets[target].name.empty();
  return has_name ? mesh.morph_targets[target].name : "target " + std::to_string(target + 1);
}

std::vector<float> active_morph_weights(const Node& node) {
  const bool fits = node.mesh && node.morph_weights.size() == node.mesh->morph_targets.size();
  const bool is_active = fits && std::any_of(node.morph_weights.begin(), node.morph_weights.end(),
                                             [](float w) { return w != 0.0f; });
  return is_active ? node.morph_weights : std::vector<float>();
}

std::vector<glm::vec3> morphed_positions(const Mesh& mesh, const std::vector<float>& weights) {
  std::vector<glm::vec3> positions = mesh.positions;
  for_each_active(mesh, weights, &MorphTarget::positions,
                  [&](const std::vector<glm::vec3>& differences, float weight) {
                    parallel_for_each(positions.size(), kMorphGrain, [&](std::size_t v) {
                      positions[v] += weight * differences[v];
                    });
                  });
  parallel_for_each(positions.size(), kMorphGrain, [&](std::size_t v) {
    if (!is_finite(positions[v])) positions[v] = mesh.positions[v];
  });
  return positions;
}

std::vector<glm::vec3> morphed_normals(const Mesh& mesh, const Surface& surface,
                                       const std::vector<float>& weights,
                                       const std::vector<glm::vec3>& positions) {
  const std::vector<std::uint32_t>& source = surface.source;
  std::vector<glm::vec3> normals = surface.normals;
  bool has_moved = false;
  for_each_active(mesh, weights, &MorphTarget::normals,
                  [&](const std::vector<glm::vec3>& differences, float weight) {
                    has_moved = true;
                    parallel_for_each(normals.size(), kMorphGrain, [&](std::size_t i) {
                      normals[i] += weight * differences[source[i]];
                    });
                  });
  if (has_moved) {
    parallel_for_each(normals.size(), kMorphGrain, [&](std::size_t i) {
      const double length = glm::length(glm::dvec3(normals[i]));
      const bool is_usable = length > 0.0 && is_finite(normals[i]);
      normals[i] = is_usable ? glm::vec3(glm::dvec3(normals[i]) / length) : surface.normals[i];
    });
  }
  smooth_again(mesh, surface, positions, normals);
  return normals;
}

}  // namespace marrow
