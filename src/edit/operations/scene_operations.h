// Edits of what a scene has once: the camera move for films, springs, authors.
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

/// What a VRM file states about its model: io::AvatarMeta.
struct SetAvatar {
  std::string name{};
  std::vector<std::string> authors{};
  std::string license{};

  MARROW_OPERATION(SetAvatar);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op
