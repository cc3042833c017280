// The engine's inner loops over capsules, compiled for several instruction sets.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/fast/capsule_table.h"

namespace marrow::fast {

struct CapsuleKernel {
  /// Writes the rows of the listed blocks; `list` ascends.
  void (*bind_blocks)(const VertexBlocks& blocks, const CapsuleTable& table,
                      const std::uint32_t* list, std::size_t count, RangeRows& rows);

  /// Distances as in bind_blocks for the vertices of a block that a joint holds, kNotHeld for the
  /// others. Returns one bit per held vertex.
  std::uint64_t (*distances)(const VertexBlocks& blocks, const CapsuleTable& table,
                             std::size_t block, std::size_t joint, float* distance);

  Difference (*compare)(const VertexBlocks& blocks, const CapsuleTable& before,
                        const CapsuleTable& after, std::size_t block, std::size_t joint);

  /// Appends, ascending, the blocks that may contain a vertex with nearest <= d <= farthest, d from
  /// the joint's bone. With NaN every block qualifies.
  void (*blocks_between)(const VertexBlocks& blocks, const CapsuleTable& table, std::size_t joint,
                         float nearest, float farthest, std::vector<std::uint32_t>& found);

  void (*stream)(const float* from, std::size_t count, float* to);
};

/// Drops zeros at the histogram's end and sets the counts that follow from it.
void finish_coverage(std::size_t vertices, Coverage& coverage);

/// The kernel for the best instruction set of this machine.
CapsuleKernel capsule_kernel();

}  // namespace marrow::fast
