// Auto-fit: radii from the mesh, one undo step, and a sentence that says what happened. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"

namespace marrow {

struct AutoFitResult {
  bool is_done = false;  ///< false: refused, or there was nothing to fit; `text` says why
  std::size_t fitted =
      0;  ///< joints whose radius came from their skin (those without skin keep theirs)
  std::size_t widened =
      0;  ///< joints that were given more than their fit, to take what was still uncovered
  std::uint32_t uncovered = 0;  ///< vertices left
  std::string text;             ///< for the user
};

/// Gives the selected joints the radius that fits their skin; partners follow while symmetry is on.
AutoFitResult fit_selected(Session& session);
/// Fits all joints of all skeletons. What stays uncovered goes to the nearest bone unless it
/// bleeds.
AutoFitResult fit_everything(Session& session);

/// Key A: the selected joints, or all when none is selected; a toast says the result.
void auto_fit(Session& session);

/// Gives the selected joints capsules with a radius at each end that fit their skin, or, where all
/// are tapered, one radius again: the larger one. One step; a toast says the result.
void taper(Session& session);
void auto_fit_all(Session& session);

}  // namespace marrow
