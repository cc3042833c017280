#include "rig/skinning/rebound_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "rig/polar_parts.h"

namespace marrow {

namespace {

/// One per source vertex, mesh space.
std::vector<glm::dmat4> blended_matrices(const DeformedMesh& posed,
                                         const glm::dmat4& output_from_mesh) {
  const glm::dmat4 mesh_from_output = glm::inverse(output_from_mesh);
  const std::vector<PolarParts> motions = polar_parts(posed.skinning);
  std::vector<glm::dmat4> matrices(posed.mesh->positions.size(), glm::dmat4(1.0));
  for (std::size_t v = 0; v < matrices.size(); ++v)
    if (posed.influences.row_size(v) > 0)
      matrices[v] =
          mesh_from_output * blended_matrix(posed, posed.skinning, motions, v) * output_from_mesh;
  return matrices;
}

/// A normal that corners of several vertices share is split.
void turn_normals(const std::vector<glm::dmat4>& matrices, Mesh& mesh) {
  const std::vector<glm::vec3> old = mesh.normals;
  std::vector<std::uint32_t> owner(old.size(), kNoIndex);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> split;
  for (std::size_t c = 0; c < mesh.corner_normal.size(); ++c) {
    const std::uint32_t vertex = mesh.corner_vertex[c], was = mesh.corner_normal[c];
    if (was == kNoIndex || owner[was] == vertex) continue;
    const auto next = std::uint32_t(mesh.normals.size());
    std::uint32_t& normal = mesh.corner_normal[c];
    if (owner[was] != kNoIndex) normal = split.try_emplace({vertex, was}, next).first->second;
    if (normal == was) owner[was] = vertex;
    if (normal == next) mesh.normals.emplace_back();
    mesh.normals[normal] = turned_normal(glm::dmat3(matrices[vertex]), old[was]);
  }
}

/// A target's normals keep their length relative to the mesh's.
void turn_target(const std::vector<glm::dmat4>& matrices, const Surface& surface,
                 MorphTarget& target) {
  target.tangents.clear();
  for (std::size_t v = 0; v < target.positions.size(); ++v)
    target.positions[v] = glm::vec3(glm::dmat3(matrices[v]) * glm::dvec3(target.positions[v]));
  for (std::size_t v = 0; v < target.normals.size(); ++v) {
    const glm::dmat3 matrix = normal_matrix_of(glm::mat4(matrices[v]));
    const double length = glm::length(matrix * glm::dvec3(surface.normals[v]));
    if (length > 0.0)
      target.normals[v] = glm::vec3(matrix * glm::dvec3(target.normals[v]) / length);
  }
}

}  // namespace

Mesh rebound_mesh(const DeformedMesh& posed, const glm::dmat4& output_from_mesh,
                  const std::vector<float>& morph_weights) {
  Mesh mesh = *posed.mesh;
  const std::vector<glm::dmat4> matrices = blended_matrices(posed, output_from_mesh);
  turn_normals(matrices, mesh);
  std::erase_if(mesh.attributes, [](const auto& attribute) { return attribute.name == "TANGENT"; });
  for (MorphTarget& target : mesh.morph_targets) turn_target(matrices, *posed.surface, target);
  const glm::dmat4 mesh_from_output = glm::inverse(output_from_mesh);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    glm::dvec3 place(mesh_from_output * glm::dvec4(glm::dvec3(posed.positions()[v]), 1.0));
    for (std::size_t k = 0; k < morph_weights.size(); ++k)
      if (const MorphTarget& target = mesh.morph_targets[k]; !target.positions.empty())
        place -= double(morph_weights[k]) * glm::dvec3(target.positions[v]);
    mesh.positions[v] = glm::vec3(place);
  }
  return mesh;
}

TouchUps touch_ups_between(const DeformedMesh& bare, const DeformedMesh& wanted,
                           const Skeleton& skeleton) {
  constexpr float kSame = 1e-6f;
  TouchUps layer;
  std::vector<std::pair<Id, float>> row;
  for (std::size_t v = 0; v < wanted.mesh->positions.size(); ++v) {
    row.clear();
    float most = 0.0f;
    compare_rows(bare.influences, v, wanted.influences, v,
                 [&](std::uint32_t joint, float is, float shall_be) {
                   row.emplace_back(skeleton.joints[joint].id, shall_be - is);
                   most = std::max(most, std::abs(shall_be - is));
                 });
    if (most <= kSame || wanted.influences.row_size(v) == 0) continue;
    std::sort(row.begin(), row.end());
    for (const auto& [joint, difference] : row) {
      layer.joint.push_back(joint);
      layer.difference.push_back(difference);
    }
    layer.end_row(std::uint32_t(v));
  }
  return layer;
}

}  // namespace marrow
