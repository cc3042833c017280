// The range-of-motion sheet without its window: joints to try, order of tiles, clicks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "editor/editor.h"
#include "platform/background_job.h"
#include "rig/measure/range_of_motion.h"

namespace marrow {

/// An edit that was tried on a copy of the scene.
struct TriedCure {
  std::string words;  ///< "Fit all radii"
  Operation step;
  double score = 0.0;  ///< score of the sheet after the edit
};

/// The range-of-motion sheet while its window is open. Joints are tried a few per frame, then cures
/// in the background.
struct SheetState {
  bool is_open = false;
  Id skeleton = kNoId;
  std::uint64_t revision = 0;        ///< the document's when the trials began
  std::size_t next_joint = 0;        ///< the next joint to try
  std::vector<JointTrial> trials{};  ///< worst first
  /// The score of the last complete sheet of this skeleton and pose, before an edit.
  std::optional<double> score_before{};
  double score = 0.0;  ///< score of `trials`, once all joints are tried
  /// Ul of each joint at the start of trials. Scores of different poses cannot be compared.
  std::vector<glm::mat4> pose{};
  std::optional<std::string> wants_png{};  ///< file to write the sheet to, once complete
  platform::BackgroundJob<std::vector<TriedCure>> trial{};
  bool has_tried_cures = false;    ///< `trial` was begun for this revision
  std::vector<TriedCure> tried{};  ///< results of the trials
};

/// Opens the shown skeleton's sheet. Refused with a toast during a drag or if there are no joints.
void open_sheet(Session& session, SheetState& sheet);
/// Tries further joints for about `milliseconds` (at least one joint) and keeps the trials sorted;
/// once all are tried, begins to try cures. Joints that move no vertex have no trial. `deformer`
/// and `measures` belong to the sheet.
void advance_sheet(Session& session, SheetState& sheet, Deformer& deformer, Measures& measures,
                   double milliseconds);
/// True if all joints were tried.
bool sheet_is_done(const Session& session, const SheetState& sheet);
/// Share of joints tried, 0 to 1.
float sheet_progress(const Session& session, const SheetState& sheet);

/// Summary of the joints tried so far.
TrialSummary sheet_summary(const Session& session, const SheetState& sheet);
/// "Score 62 of 100 (was 48) ...", with the score before the last edit if known.
std::string sheet_words(const Session& session, const SheetState& sheet);
/// Tries the fit to the range of motion in the background. Needs the engine and a complete sheet.
void try_thorough_fit(Session& session, SheetState& sheet);
/// The tried cure with the highest score; nullptr if its rounded score is not above the sheet's.
const TriedCure* offered_cure(const SheetState& sheet);
/// "Fit all radii: 49 -> 61", with an arrow.
std::string offer_words(const SheetState& sheet, const TriedCure& cure);
/// Performs the offered cure as one step; the sheet then tries all joints again.
void cure_sheet(Session& session, SheetState& sheet);

/// Closes the sheet, selects the joint, poses it as in the trial (one step) and opens the Bench.
void go_to_trial(Editor& editor, const JointTrial& trial);

/// "forearm.L  twist -90"
std::string trial_title(const Scene& scene, const JointTrial& trial);

void on_document_replaced(SheetState& sheet);

}  // namespace marrow
