// Auto-fit: radii that fit the mesh, as one undo step, with a sentence about the result.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"
#include "platform/background_job.h"

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

/// The radii that an Auto-fit changes, both sides included.
struct FittedRadii {
  op::SetRadius radii;
  AutoFitResult result;
};

/// Auto-fit of a large mesh, in the background.
struct AutoFitJob {
  platform::BackgroundJob<FittedRadii> job;  ///< on a copy of the scene
  Scene from;          ///< the scene that was copied; after an edit the result is not wanted
  double began = 0.0;  ///< seconds of the app's clock
};

/// Key A: fits the selected joints, or all if none is selected. A toast reports the result.
void auto_fit(Session& session, AutoFitJob& state);
void auto_fit_all(Session& session, AutoFitJob& state);
/// Once per frame: applies a finished fit as one step, or drops it after an edit. True if it ended.
bool advance_auto_fit(Session& session, AutoFitJob& state);
void cancel_auto_fit(Session& session, AutoFitJob& state);

/// Fits tapered capsules to the skin of the selected joints. If all are tapered already, gives each
/// one radius again, the larger one. One step; a toast reports the result.
void taper(Session& session);

}  // namespace marrow
