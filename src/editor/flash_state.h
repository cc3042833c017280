#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// The parts that an undone or redone step changed, while they flash. No ImGui, no GL.
struct Flash {
  std::vector<Id> ids;  ///< joints and nodes
  double begun = -1e9;  ///< seconds of the app's clock
  Scene seen;           ///< the scene of the last frame outside a drag, to compare with
  std::size_t step = 0, steps = 0;
};

}  // namespace marrow
