// The skeleton of the shelf.
#pragma once

#include "editor/session.h"

namespace marrow {

struct ShelfState;

/// The node of the skeleton that panels show or showed last; kNoId: none.
Id shelf_node(const Session& session, const ShelfState& shelf);
/// The skeleton of shelf_node(), nullptr when the scene has none.
const Skeleton* shelf_skeleton(const Session& session, const ShelfState& shelf);

}  // namespace marrow
