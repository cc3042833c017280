// The neighbors of a mesh's faces, even if the file splits vertices or turns faces.
#pragma once

#include <glm/glm.hpp>

#include "rig/doctor/mesh_findings.h"

namespace marrow {

/// One per vertex, its place: the first earlier place within `distance` of it, else itself.
std::vector<std::uint32_t> places_within(const std::vector<glm::vec3>& positions, float distance);

struct MeshTopology {
  // Values of `twin` that are not corners.
  static constexpr std::uint32_t kOpen = kNoIndex;         ///< no other face
  static constexpr std::uint32_t kCrowded = kNoIndex - 1;  ///< two or more other faces
  static constexpr std::uint32_t kNoSide = kNoIndex - 2;   ///< both ends are at one place

  const Mesh& mesh;
  const std::vector<std::uint32_t>& place;
  std::vector<char> is_live;           ///< F: has three corners or more, and is not a double
  std::vector<std::uint32_t> face_of;  ///< C
  std::vector<std::uint32_t> twin;   ///< C: the corner where the same side of the other face begins
  std::vector<std::uint32_t> patch;  ///< F: kNoIndex if not live
  std::vector<char> is_turned;       ///< F: against its patch's first face; later: flipped
  std::vector<std::uint32_t> shell;  ///< F: kNoIndex if not live
  std::uint32_t patches = 0, shells = 0;
  std::uint32_t crowded_edges = 0;

  MeshTopology(const Mesh& of, const std::vector<std::uint32_t>& places);

  std::uint32_t next(std::uint32_t corner) const {
    const std::uint32_t face = face_of[corner];
    return corner + 1 < mesh.face_begin[face + 1] ? corner + 1 : mesh.face_begin[face];
  }
  std::uint32_t place_at(std::uint32_t corner) const { return place[mesh.corner_vertex[corner]]; }
  const glm::vec3& point(std::uint32_t corner) const { return mesh.positions[place_at(corner)]; }
  /// Calls visit(a, b, c) for the triangles of a fan of the face, as points.
  template <typename Visit>
  void visit_fan(std::size_t face, const Visit& visit) const {
    const std::uint32_t first = mesh.face_begin[face], end = mesh.face_begin[face + 1];
    for (std::uint32_t c = first + 1; c + 1 < end; ++c)
      visit(glm::dvec3(point(first)), glm::dvec3(point(c)), glm::dvec3(point(c + 1)));
  }

 private:
  void mark_live();
  void link_sides();
  void number_patches();
  void number_shells();
};

/// inner.cpp: one per patch, true if it is inner, as examine() defines it.
std::vector<char> inner_patches(const MeshTopology& topology);

}  // namespace marrow
