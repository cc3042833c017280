// Scotty3D's half-edge meshes ("s3d-hm-1"), and our polygon meshes made from and into them.
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
  std::vector<std::uint32_t> nexts;             ///< the next in the same face
  std::vector<glm::vec2> uvs;                   ///< one per half-edge; 0: none
  std::vector<glm::vec3> normals;               ///< one per half-edge; 0: none
  std::vector<std::uint32_t> vertex_halfedges;  ///< one that begins at the vertex
  std::vector<glm::vec3> positions;             ///< one per vertex
  std::vector<std::uint32_t> weight_ends;       ///< by vertex: end of its row; or empty: no weights
  std::vector<std::uint32_t> weight_bones;
  std::vector<float> weights;
  std::vector<std::uint32_t> face_halfedges;  ///< any of the face
  std::vector<bool> is_boundary;              ///< by face: it is a hole
};

/// Throws Error where lists do not match or an index is out of range.
Halfedges read_halfedges(const Js3dValue& value, MemoryBudget& budget);
/// Without weights. Throws Error where the half-edges make no mesh.
Mesh mesh_of(const Halfedges& from, const Js3dValue& value, MemoryBudget& budget);

struct MadeHalfedges {
  Halfedges halfedges;                ///< without positions and weights
  std::vector<std::uint32_t> source;  ///< the mesh's vertex, by vertex
  std::size_t lone_vertices = 0;      ///< vertices that no face has; they are left out
  std::size_t copies = 0;             ///< vertices added where a mesh is no surface
  std::size_t flat_faces = 0;         ///< faces without three different corners, left out
};
/// Half-edges need a surface: an edge with more than two faces, or with two that disagree which
/// side is out, is cut open, and a vertex where separate fans of faces meet gets a copy for each.
MadeHalfedges halfedges_of(const Mesh& mesh);
nlohmann::json json_of(const Halfedges& halfedges);

}  // namespace marrow::io
