// Edits of what a scene has once: the camera move for films, and springs.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

struct SetCameraMove {
  std::optional<CameraMove> move{};  ///< none: removes it

  MARROW_OPERATION(SetCameraMove);
  Locks locks(const Scene&) const { return {}; }
};

/// Replaces all of the scene's springs.
struct SetSprings {
  std::optional<Springs> springs{};  ///< none or empty: removes the springs
  std::string what{};                ///< the step's name: "Stiffness of tail"

  MARROW_OPERATION(SetSprings);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op
