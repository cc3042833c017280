#pragma once

#include "editor/editor.h"

namespace marrow {

/// The skeleton whose poses the shelf holds, nullptr when the scene has none; keeps to the last one
/// that panels showed.
const Skeleton* shelf_skeleton(const Editor& editor);

}  // namespace marrow
