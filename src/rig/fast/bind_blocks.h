// Finds the capsules that hold a vertex without testing all pairs. Blocks of nearby vertices are
// tested against the few capsules near them, eight vertices at a time. A changed capsule is tested
// only against the blocks that its surface crosses.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "rig/engine.h"
#include "rig/fast/capsule_table.h"
#include "rig/fast/vertex_blocks.h"

namespace marrow::fast {

Capsules capsules_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind);

/// Writes rows of all source vertices (bound.influences gets `vertices` rows, without copies),
/// weights and counts. Lists are exactly the textbook's; distances differ by a few ulp of the
/// coordinates.
void bind_all(const VertexBlocks& blocks, const Capsules& capsules, BoundRows& bound);

/// Updates `bound`, the result of either function for `before`, to `after`, which has as many
/// joints. Rows that grow move to the end of the entries. If too many entries are unused, all rows
/// are packed, which moves unchanged rows too. `touched`: source vertices with new joints or
/// weights, ascending. Apart from the places of rows, the result is, bit for bit, that of
/// bind_all() for `after`. Rows of copies behind the source vertices are not updated; the caller
/// must do that.
void bind_changed(const VertexBlocks& blocks, const Capsules& before, const Capsules& after,
                  BoundRows& bound, std::vector<std::uint32_t>& touched);

}  // namespace marrow::fast
