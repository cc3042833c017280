// What the meters mean and what to do about it, in words.
#pragma once

#include <functional>

#include "rig/measure/measured.h"

namespace marrow {

/// What advice is made of. Fits and bleeding are asked for only where they matter.
struct AdviceFacts {
  const MeasuredSkeleton* rig = nullptr;
  const std::vector<Island>* islands = nullptr;
  std::function<const Meters&(std::size_t joint)> meters;
  std::function<Fit(std::size_t joint)> fit;
  std::function<const Bleed&(std::size_t joint)> bleed;
};

/// About a joint: vertices that wait for it, then its worst meter, then what it holds wrongly.
Advice joint_advice(const AdviceFacts& facts, std::size_t joint);

/// About the whole: what nobody holds, then the joint whose worst meter is the worst.
Advice model_advice(const AdviceFacts& facts);

}  // namespace marrow
