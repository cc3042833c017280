// The inner loops of the engine's capsules, compiled for several instruction sets.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/fast/capsule_table.h"

namespace marrow::fast {

struct CapsuleKernel {
  /// Rows of the listed blocks, which ascend.
  void (*bind_blocks)(const VertexBlocks& blocks, const CapsuleTable& table,
                      const std::uint32_t* list, std::size_t count, RangeRows& rows);

  /// bind_blocks' distances of the vertices that a joint holds, kNotHeld elsewhere. Returns the
  /// held bits.
  std::uint64_t (*distances)(const VertexBlocks& blocks, const CapsuleTable& table,
                             std::size_t block, std::size_t joint, float* distance);

  Difference (*compare)(const VertexBlocks& blocks, const CapsuleTable& before,
                        const CapsuleTable& after, std::size_t block, std::size_t joint);

  /// Appends the blocks, ascending, that may have a vertex with nearest <= d <= farthest from the
  /// joint's bone. NaN: any.
  void (*blocks_between)(const VertexBlocks& blocks, const CapsuleTable& table, std::size_t joint,
                         float nearest, float farthest, std::vector<std::uint32_t>& found);

  void (*stream)(const float* from, std::size_t count, float* to);
};

/// Sets the counts that follow from the histogram, whose last entries may be 0.
void finish_coverage(std::size_t vertices, Coverage& coverage);

/// The kernel for the best instruction set of this machine.
CapsuleKernel capsule_kernel();

}  // namespace marrow::fast
