// Edits of what a scene has once: the camera move for films, and springs.
#pragma once

#include <optional>
#include <string>

#include "edit/operations/behavior.h"

namespace marrow::op {

struct SetCameraMove {
  std::optional<CameraMove> move{};  ///< none: removes it

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const SetCameraMove&) const = default;
};

/// Replaces all of the scene's springs.
struct SetSprings {
  std::optional<Springs> springs{};  ///< none or empty: removes the springs
  std::string what{};                ///< the step's name: "Stiffness of tail"

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const SetSprings&) const = default;
};

}  // namespace marrow::op
