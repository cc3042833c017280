#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rig/measure/range_of_motion.h"

namespace marrow {

/// The range-of-motion sheet while its window is open: joints are tried a few at a time. No ImGui.
struct SheetState {
  bool is_open = false;
  Id skeleton = kNoId;
  std::uint64_t revision = 0;              ///< of the document, when it was begun
  std::size_t next_joint = 0;              ///< to be tried
  std::vector<JointTrial> trials{};        ///< worst first
  std::optional<std::string> wants_png{};  ///< path to write the sheet to, once all is done
};

}  // namespace marrow
