// The range-of-motion sheet without its window: which joints are tried, in what order the tiles
// stand, what a click on one does. No ImGui, no GL.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// Opens the sheet of the shown skeleton; refused in words while something is dragged or when there
/// is nothing to try.
void open_sheet(Editor& editor);
/// Tries further joints for at most about `milliseconds` (at least one joint) and keeps the trials
/// in order. Joints that move no vertex have none. `deformer` and `measures` are the sheet's own:
/// the editor's stay as they are.
void advance_sheet(Editor& editor, Deformer& deformer, Measures& measures, double milliseconds);
bool sheet_is_done(const Editor& editor);  ///< all joints were tried
float sheet_progress(const Editor& editor);

/// Closes the sheet, selects the joint, poses it as in the trial (one step), brings it into view
/// and opens the Bench.
void go_to_trial(Editor& editor, const JointTrial& trial);

/// "forearm.L  twist -90"
std::string trial_title(const Scene& scene, const JointTrial& trial);

}  // namespace marrow
