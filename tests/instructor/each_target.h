// Each instruction set that the kernels are compiled for.
#pragma once

#include <cstdint>
#include <hwy/targets.h>
#include <vector>

namespace marrow::test {

/// Chooses the best available instruction set among `targets` until the end of the scope; 0: of
/// all.
struct OnlyTarget {
  explicit OnlyTarget(std::int64_t targets) { choose(targets); }
  ~OnlyTarget() { choose(0); }
  OnlyTarget(const OnlyTarget&) = delete;
  OnlyTarget& operator=(const OnlyTarget&) = delete;
  static void choose(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

inline std::vector<std::int64_t> all_targets() { return hwy::SupportedAndGeneratedTargets(); }

}  // namespace marrow::test
