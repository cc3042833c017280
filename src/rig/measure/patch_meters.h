// The meters' values of one patch. Volumes: with n_t = (b - a) x (c - a) and S_t = a . n_t a closed
// mesh encloses sum S_t / 6, and the cone from o to triangle t has (S_t - o . n_t) / 6. A
// triangle's volume counts for a joint in proportion to its mean weight at the corners:
//   V_j = sum over triangles t of (w_aj + w_bj + w_cj) (S_t - o_j . n_t) / 18
// Within a patch S_t = (a - m) . n_t, where m is one of its vertices: its few triangles are so
// close together that single precision is enough. Sums over patches are in double precision.
#pragma once

#include <vector>

#include "rig/measure/patches.h"
#include "scene/influences.h"

namespace marrow {

// ---- Inner loops, compiled once per instruction set (patch_kernel.cpp)

/// The triangles of a patch in a pose, one array per number. Scratch memory.
struct alignas(64) PatchTriangles {
  using PerTriangle = std::array<float, Patch::kMostTriangles>;
  std::array<float, 4 * 3 * Patch::kMostTriangles> places;  ///< per vertex: x, y, z, unused
  std::array<PerTriangle, 4> fans;                          ///< x, y, z of n_t, and S_t
  std::array<PerTriangle, 3> stretches;  ///< [k]: (length now / length at bind)^2 of side k, or NaN
};

/// Sums over a whole patch, relative to m, its first vertex.
struct TriangleSums {
  glm::vec4 fan{0.0f};          ///< sum of n_t, and of S_t
  glm::vec3 moments{0.0f};      ///< sum of bind area times middle
  float worst_stretch = -1.0f;  ///< squared; negative: no side has a length at bind
};

/// Fills `triangles` and sums them. `positions`: all positions of the mesh.
TriangleSums take_triangles(const Patch& patch, const std::vector<glm::vec3>& positions,
                            PatchTriangles& triangles);

/// The sums of n_t and S_t, with each triangle weighted by its share. `shares`: one per triangle.
glm::vec4 shared_fan(std::span<const float> shares, const PatchTriangles& triangles);

/// The worst stretch among the marked sides of `count` triangles. `marks`: for each side k a run of
/// one bit per triangle, 3 * count / 8 bytes. Negative: no marked side has a length at bind.
float worst_stretch(std::span<const std::uint8_t> marks, std::size_t count,
                    const PatchTriangles& triangles);

// ---- Meters of a patch

/// Sums of 3 S_t and 3 n_t, or of a joint's share of them.
struct Fan {
  double s = 0.0;
  glm::dvec3 n{0.0};
  /// The volume of the cones from `apex`.
  double volume(const glm::dvec3& apex) const { return (s - glm::dot(apex, n)) / 18.0; }
  void operator+=(const Fan& other) {
    s += other.s;
    n += other.n;
  }
};

/// The largest value on an edge of a patch.
struct WorstOfPatch {
  float value = -1.0f;  ///< negative: there is none
  PatchEdge edge;
  void take(float candidate, const PatchEdge& of_edge) {
    if (candidate > value) *this = {candidate, of_edge};
  }
};

/// The largest stretch, squared. Its edge is computed only on demand (stretched_edge()).
struct WorstStretch {
  float value = -1.0f;  ///< negative: there is none
  bool knows_edge = false;
  PatchEdge edge;
};

struct PatchMeters {
  /// A patch's surface in some pose.
  struct Shape {
    Fan fan;
    /// Sum of bind area times position. Over all patches it gives the middle, which follows every
    /// affine motion.
    glm::dvec3 moments{0.0};
  };
  struct OfJoint {
    std::uint32_t joint = 0;
    bool holds_all = false;  ///< it holds all vertices of the patch
    WorstOfPatch weight_jump;
    WorstStretch stretch;
    double area = 0.0;  ///< that the joint moves
    Fan bind, posed;    ///< the joint's share
  };
  OfJoint* of_joint(std::uint32_t joint);  ///< nullptr if it moves no vertex of the patch

  std::vector<OfJoint> joints;  ///< joints that move some vertex of the patch
  bool is_covered = false;      ///< all vertices of the patch are covered
  /// One run per joint with one entry per triangle: the sum of the joint's weights at the corners.
  /// A covered patch has no run for its last joint, which gets the remainder.
  std::vector<float> shares;
  /// For each joint and each k a run of one bit per triangle: whether the joint holds an end of
  /// side k. Empty if every joint holds all vertices.
  std::vector<std::uint8_t> held_sides;
  WorstOfPatch weight_jump;
  WorstStretch stretch;
  float bind_stretch = -1.0f;  ///< squared: 1 up to rounding; negative: no edge has a length
  double area = 0.0;
  Shape bind, posed;
};

/// Scratch memory, kept from patch to patch.
struct PatchRoom {
  explicit PatchRoom(std::size_t joints) : slots(joints, -1) {}
  std::vector<int> slots;  ///< joint -> index into PatchMeters::joints; -1 between patches
  PatchTriangles triangles;
  // One run per joint of the patch, one entry per vertex.
  std::vector<float> weights;
  std::vector<std::uint8_t> is_held;
};

/// Computes the part that depends on rows and bind positions: all except `stretch` and `posed`. An
/// edge's weight jump counts for each joint in the rows of its ends.
void weigh(const Patch& patch, const std::vector<glm::vec3>& bind_positions, const Influences& rows,
           PatchRoom& room, PatchMeters& meters);

/// Computes the part that depends on the pose, after weigh(). An edge's stretch counts for each
/// joint that holds one of its ends.
void bend(const Patch& patch, const std::vector<glm::vec3>& positions, PatchRoom& room,
          PatchMeters& meters);

/// True if one joint alone holds the whole patch.
bool is_of_one_joint(const PatchMeters& meters);

/// Equivalent to bend() for a patch of one joint (see above) that moves rigidly; needs no
/// positions. `motion` is T.
void move_rigidly(const glm::mat4& motion, PatchMeters& meters);

/// Prefetches the patch's positions while another patch is computed.
void fetch(const Patch& patch, const std::vector<glm::vec3>& positions);

/// The most stretched edge in the pose of the last bend(): of all edges (joint == kNoIndex) or of
/// those with an end that the joint holds. Precondition: there is one.
PatchEdge stretched_edge(const Patch& patch, const std::vector<glm::vec3>& positions,
                         std::uint32_t joint, PatchRoom& room, PatchMeters& meters);

}  // namespace marrow
