// Slow work on capsules of large meshes, in the background: the quick fit, and distances through
// the body (the picture shows straight distances until these are measured).
#pragma once

#include <memory>

#include "editor/bench/fit_radii.h"
#include "platform/background_job.h"
#include "rig/body/body.h"

namespace marrow {

struct Editor;

struct BodyMeasuringState {
  platform::BackgroundJob<BodyMeasured> job;
  std::shared_ptr<const BodyRequest> request;  ///< input of the job; nullptr if there is none
  double began = 0.0;                          ///< seconds of the app's clock
  RadiiFitJob fit;
};

/// Call once per frame. Calls advance_fit(), begins the measuring that deformers wait for, drops a
/// measuring that they no longer need, and passes results to them. Returns true if a fit or a
/// measuring has ended.
bool advance_measuring(Editor& editor);
/// Drops the measuring.
void on_document_replaced(BodyMeasuringState& measuring);
/// True if a body is being measured or is to be measured, or if radii are being fitted.
bool is_measuring(const Editor& editor);
/// True if measuring has lasted long enough to show a card about it.
bool shows_measuring(const Editor& editor);
/// Cancels a fit if it is under way. Otherwise returns to straight distances: undoes the step that
/// chose distances through the body if it is the last one, else performs a new step. If only the
/// comparison needs these distances, ends the comparison instead.
void cancel_measuring(Editor& editor);

}  // namespace marrow
