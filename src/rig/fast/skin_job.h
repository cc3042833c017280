// The kernel's input: runs of groups of eight vertices, and matrices in the kernel's layout.
// Private to skin_layout.cpp and the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/engine.h"
#include "rig/polar_parts.h"

namespace marrow::fast {

inline constexpr std::size_t kLanes = 8;  ///< vertices in a group
/// Most influences per vertex of a run; vertices with more are always gathered.
inline constexpr std::uint32_t kMostInfluences = 16;

struct alignas(32) Lanes {
  float at[kLanes];
};

/// Consecutive groups whose vertices follow the same joints. A group has lanes_of(influences)
/// entries of SkinJob::lanes: x, y, z of bind positions, x, y, z of bind normals, and the weights
/// of all joints but the first.
struct SkinRun {
  std::uint32_t first_group = 0, group_count = 0;
  std::uint32_t influences = 0;
  std::uint32_t first_joint = 0;  ///< index into SkinJob::joints
  std::size_t first_lanes = 0;    ///< index into SkinJob::lanes
};

inline constexpr std::size_t kCenterLanes = 3;  ///< per group

inline std::size_t lanes_of(std::uint32_t influences) {
  return 6 + (influences > 1 ? influences - 1 : 0);
}

/// A joint's numbers; the kernel takes their weighted mean per vertex.
/// Linear and centers: T, column-major. The first column's last entry, 0 in T, holds the size: the
/// sum of squares of the 3x3. An infinite size, set where products might overflow, leaves the
/// vertices to skin_exactly().
/// Dual quaternions: (x, y, z of real, size), (x, y, z of dual, w of real), (xx, yy, zz of P, w of
/// dual), (xy, xz, yz of P, 0), with P the stretch of PolarParts.
struct alignas(64) JointMatrix {
  static constexpr std::size_t kSize = 3;  ///< the index of the size
  static constexpr std::size_t kRealW = 7, kDualW = 11;
  float at[16];
};

/// True if the kernel negates the dual quaternion of `other` when blending it with `joint`'s. Runs
/// and gathered vertices both use this function.
bool is_turned(const JointMatrix& joint, const JointMatrix& other);

/// A pose for the kernel.
struct JointNumbers {
  std::vector<JointMatrix> matrices;
  /// For centers: as for dual quaternions, with infinite sizes where a joint is stretched.
  std::vector<JointMatrix> turns;
  std::vector<PolarParts> motions;  ///< empty for linear blending
  bool is_stretched = false;        ///< some motion is stretched
  bool has_huge = false;            ///< some size is infinite
  /// Replaces the layout's `loose` where this pose needs runs to be gathered too.
  std::vector<std::uint8_t> loose;

  /// Dual quaternions whose signs are compared; nullptr if there are none.
  const JointMatrix* quaternions() const {
    return motions.empty() ? nullptr : turns.empty() ? matrices.data() : turns.data();
  }

  /// True if vertices that follow these joints must be gathered one by one in this pose: because
  /// signs depend on weights, or numbers might overflow.
  bool must_gather(const std::uint32_t* joints, std::uint32_t count) const;
};
JointNumbers joint_numbers(const std::vector<glm::mat4>& skinning, Blend blend);

// Limits of single precision for a normal. With s the size (above) of the largest matrix blended, a
// normal before normalizing has an error of about 1e-7 s and a determinant one of 1e-7 s^(3/2).
inline constexpr float kFlattest = 1.0f / 32.0f;      ///< least ratio of a normal's length to s
inline constexpr float kFlattestDeterminant = 1e-5f;  ///< least ratio of a determinant to s^(3/2)
/// Largest size of a matrix and largest coordinate of a point with which no blend overflows.
inline constexpr float kLargestSize = 1e10f, kFarthest = 1e15f;
/// Range of squared numbers in which neither the sum nor its parts have lost digits.
inline constexpr float kSmallest = 1e-30f, kLargest = 1e30f;

/// All input of skinning. Slot n is the n-th vertex written; group g has the slots from 8 g on.
struct SkinJob {
  const Influences& rows;
  const std::vector<glm::vec3>& positions;
  const std::vector<glm::vec3>& normals;
  const std::vector<glm::mat4>& skinning;
  Blend blend;
  const std::vector<glm::vec3>* centers;    ///< Blend::centers only: one per vertex, or kNoCenter
  const JointMatrix* matrices;              ///< one per joint, from `skinning`
  const JointMatrix* quaternions;           ///< nullptr for linear blending
  const std::vector<PolarParts>& motions;   ///< empty for linear blending
  bool is_stretched;                        ///< some motion is stretched
  const std::vector<std::uint32_t>& order;  ///< slot -> vertex
  const std::vector<SkinRun>& runs;         ///< by group, without gaps, from group 0 on
  const std::vector<std::uint32_t>& joints;
  const Lanes* lanes;  ///< vertices of the runs
  /// Lanes of the groups behind the runs, laid out as if they had no influences. Unused lanes of
  /// the last group repeat its last vertex.
  const Lanes* behind;
  /// x, y, z of the centers of every group; the rest position for a vertex without a center.
  const Lanes* center_lanes;
  std::size_t run_groups;
  /// One per group. Not 0: the group's rows are read from `rows`, as always behind the runs.
  const std::vector<std::uint8_t>& loose;
  bool is_small;   ///< all vertices are within kFarthest and have normals no longer than 2
  bool has_loose;  ///< false if no group of a run is loose
};

// ---- The kernel: skins groups of eight vertices with the widest vectors of the machine

enum class SkinOutput {
  nothing,   ///< bounds only
  cached,    ///< plain stores
  streamed,  ///< stores that bypass the caches; both outputs are aligned to 32 bytes
};

/// Skins groups [begin, end) and returns the bounds of their vertices. `positions` and `normals`
/// point to the output of the first vertex; three floats per vertex.
Bounds skin_groups(const SkinJob& job, std::size_t begin, std::size_t end, SkinOutput output,
                   float* positions, float* normals);

/// Skins one vertex in double precision: recomputes the numbers of `position` that are not finite,
/// and all of `normal`. If the result is not finite, writes the bind position and normal.
void skin_exactly(const SkinJob& job, std::size_t slot, float* position, float* normal);

}  // namespace marrow::fast
