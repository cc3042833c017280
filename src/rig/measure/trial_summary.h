// The range-of-motion sheet in one line: how many joints are poor, a total, what is left and what
// would cure it.
#pragma once

#include <string>
#include <vector>

#include "rig/measure/range_of_motion.h"

namespace marrow {

struct TrialSummary {
  std::size_t joints = 0, good = 0, fair = 0, poor = 0;
  /// Mean of the joints' scores, 0 to 100. A joint's is 100 / (1 + badness of its worst meter): 100
  /// where nothing changes, 50 where poor begins. A tear weighs more than what linear blending
  /// takes from every bend, so mending it shows.
  double score = 100.0;
  std::string left;  ///< what spoils most of the poor joints (without any, of the fair ones), and
                     ///< what would cure it; empty when all are good
  Advice::Cure cure = Advice::Cure::none;  ///< that can be done at once, on the whole skeleton
};

/// `uncovered`: vertices that no joint of the skeleton holds; `has_capsules`: radii and falloff
/// have an effect.
TrialSummary summary_of(const std::vector<JointTrial>& trials, const Skeleton& skeleton,
                        std::size_t uncovered, bool has_capsules);

/// "Score 62 of 100 · 21 joints: 3 poor, 8 fair, 10 good".
std::string summary_words(const TrialSummary& summary);

}  // namespace marrow
