// Explains meters in words and suggests remedies.
#pragma once

#include <functional>

#include "rig/measure/measured.h"

namespace marrow {

/// Input of advice. Fits and bleeding are computed only on demand.
struct AdviceFacts {
  const MeasuredSkeleton* rig = nullptr;
  const std::vector<Island>* islands = nullptr;
  std::function<const Meters&(std::size_t joint)> meters;
  std::function<Fit(std::size_t joint)> fit;
  std::function<const Bleed&(std::size_t joint)> bleed;
};

/// Advice on a joint: its uncovered vertices, else its worst meter, else bleeding.
Advice joint_advice(const AdviceFacts& facts, std::size_t joint);

/// Advice on the whole skeleton: uncovered vertices, else the joint with the worst meter.
Advice model_advice(const AdviceFacts& facts);

}  // namespace marrow
