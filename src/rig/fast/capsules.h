// Finds the capsules that hold a vertex without testing all pairs. Blocks of close vertices are
// tested with the few capsules near them, eight vertices at a time; a changed capsule is tested
// only with the blocks that its surface crosses.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/engine.h"
#include "rig/fast/capsule_table.h"
#include "rig/fast/vertex_blocks.h"

namespace marrow::fast {

Capsules capsules_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind);

/// The rows of all source vertices (bound.influences gets `vertices` rows, no copies), weights and
/// counts. Lists are exactly the textbook's; distances differ by a few ulp of the coordinates.
void bind_all(const VertexBlocks& blocks, const Capsules& capsules, BoundRows& bound);

/// Updates `bound`, made by either function for `before`, to `after`, with as many joints. Rows
/// that grow move to the end of the entries; with too many unused entries all rows are packed,
/// which moves unchanged rows too. `touched`: source vertices with new joints or weights,
/// ascending. Rows (but for their places), weights and counts are, bit for bit, those of bind_all()
/// for `after`. Rows of copies behind those of the source vertices stay and must be remade.
void bind_changed(const VertexBlocks& blocks, const Capsules& before, const Capsules& after,
                  BoundRows& bound, std::vector<std::uint32_t>& touched);

}  // namespace marrow::fast
