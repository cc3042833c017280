// Chains that swing.
#pragma once

#include <optional>
#include <string>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// The scene's springs as a whole.
struct SetSprings {
  std::optional<Springs> springs{};  ///< none, or one without anything in it: they are taken out
  std::string what{};                ///< the step's name: "Stiffness of tail"

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetSprings&) const = default;
};

}  // namespace marrow::op
