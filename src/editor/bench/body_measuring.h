// Distances through the body of large meshes, measured next to the window; the picture shows
// straight ones meanwhile. No ImGui.
#pragma once

#include <memory>

#include "platform/background_job.h"
#include "rig/body/body.h"

namespace marrow {

struct Editor;

struct BodyMeasuringState {
  platform::BackgroundJob<BodyMeasured> job;
  std::shared_ptr<const BodyRequest> request;  ///< what the job measures; nullptr: nothing
  double began = 0.0;                          ///< seconds of the app's clock
};

/// Once a frame: begins what the deformers wait for, drops what they no longer want, and gives them
/// what is measured. True when it did that.
bool advance_measuring(Editor& editor);
/// Drops what is being measured.
void on_document_replaced(BodyMeasuringState& measuring);
/// A body waits for being measured, or is being measured.
bool is_measuring(const Editor& editor);
/// Long enough for a card that says so.
bool shows_measuring(const Editor& editor);
/// Back to straight distances: undoes the step that asked for others, where that is the last one;
/// otherwise a step of its own. A comparison that asked for them ends.
void cancel_measuring(Editor& editor);

}  // namespace marrow
