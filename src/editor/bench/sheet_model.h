// The range-of-motion sheet without its window: joints to try, order of tiles, clicks. No GL.
#pragma once

#include "editor/session.h"
#include "rig/measure/range_of_motion.h"

namespace marrow {

struct Editor;

struct BenchState;
struct SheetState;

/// Opens the shown skeleton's sheet; refused in words during a drag or when there is nothing to
/// try.
void open_sheet(Session& session, SheetState& sheet);
/// Tries further joints for about `milliseconds` (at least one joint), keeps the trials in order.
/// Joints that move no vertex have none. `deformer` and `measures` are the sheet's own.
void advance_sheet(Session& session, SheetState& sheet, Deformer& deformer, Measures& measures,
                   double milliseconds);
bool sheet_is_done(const Session& session, const SheetState& sheet);  ///< all joints were tried
float sheet_progress(const Session& session, const SheetState& sheet);

/// Of what was tried. Its cure is for the sheet's skeleton.
TrialSummary sheet_summary(const Session& session, const SheetState& sheet);
/// "Score 62 of 100 (was 48) ...": with the total before the last change, once all is tried.
std::string sheet_words(const Session& session, const SheetState& sheet);
/// Does what the summary says would help, as one step; the sheet then tries all joints again.
void cure_sheet(Session& session, SheetState& sheet);

/// Closes the sheet, selects the joint, poses it as in the trial (one step) and opens the Bench.
void go_to_trial(Editor& editor, const JointTrial& trial);

/// "forearm.L  twist -90"
std::string trial_title(const Scene& scene, const JointTrial& trial);

void on_document_replaced(SheetState& sheet);

}  // namespace marrow
