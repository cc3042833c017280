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
  std::uint64_t revision = 0;        ///< of the document, when it was begun
  std::size_t next_joint = 0;        ///< to be tried
  std::vector<JointTrial> trials{};  ///< worst first
  /// The total of the sheet that was complete before, of the same skeleton: what an edit did to it.
  std::optional<double> score_before{};
  double score = 0.0;  ///< of `trials`, once all is tried
  /// Ul of each joint, from which all was tried: of another pose totals cannot be compared.
  std::vector<glm::mat4> pose{};
  std::optional<std::string> wants_png{};  ///< path to write the sheet to, once all is done
};

}  // namespace marrow
