// The window "Fit thoroughly": a job finds radii, falloff and distance, the swipe view compares
// them with the document, and Apply is one step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/growing_list.h"
#include "editor/editor.h"
#include "platform/background_job.h"
#include "rig/fit/fit_report.h"

namespace marrow {

struct CapsuleFitChoices {
  FitTo to = FitTo::weights;
  bool tapers = false;
  std::optional<Falloff> falloff{};  ///< none: each is tried
  std::optional<Metric> metric{};    ///< none: each is tried
  std::size_t motion = 0;            ///< index into Scene::motions
  bool only_selected = false;        ///< keeps other joints, the falloff and the distance
  bool operator==(const CapsuleFitChoices&) const = default;
};

struct FoundCapsules {
  CapsuleFit fit;
  std::vector<FitMeasure> measures;
};

struct CapsuleFitState {
  bool is_open = false;
  bool wants_focus = false;
  CapsuleFitChoices choices;
  bool shows_both = true;  ///< the swipe view shows before and after

  /// Inputs of the job.
  struct MadeOf {
    Id skeleton = kNoId;
    std::uint64_t commits = 0;
    CapsuleFitChoices choices;
    std::vector<Id> joints;  ///< to fit; empty: all
    bool operator==(const MadeOf&) const = default;
  } made_of;
  platform::BackgroundJob<FoundCapsules> job;       ///< works on a copy of the scene
  std::shared_ptr<const GrowingList<float>> curve;  ///< the job's error so far
  bool had_ended = false;                           ///< the job was done in the last frame
  int frames_to_settle = 0;  ///< frames to draw until the window has its size
  bool is_compared = false;  ///< the swipe view was opened for the result of this job
};

/// Why the capsules cannot be fitted to the chosen target, in a sentence; empty if they can.
std::string why_no_capsule_fit(const Session& session, const CapsuleFitState& state);

void open_capsule_fit(Editor& editor);
/// Also stops the job. Returns true if the window was open.
bool close_capsule_fit(Editor& editor);
void start_capsule_fit(Editor& editor);
/// Drops the job and its result.
void stop_capsule_fit(Editor& editor);
/// Call once per frame. Shows the result next to the document while the window is open.
void update_capsule_fit(Editor& editor);
/// Applies the result to the document as one step. Returns false if refused.
bool apply_capsule_fit(Editor& editor);
void on_document_replaced(CapsuleFitState& state);

}  // namespace marrow
