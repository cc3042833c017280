// Finds the capsules that hold a vertex without testing each capsule with each vertex. Vertices
// that are near each other stand in blocks. A block is tested with the few capsules near it, eight
// vertices at a time; a capsule that changed is tested only with the blocks that its surface
// crosses.
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
/// weights, and the counts. Lists are exactly the textbook's; distances differ from its own by a
/// few units in the last place of the coordinates.
void bind_all(const VertexBlocks& blocks, const Capsules& capsules, BoundRows& bound);

/// Updates `bound`, which was made (by either function) for `before`, to `after`, which has as many
/// joints. Rows that grow move to the end of the entries; if too many entries belong to no row,
/// then all rows are packed, which moves unchanged rows too. `touched`: source vertices whose
/// joints or weights are new, ascending. Rows (but for where they stand), weights and counts are,
/// bit for bit, those of bind_all() for `after`. Rows of copies, if `bound` has them behind those
/// of the source vertices, are left as they are and must be made anew.
void bind_changed(const VertexBlocks& blocks, const Capsules& before, const Capsules& after,
                  BoundRows& bound, std::vector<std::uint32_t>& touched);

}  // namespace marrow::fast
