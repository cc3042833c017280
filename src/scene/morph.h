// Morph targets: shapes that a mesh is blended towards before it is skinned.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow {

/// The target's name, or "target 3" for the third target if it has none.
std::string morph_target_name(const Mesh& mesh, std::size_t target);

/// The node's morph weights if they have an effect; none if all are 0, if their number differs from
/// the number of targets, or without a mesh. After loading, the node holds the file's defaults
/// (glTF: mesh.weights).
std::vector<float> active_morph_weights(const Node& node);

/// v + sum_k w_k dv_k, one per source vertex, mesh space (glTF 2.0, 3.7.2.2 "Morph targets").
/// `weights`: one per target, or none for the mesh's positions. Targets with weight 0 or without
/// positions have no effect. A vertex whose sum is not finite keeps its position.
std::vector<glm::vec3> morphed_positions(const Mesh& mesh, const std::vector<float>& weights);

/// normalize(n + sum_k w_k dn_k), one per shading vertex, mesh space, with n from make_surface()
/// (which stays if the sum is zero or infinite). Vertices whose corners have no normals get the
/// mean normal of the faces around them at `positions`, the result of morphed_positions().
std::vector<glm::vec3> morphed_normals(const Mesh& mesh, const Surface& surface,
                                       const std::vector<float>& weights,
                                       const std::vector<glm::vec3>& positions);

}  // namespace marrow
