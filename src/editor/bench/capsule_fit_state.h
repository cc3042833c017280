// Capsules being solved for, while the window "Fit the capsules" is open. No ImGui.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/growing_list.h"
#include "platform/background_job.h"
#include "rig/fit/fit_report.h"
#include "scene/scene.h"

namespace marrow {

struct CapsuleFitChoices {
  FitTo to = FitTo::weights;
  bool tapers = false;
  std::optional<Falloff> falloff{};  ///< none: each is tried
  std::optional<Metric> metric{};    ///< none: each is tried
  std::size_t motion = 0;            ///< index into Scene::motions
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
  bool shows_both = true;  ///< before and after, divided in the picture

  /// What the job is of.
  struct MadeOf {
    Id skeleton = kNoId;
    std::uint64_t commits = 0;
    CapsuleFitChoices choices;
    bool operator==(const MadeOf&) const = default;
  } made_of;
  platform::BackgroundJob<FoundCapsules> job;       ///< on a copy of the scene
  std::shared_ptr<const GrowingList<float>> curve;  ///< of the job's error so far
  bool had_ended = false;                           ///< the job, in the frame before
  int frames_to_settle = 0;
  bool is_compared = false;  ///< the swipe view was opened for what this job found
};

}  // namespace marrow
