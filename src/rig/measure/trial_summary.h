// The range-of-motion sheet in one line: number of poor joints, score, remaining problem and its
// cure.
#pragma once

#include <string>
#include <vector>

#include "rig/measure/range_of_motion.h"

namespace marrow {

struct TrialSummary {
  std::size_t joints = 0, good = 0, fair = 0, poor = 0;
  /// Mean of the joints' scores, 0 to 100. A joint's score is 100 / (1 + badness of its worst
  /// meter): 100 if nothing changes, 50 where poor begins. A tear counts more than the loss that
  /// linear blending causes at every bend, so that mending it shows.
  double score = 100.0;
  /// The main problem of the poor joints (if there is none: of the fair ones) and its cure. Empty
  /// if all are good.
  std::string left;
  Advice::Cure cure = Advice::Cure::none;  ///< can be applied at once, to the whole skeleton
};

/// `uncovered`: number of vertices that no joint of the skeleton holds; `has_capsules`: radii and
/// falloff have an effect.
TrialSummary summary_of(const std::vector<JointTrial>& trials, const Skeleton& skeleton,
                        std::size_t uncovered, bool has_capsules);

/// "Score 62 of 100 · 21 joints: 3 poor, 8 fair, 10 good".
std::string summary_words(const TrialSummary& summary);

}  // namespace marrow
