// The meters' share of one patch. Volumes: with n_t = (b - a) x (c - a) and S_t = (a - m) . n_t for
// a point m, a closed mesh encloses sum S_t / 6, and the cone from o to triangle t has S_t / 6 - (o
// - m) . n_t / 6. Given to its three corners in equal parts, both become sums over vertices, which
// weights may be put into:
//   V_j = sum over vertices v of w_vj (S_v - (o_j - m) . N_v) / 18
#pragma once

#include <vector>

#include "rig/measure/patches.h"
#include "scene/influences.h"

namespace marrow {

/// Sums of S_v and N_v, relative to a patch's own m.
struct Fan {
  double s = 0.0;
  glm::dvec3 n{0.0};
  /// The volume of the cones from `apex`. `m` is the fan's.
  double volume(const glm::dvec3& apex, const glm::dvec3& m) const {
    return (s - glm::dot(apex - m, n)) / 18.0;
  }
};

/// The largest value on an edge of a patch.
struct WorstOfPatch {
  float value = -1.0f;  ///< negative: there is none
  std::uint16_t edge = 0;
  void take(float candidate, std::size_t of_edge) {
    if (candidate > value) *this = {candidate, std::uint16_t(of_edge)};
  }
};

struct PatchMeters {
  /// A patch's surface in some pose.
  struct Shape {
    Fan fan;
    glm::dvec3 m{
        0.0};  ///< a vertex of the patch, so that nothing is lost far from the world's origin
    glm::dvec3 moments{0.0};  ///< sum of bind area times position: over all patches it gives the
                              ///< middle, which follows every affine motion
  };
  struct OfJoint {
    std::uint32_t joint = 0;
    WorstOfPatch step, stretch;
    double area = 0.0;  ///< that it moves
    Fan bind, posed;    ///< each counted by the joint's weight
  };
  std::vector<OfJoint> joints;  ///< those that move some vertex of it
  WorstOfPatch step, stretch;
  double area = 0.0;
  Shape bind, posed;
};

/// Scratch memory, kept from patch to patch.
struct PatchRoom {
  explicit PatchRoom(std::size_t joints) : slots(joints, -1) {}
  std::vector<int> slots;  ///< joint -> index into PatchMeters::joints; -1 between patches
  std::vector<glm::vec3> positions;
  std::vector<float> areas;
  std::vector<glm::vec4> fans;
  std::vector<WorstOfPatch> stretches;
  std::vector<glm::vec4>
      weighted;  ///< one per joint of the patch: N and S, each counted by its weight
};

/// Computes the part that depends on rows and bind positions: all but `stretch` and `posed`. An
/// edge's step counts for each joint in the rows of its ends.
void weigh(const Patch& patch, const std::vector<glm::vec3>& bind_positions, const Influences& rows,
           PatchRoom& room, PatchMeters& meters);

/// Computes the part that depends on the pose, after weigh(). An edge's stretch (squared) counts
/// for each joint that holds one of its ends.
void bend(const Patch& patch, const std::vector<glm::vec3>& positions, const Influences& rows,
          PatchRoom& room, PatchMeters& meters);

}  // namespace marrow
