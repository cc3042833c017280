// Cross-sections of the skin: rings cut across a bone at bind, and their width in a pose.
#pragma once

#include "rig/bones.h"
#include "rig/mesh_graph.h"

namespace marrow {

/// A point where a ring crosses an edge. It moves with the edge's ends.
struct RingPoint {
  std::uint32_t a = 0, b = 0;  ///< representatives
  float share = 0.0f;          ///< 0 at a, 1 at b
  float weight = 0.0f;         ///< part of the ring's length at bind; the ring's weights sum to 1
};

struct Ring {
  std::size_t mesh = 0;  ///< index into the meshes given to rings_of()
  std::vector<RingPoint> points;
  double bind_radius = 0.0;
};

/// Weighted mean distance of the ring's points from their weighted middle. `positions`: of the
/// mesh, in the pose.
double ring_radius(const Ring& ring, const std::vector<glm::vec3>& positions);

/// The rings of one bone, at most one per slice.
struct BoneRings {
  Bone bone;
  std::vector<Ring> rings;
};

struct CutMesh {
  const MeshGraph* graph = nullptr;
  const std::vector<glm::vec3>* positions = nullptr;  ///< at bind
  const std::vector<Bounds>* blocks = nullptr;
};

/// Bounds of fixed-size runs of triangles, for skipping runs far from a plane.
std::vector<Bounds> blocks_of(const MeshGraph& graph, const std::vector<glm::vec3>& positions);

/// Cuts all meshes across the bone at 0, 1/8, ... 7/8 of its length. A slice's ring is the smallest
/// closed loop around the bone's point there. A slice without a loop has no ring, nor has a bone
/// without length.
BoneRings rings_of(const Bone& bone, const std::vector<CutMesh>& meshes);

}  // namespace marrow
