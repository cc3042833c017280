#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// What an undone or redone step changed, while it flashes. No ImGui, no GL.
struct Flash {
  std::vector<Id> ids;  ///< joints and nodes
  double begun = -1e9;  ///< seconds of the app's clock
  Scene seen;           ///< the scene of the last frame outside a drag, to compare with
  std::size_t step = 0, steps = 0;
};

}  // namespace marrow
