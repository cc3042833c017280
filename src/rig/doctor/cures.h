// Repairs of a mesh. Weights, attributes, morph targets, materials and seams keep their meaning.
#pragma once

#include <span>

#include "rig/doctor/mesh_findings.h"
#include "scene/touch_ups.h"

namespace marrow {

struct CuredMesh {
  Mesh mesh;
  /// One per vertex before: the vertex that it became, or kNoIndex if it is gone. Vertices keep
  /// their order.
  std::vector<std::uint32_t> new_of_old;
};

/// The corners of a face in reverse order; the first one stays first.
void reverse_face(Mesh& mesh, std::size_t face);

/// Merges duplicates and drops double faces. Vertices at one place with different data get equal
/// positions, those of the first. Successive corners of a face at one place become one.
CuredMesh merged(const Mesh& mesh, const MeshFindings& findings);
/// Drops the inner faces and the vertices that only they used.
CuredMesh without_inner(const Mesh& mesh, const MeshFindings& findings);
/// Reverses the flipped faces. Negates their normals, unless these point outward already. If all
/// normals of a vertex are negated, so are its differences of normals in morph targets.
CuredMesh oriented(const Mesh& mesh, const MeshFindings& findings);
/// Adds a polygon for each hole, with the corners of the faces around it and the material and group
/// of one of them. No vertex is added. (A flat cap; for smooth ones see Liepa, Filling Holes in
/// Meshes, 2003.)
CuredMesh filled(const Mesh& mesh, const MeshFindings& findings);

/// Applies each cure once, in the order of MeshCure, and examines the mesh in between. `known`:
/// examine(mesh), if that has been called already.
CuredMesh cured(const Mesh& mesh, std::span<const MeshCure> cures,
                const MeshFindings* known = nullptr);

/// The touch-ups of the vertices that are left. Of merged vertices, the first one with touch-ups
/// counts.
TouchUps renamed(const TouchUps& touch_ups, const std::vector<std::uint32_t>& new_of_old);

}  // namespace marrow
