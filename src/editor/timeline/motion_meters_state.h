// Meters over the chosen motion, measured beside the window. No ImGui.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "base/growing_list.h"
#include "platform/background_job.h"
#include "rig/measure/motion_trial.h"
#include "scene/scene.h"

namespace marrow {

struct MotionMetersState {
  bool is_open = false;                         ///< the strips are shown in place of the rows
  platform::BackgroundJob<std::monostate> job;  ///< on a copy of the scene; appends to `measured`
  std::shared_ptr<const GrowingList<MotionSample>> measured;
  std::vector<MotionSample> samples;  ///< those taken from it so far, by time
  std::vector<WorstOfMotion> worst;   ///< of each joint, the worst first

  /// What they are of.
  struct MadeOf {
    std::shared_ptr<const Motion> motion;
    Id skeleton = kNoId;
    std::uint64_t commits = 0;
    bool operator==(const MadeOf&) const = default;
  } made_of;
};

}  // namespace marrow
