// Fit: radii that fit the mesh, as one undo step, with a sentence about the result.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"
#include "platform/background_job.h"

namespace marrow {

struct RadiiFit {
  bool is_done = false;    ///< false: refused or nothing to fit; `text` has the reason
  std::size_t fitted = 0;  ///< joints fitted to their skin; joints without skin keep their radius
  std::uint32_t uncovered = 0;  ///< vertices still uncovered
  std::string text;             ///< for the user
};

/// Fits these joints (if empty, all unlocked joints of all skeletons) to their skin, and their
/// partners if editing is symmetric. Then widens joints to cover uncovered vertices, unless that
/// makes them bleed more. A fit of all joints also gives drawn joints the names of figure_names().
RadiiFit fit_radii(Session& session, const std::vector<Id>& joints);
/// fit_radii() with a toast. Returns false if refused.
bool fit_and_report(Session& session, const std::vector<Id>& joints);

/// What a fit changes, both sides included.
struct FittedRadii {
  op::SetRadius radii;
  op::RenameJoints names;
  RadiiFit result;
};

/// The fit of a large mesh, in the background.
struct RadiiFitJob {
  platform::BackgroundJob<FittedRadii> job;  ///< works on a copy of the scene
  Scene from;          ///< the scene that was copied; an edit of it drops the fit
  double began = 0.0;  ///< seconds of the app's clock
};

/// The quick fit of all buttons and keys: fit_and_report(), or a job above
/// Session::synchronous_work_limit.
void begin_fit(Session& session, RadiiFitJob& state, const std::vector<Id>& joints);
/// Once per frame: applies a finished fit as one step; drops it after an edit. True if ended.
bool advance_fit(Session& session, RadiiFitJob& state);
void cancel_fit(Session& session, RadiiFitJob& state);

/// False while bones are drawn on a mesh so large that its fit is a job: measuring each new bone
/// would delay the next one.
bool measures_active_joint(const Session& session);

/// Fits tapered capsules to the skin of the selected joints. If all are tapered already, gives each
/// a single radius again, its larger one. One step; a toast reports the result.
void taper(Session& session);

}  // namespace marrow
