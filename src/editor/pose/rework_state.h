// A motion being made from another one, while its window is open. No ImGui.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edit/motions/bake_springs.h"
#include "edit/motions/hold.h"
#include "edit/motions/mix.h"
#include "platform/background_job.h"
#include "scene/scene.h"

namespace marrow {

enum class Rework { simplify, retime, travel, feet, hold, springs, pins, mix };

struct ReworkChoices {
  Rework what = Rework::simplify;
  float tolerance = 0.001f;       ///< simplify: world units
  std::vector<glm::dvec2> curve;  ///< retime: sound_points() of edit/motions/retime.h
  bool on_node = false;           ///< travel: the node goes the way; otherwise nothing does
  ContactLimits contacts;         ///< feet
  float hold_fade = 0.1f;         ///< feet, hold: seconds
  Hold hold;                      ///< hold: the active joint, in the range that is repeated
  HeldWhere held_where = HeldWhere::begin;  ///< hold: not the mean
  SpringBake springs;
  Mix mix;
  std::size_t other = 0;  ///< mix: the second motion, index into Scene::motions
  bool operator==(const ReworkChoices&) const = default;
};

struct ReworkResult {
  std::shared_ptr<const Motion> motion;  ///< nullptr: `problem` says why
  std::string words;                     ///< what became of it, a sentence
  std::string problem;
};

struct ReworkDialog {
  ReworkChoices choices;
  bool only_limb = false;  ///< mix: of the active joint and those below it
  bool as_new = false;     ///< another motion, not this one changed
  bool is_shown = true;    ///< the picture shows what is made, at the motion's time
  bool wants_focus = true;
  float size = 1.0f;    ///< figure_size() of the motion
  int held_point = -1;  ///< of the curve, in hand
  int point = 1;        ///< of the curve, whose numbers are shown

  /// What the job is of.
  struct MadeOf {
    std::shared_ptr<const Motion> motion;
    std::uint64_t commits = 0;
    ReworkChoices choices;
    bool operator==(const MadeOf&) const = default;
  } made_of;
  double changed_at = 0.0;  ///< seconds of the app's clock: the job begins a moment later
  platform::BackgroundJob<ReworkResult> job;  ///< on a copy of the scene
  std::shared_ptr<const Motion> last;  ///< made before: it is shown until the next one is there

  /// By what is chosen now; nullptr while it is being made.
  const ReworkResult* result() const { return job.result(); }
  /// Why there is no motion; empty while it is being made.
  std::string problem() const { return result() != nullptr ? result()->problem : job.problem(); }
  /// What the picture is to show in place of the motion; nullptr: that one itself.
  std::shared_ptr<const Motion> shown() const {
    if (!is_shown) return nullptr;
    return result() != nullptr ? result()->motion : last;
  }
};

}  // namespace marrow
