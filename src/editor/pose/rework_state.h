// State of the window "Change motion". No ImGui.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "edit/motions/bake_springs.h"
#include "edit/motions/hold.h"
#include "edit/motions/remade.h"
#include "platform/background_job.h"
#include "scene/scene.h"

namespace marrow {

enum class Rework { simplify, retime, travel, feet, hold, springs, pins, mix };

struct ReworkChoices {
  Rework what = Rework::simplify;
  float tolerance = 0.001f;       ///< simplify: world units
  std::vector<glm::dvec2> curve;  ///< retime: sound_points() of edit/motions/remade.h
  bool on_node = false;           ///< travel: moves the path to the node; otherwise removes it
  ContactLimits contacts;         ///< feet
  float hold_fade = 0.1f;         ///< feet, hold: seconds
  Hold hold;                      ///< hold: the active joint, in the loop's range
  HeldWhere held_where = HeldWhere::begin;  ///< hold: any but the mean
  SpringBake springs;
  Mix mix;
  std::size_t other = 0;  ///< mix: the second motion, index into Scene::motions
  bool operator==(const ReworkChoices&) const = default;
};

struct ReworkResult {
  std::shared_ptr<const Motion> motion;  ///< nullptr: see `problem`
  std::string words;                     ///< the result, a sentence
  std::string problem;
};

struct ReworkDialog {
  ReworkChoices choices;
  bool only_limb = false;  ///< mix: only the active joint and those below it
  bool as_new = false;     ///< adds a motion instead of changing this one
  bool is_shown = true;    ///< the picture shows the result at the motion's time
  bool wants_focus = true;
  float size = 1.0f;    ///< figure_size() of the motion
  int held_point = -1;  ///< the dragged point of the curve; -1: none
  int point = 1;        ///< the point of the curve whose numbers are shown

  /// Inputs of the job.
  struct MadeOf {
    std::shared_ptr<const Motion> motion;
    std::uint64_t commits = 0;
    ReworkChoices choices;
    bool operator==(const MadeOf&) const = default;
  } made_of;
  double changed_at = 0.0;  ///< seconds of the app's clock; the job begins a moment later
  platform::BackgroundJob<ReworkResult> job;  ///< works on a copy of the scene
  std::shared_ptr<const Motion> last;         ///< previous result: shown until the next one is done

  /// The result for the present choices; nullptr while the job runs.
  const ReworkResult* result() const { return job.result(); }
  /// Why there is no motion; empty while the job runs.
  std::string problem() const { return result() != nullptr ? result()->problem : job.problem(); }
  /// The motion to show in place of the chosen one; nullptr: the chosen one.
  std::shared_ptr<const Motion> shown() const {
    if (!is_shown) return nullptr;
    return result() != nullptr ? result()->motion : last;
  }
};

}  // namespace marrow
