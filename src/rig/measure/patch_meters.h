// The meters' share of one patch. Volumes: with n_t = (b - a) x (c - a) and S_t = a . n_t a closed
// mesh encloses sum S_t / 6, and the cone from o to triangle t has (S_t - o . n_t) / 6. Of what a
// triangle has, a joint gets the mean of its weights at the corners:
//   V_j = sum over triangles t of (w_aj + w_bj + w_cj) (S_t - o_j . n_t) / 18
// Within a patch S_t = (a - m) . n_t for a vertex m of it, so that single precision is enough for
// so few that are so near; sums of patches are in double precision.
#pragma once

#include <vector>

#include "rig/measure/patch_kernel.h"
#include "scene/influences.h"

namespace marrow {

/// Sums of 3 S_t and 3 n_t, or of as much of them as a joint gets.
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

/// The largest stretch, squared. Its edge is not known before it is asked for.
struct WorstStretch {
  float value = -1.0f;  ///< negative: there is none
  bool knows_edge = false;
  PatchEdge edge;
};

struct PatchMeters {
  /// A patch's surface in some pose.
  struct Shape {
    Fan fan;
    glm::dvec3 moments{0.0};  ///< sum of bind area times position: over all patches it gives the
                              ///< middle, which follows every affine motion
  };
  struct OfJoint {
    std::uint32_t joint = 0;
    bool holds_all = false;  ///< all vertices of the patch
    WorstOfPatch step;
    WorstStretch stretch;
    double area = 0.0;  ///< that it moves
    Fan bind, posed;    ///< each counted by the joint's weight
  };
  OfJoint* of_joint(std::uint32_t joint);  ///< nullptr: it moves no vertex

  std::vector<OfJoint> joints;  ///< those that move some vertex of it
  bool is_covered = false;      ///< no vertex of it is uncovered
  /// For each of the joints a run of one per triangle: the sum of its weights at the corners. None
  /// for the last one of a covered patch: it has what the others leave.
  std::vector<float> shares;
  /// For each of the joints and each k a run of one bit per triangle: whether it holds an end of
  /// side k. Empty if all hold all.
  std::vector<std::uint8_t> held_sides;
  WorstOfPatch step;
  WorstStretch stretch;
  float bind_stretch = -1.0f;  ///< squared: 1 but for rounding; negative: there is none
  double area = 0.0;
  Shape bind, posed;
};

/// Scratch memory, kept from patch to patch.
struct PatchRoom {
  explicit PatchRoom(std::size_t joints) : slots(joints, -1) {}
  std::vector<int> slots;  ///< joint -> index into PatchMeters::joints; -1 between patches
  PatchTriangles triangles;
  // For each joint of the patch a run of one per vertex.
  std::vector<float> weights;
  std::vector<std::uint8_t> is_held;
};

/// Computes the part that depends on rows and bind positions: all but `stretch` and `posed`. An
/// edge's step counts for each joint in the rows of its ends.
void weigh(const Patch& patch, const std::vector<glm::vec3>& bind_positions, const Influences& rows,
           PatchRoom& room, PatchMeters& meters);

/// Computes the part that depends on the pose, after weigh(). An edge's stretch counts for each
/// joint that holds one of its ends.
void bend(const Patch& patch, const std::vector<glm::vec3>& positions, PatchRoom& room,
          PatchMeters& meters);

/// True if one joint holds all of the patch alone.
bool is_of_one_joint(const PatchMeters& meters);

/// What bend() computes for a patch of one joint (see above) that moves rigidly, without its
/// positions. `motion` is T.
void move_rigidly(const glm::mat4& motion, PatchMeters& meters);

/// Lets the memory bring the patch's positions while another one is computed.
void fetch(const Patch& patch, const std::vector<glm::vec3>& positions);

/// The most stretched edge, of all (joint == kNoIndex) or of those that the joint holds, in the
/// pose that the patch was bent to. Precondition: there is one.
PatchEdge stretched_edge(const Patch& patch, const std::vector<glm::vec3>& positions,
                         std::uint32_t joint, PatchRoom& room, PatchMeters& meters);

}  // namespace marrow
