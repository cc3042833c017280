// Auto-fit as the window does it: at once, or for large meshes in the background.
#pragma once

#include <memory>
#include <vector>

#include "editor/bench/auto_fit.h"
#include "platform/background_job.h"

namespace marrow {

/// The radii that an Auto-fit changes, both sides included.
struct FittedRadii {
  std::vector<Id> joints;
  std::vector<Radii> radii;
  AutoFitResult result;
};

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
/// Changes nothing.
void cancel_auto_fit(Session& session, AutoFitJob& state);

}  // namespace marrow
