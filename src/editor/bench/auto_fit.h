// Auto-fit: radii that fit the mesh, as one undo step, with a sentence about the result.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"

namespace marrow {

struct AutoFitResult {
  bool is_done = false;     ///< false: refused or nothing to fit; `text` has the reason
  std::size_t fitted = 0;   ///< joints fitted to their skin; joints without skin keep their radius
  std::size_t widened = 0;  ///< joints with more than their fit, to cover vertices left over
  std::uint32_t uncovered = 0;  ///< vertices still uncovered
  std::string text;             ///< for the user
};

/// Fits the radii of the selected joints to their skin, and of their partners if editing is
/// symmetric.
AutoFitResult fit_selected(Session& session);
/// Fits all joints of all skeletons. Then widens bones to cover vertices left over, unless that
/// makes them bleed more.
AutoFitResult fit_everything(Session& session);

/// Fits tapered capsules to the skin of the selected joints. If all are tapered already, gives each
/// one radius again, the larger one. One step; a toast reports the result.
void taper(Session& session);

}  // namespace marrow
