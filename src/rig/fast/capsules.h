// Which capsules hold a vertex, without asking each capsule about each vertex: vertices that are
// near each other stand in blocks, a block asks the few capsules that reach it, eight vertices at a
// time, and a capsule that changed asks only the blocks that its surface crosses.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/fast/capsule_table.h"
#include "rig/fast/vertex_blocks.h"
#include "rig/skinning/engine.h"

namespace marrow::fast {

Capsules capsules_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind);

/// The rows of all source vertices (bound.influences gets `vertices` rows, no copies), with
/// weights, and the counts. Membership is the textbook's to the last bit; distances agree with its
/// own to a few units in the last place of the coordinates.
void bind_all(const VertexBlocks& blocks, const Capsules& capsules, BoundRows& bound);

/// `bound` was made (by either function) for `before`; afterwards it is that of `after`, which has
/// as many joints. Rows grow at the end of the entries; when too many entries belong to nobody they
/// are packed, which moves rows that nobody touched. `touched`: source vertices whose joints or
/// weights are new, ascending. Rows (but for where they stand), weights and counts are, bit for
/// bit, those of bind_all() for `after`. Rows of copies, if `bound` has them behind those of the
/// source vertices, are left as they are and must be made anew.
void bind_changed(const VertexBlocks& blocks, const Capsules& before, const Capsules& after,
                  BoundRows& bound, std::vector<std::uint32_t>& touched);

}  // namespace marrow::fast
