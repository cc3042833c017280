// The inner loops of capsules.cpp, for several sets of instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/fast/capsules.h"

namespace marrow::fast {

/// Capsules as arrays, with what the inner loops ask of each; padded, so that whole vectors can be read.
/// A vertex whose squared distance is below `surely_below` is held, one above `surely_above` is not, and the textbook decides on those
/// between, where rounding could.
struct CapsuleTable {
  explicit CapsuleTable(const Capsules& capsules);

  const std::vector<Capsule>& joints;
  Falloff falloff;
  std::vector<float> x, y, z;                     ///< start of the bone
  std::vector<float> along_x, along_y, along_z;   ///< from its start to its end
  std::vector<float> inverse_length_squared;      ///< 0: a bone without length
  std::vector<float> surely_below, surely_above;  ///< squared distances
  std::vector<float> reach;                       ///< no vertex farther than this is held; NaN: one might be; -infinity: none is
  std::vector<float> slack;                       ///< how far rounding can move a distance that is near the radius
  std::vector<std::uint8_t> is_exact;             ///< floats cannot hold the squares: the textbook decides on every vertex

 private:
  void set(std::size_t joint);
  void set_exact(std::size_t joint);
};

/// Distance of a vertex to a capsule's bone, and whether the capsule holds it, by the textbook's own steps.
struct ExactDistance {
  float distance;
  bool is_held;
};
ExactDistance exact_distance(const Capsule& capsule, const glm::vec3& point);

/// One capsule's view of one block.
struct Column {
  static constexpr float kNotHeld = -1.0f;
  std::uint64_t held = 0;                          ///< bit i: vertex i of the block is held
  alignas(64) float distance[VertexBlock::kSize];  ///< kNotHeld where it is not
};
static_assert(VertexBlock::kSize == 64, "one bit a vertex");

/// Decides on the vertices of `unsure`; `distance` has VertexBlock::kSize entries. Returns `held` with these bits made right.
std::uint64_t decide(const VertexBlock& block, const Capsule& capsule, std::uint64_t unsure, std::uint64_t held, float* distance);

/// Rows of consecutive blocks, their entries in one piece; begins count from the first one.
struct RangeRows {
  std::vector<Influences::Row> rows;
  std::vector<std::uint32_t> joint;
  std::vector<float> weight, distance;             ///< as long as joint, longer than size
  std::uint32_t size = 0;                          ///< entries in use
  std::vector<std::uint32_t> histogram, captured;  ///< counts are added to what is there; as long as needed
};

struct CapsuleKernel {
  /// Rows of the blocks in [begin, end).
  void (*bind_blocks)(const VertexBlocks& blocks, const CapsuleTable& table, std::size_t begin, std::size_t end, RangeRows& rows);

  /// What bind_blocks finds for one capsule and one block.
  void (*column)(const VertexBlocks& blocks, const CapsuleTable& table, std::size_t block, std::size_t joint, Column& column);

  /// Appends the blocks that may have a vertex with nearest <= d <= farthest from the joint's bone, ascending.
  void (*blocks_between)(const VertexBlocks& blocks, const CapsuleTable& table, std::size_t joint, float nearest, float farthest,
                         std::vector<std::uint32_t>& found);
};

/// For the best set of instructions of this machine.
CapsuleKernel capsule_kernel();

}  // namespace marrow::fast
