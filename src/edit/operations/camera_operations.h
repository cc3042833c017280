// The camera move for films.
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

}  // namespace marrow::op
