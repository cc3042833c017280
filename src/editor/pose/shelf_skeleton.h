// Whose poses the shelf holds.
#pragma once

#include "editor/session.h"

namespace marrow {

struct ShelfState;

/// The skeleton's node that panels show, or the last one they showed; kNoId: none.
Id shelf_node(const Session& session, const ShelfState& shelf);
/// The skeleton whose poses the shelf holds, nullptr when the scene has none; keeps to the last one
/// that panels showed.
const Skeleton* shelf_skeleton(const Session& session, const ShelfState& shelf);

}  // namespace marrow
