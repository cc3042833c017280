// The kernel's input: runs of groups of eight vertices, and matrices in its order. Private to
// skin_layout.cpp and the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/engine.h"
#include "rig/polar_parts.h"

namespace marrow::fast {

inline constexpr std::size_t kLanes = 8;  ///< vertices in a group
inline constexpr std::uint32_t kMostInfluences =
    16;  ///< of a run; rows with more are always gathered

struct alignas(32) Lanes {
  float at[kLanes];
};

/// Consecutive groups whose vertices follow the same joints. A group has lanes_of(influences)
/// entries of SkinJob::lanes: x, y, z of bind positions, of bind normals, and the weights of all
/// joints but the first.
struct SkinRun {
  std::uint32_t first_group = 0, group_count = 0;
  std::uint32_t influences = 0;
  std::uint32_t first_joint = 0;  ///< index into SkinJob::joints
  std::size_t first_lanes = 0;    ///< index into SkinJob::lanes
};

inline constexpr std::size_t kCenterLanes = 3;  ///< of a group

inline std::size_t lanes_of(std::uint32_t influences) {
  return 6 + (influences > 1 ? influences - 1 : 0);
}

/// A joint's numbers for the kernel, of which a vertex gets the weighted means. Linear and centers:
/// T, column-major, with the first column's last 0 replaced by the size: the sum of the squares of
/// the 3x3, or infinity, which leaves its vertices to skin_exactly(), where products might
/// overflow. Dual quaternions: (x, y, z of real, size), (x, y, z of dual, w of real), (xx, yy, zz
/// of P, w of dual), (xy, xz, yz of P, 0), with P the stretch of PolarParts.
struct alignas(64) JointMatrix {
  static constexpr std::size_t kSize = 3;  ///< the index of the size
  static constexpr std::size_t kRealW = 7, kDualW = 11;
  float at[16];
};

/// Whether the kernel takes the dual quaternion of `other` with the other sign beside `joint`: the
/// one answer of runs and of gathered vertices.
bool is_turned(const JointMatrix& joint, const JointMatrix& other);

/// A pose for the kernel.
struct JointNumbers {
  std::vector<JointMatrix> matrices;
  std::vector<JointMatrix> turns;   ///< of centers: as for dual quaternions, with infinite sizes
                                    ///< where it is stretched
  std::vector<PolarParts> motions;  ///< linear blending has none
  bool is_stretched = false;        ///< some motion is
  bool has_huge = false;            ///< some size is infinite
  std::vector<std::uint8_t> loose;  ///< in the place of the layout's, where runs are gathered, too

  /// That signs are taken of; nullptr: there are none.
  const JointMatrix* quaternions() const {
    return motions.empty() ? nullptr : turns.empty() ? matrices.data() : turns.data();
  }

  /// Whether vertices that follow these joints are gathered one by one in this pose: their signs
  /// depend on weights, or numbers might overflow.
  bool must_gather(const std::uint32_t* joints, std::uint32_t count) const;
};
JointNumbers joint_numbers(const std::vector<glm::mat4>& skinning, Blend blend);

// Limits of single precision for a normal. With s the size (above) of the largest matrix blended, a
// normal before normalising has an error of about 1e-7 s and a determinant of 1e-7 s^(3/2).
inline constexpr float kFlattest = 1.0f / 32.0f;      ///< of a normal's length to s
inline constexpr float kFlattestDeterminant = 1e-5f;  ///< of a determinant to s^(3/2)
inline constexpr float kLargestSize = 1e10f,
                       kFarthest =
                           1e15f;  ///< of a matrix, of a point: a blend of such overflows nowhere
inline constexpr float
    kSmallest = 1e-30f,
    kLargest = 1e30f;  ///< of what is squared: neither it nor its parts have lost digits

/// Everything read while skinning. Slot n is the n-th vertex written; group g has slots from 8 g
/// on.
struct SkinJob {
  const Influences& rows;
  const std::vector<glm::vec3>& positions;
  const std::vector<glm::vec3>& normals;
  const std::vector<glm::mat4>& skinning;
  Blend blend;
  const std::vector<glm::vec3>* centers;   ///< one per vertex, or kNoCenter; only of Blend::centers
  const JointMatrix* matrices;             ///< of `skinning`
  const JointMatrix* quaternions;          ///< nullptr for linear blending
  const std::vector<PolarParts>& motions;  ///< empty for linear blending
  bool is_stretched;                       ///< some motion is
  const std::vector<std::uint32_t>& order;  ///< slot -> vertex
  const std::vector<SkinRun>& runs;         ///< by group, without gaps, from group 0 on
  const std::vector<std::uint32_t>& joints;
  const Lanes* lanes;   ///< of the runs
  const Lanes* behind;  ///< of the groups behind the runs, as if they had no influences; the last
                        ///< one's unused lanes repeat its last vertex
  const Lanes* center_lanes;  ///< x, y, z of the centers of each group, runs or not; without a
                              ///< center those of the rest position
  std::size_t run_groups;
  const std::vector<std::uint8_t>& loose;  ///< one per group: not 0 when its rows are read from
                                           ///< `rows`; groups behind the runs always are
  bool is_small;   ///< all vertices stand within kFarthest and have normals no longer than 2
  bool has_loose;  ///< false when no group of a run is loose
};

}  // namespace marrow::fast
