// Morph targets: shapes that a mesh is blended towards before anything bends it.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// The target's name; "target 3" for the third one if it has no name.
std::string morph_target_name(const Mesh& mesh, std::size_t target);

/// The weights that move the node's mesh: Node::morph_weights; none where all are 0, their number
/// differs from that of the targets, or without a mesh. A file's defaults (glTF: mesh.weights) are
/// in the node after loading.
std::vector<float> active_morph_weights(const Node& node);

/// v + sum_k w_k dv_k, one per source vertex, mesh space (glTF 2.0, 3.7.2.2 "Morph targets").
/// `weights`: one per target, or none for the mesh's positions. Targets with weight 0 or without
/// positions have no effect; a vertex whose sum is not finite stays.
std::vector<glm::vec3> morphed_positions(const Mesh& mesh, const std::vector<float>& weights);

/// normalize(n + sum_k w_k dn_k), one per shading vertex, mesh space, n from make_surface() (kept
/// if the sum is zero or infinite). Vertices whose corners have no own normals get the mean of the
/// faces around them, at `positions` from morphed_positions().
std::vector<glm::vec3> morphed_normals(const Mesh& mesh, const Surface& surface,
                                       const std::vector<float>& weights,
                                       const std::vector<glm::vec3>& positions);

}  // namespace marrow
