// Scotty3D's half-edge meshes ("s3d-hm-1"), converted from and to polygon meshes.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "io/js3d/js3d_value.h"
#include "scene/mesh.h"

namespace marrow::io {

/// Half-edges h and h ^ 1 are twins. A half-edge lies in one face, begins at a vertex and has the
/// normal and the texture coordinates of that corner.
struct Halfedges {
  std::vector<std::uint32_t> nexts;             ///< next half-edge in the same face
  std::vector<glm::vec2> uvs;                   ///< one per half-edge; 0: none
  std::vector<glm::vec3> normals;               ///< one per half-edge; 0: none
  std::vector<std::uint32_t> vertex_halfedges;  ///< by vertex: a half-edge that begins there
  std::vector<glm::vec3> positions;             ///< one per vertex
  std::vector<std::uint32_t> weight_ends;       ///< by vertex: end of its row; empty: no weights
  std::vector<std::uint32_t> weight_bones;
  std::vector<float> weights;
  std::vector<std::uint32_t> face_halfedges;  ///< by face: any of its half-edges
  std::vector<bool> is_boundary;              ///< by face: true for a hole
};

/// Throws Error where lists do not match or an index is out of range.
Halfedges read_halfedges(const Js3dValue& value, MemoryBudget& budget);
/// Makes a mesh without weights. Throws Error where the half-edges do not form a mesh.
Mesh mesh_of(const Halfedges& from, const Js3dValue& value, MemoryBudget& budget);

struct MadeHalfedges {
  Halfedges halfedges;                ///< without positions and weights
  std::vector<std::uint32_t> source;  ///< by vertex: index in the mesh
  std::size_t lone_vertices = 0;      ///< vertices without a face, left out
  std::size_t copies = 0;             ///< vertices added where the mesh is not a manifold surface
  std::size_t flat_faces = 0;         ///< faces without three different corners, left out
};
/// Half-edges need a surface: an edge with more than two faces, or two that disagree on which side
/// is out, is cut open, and a vertex where separate fans of faces meet gets a copy for each.
MadeHalfedges halfedges_of(const Mesh& mesh);
nlohmann::json json_of(const Halfedges& halfedges);

}  // namespace marrow::io
