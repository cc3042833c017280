// Flexes and twists each joint from the present pose and reads the meters: where does the rig
// break?
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/progress.h"
#include "rig/measure/measure.h"

namespace marrow {

/// One trial: a rotation in the joint's own frame on top of its user transform (Ul' = R Ul).
struct JointMotion {
  Id joint = kNoId;
  std::string name;  ///< "flex +90", "twist -90"
  glm::mat4 user_local{1.0f};
};

/// Flex +90 and -90 degrees about the joint's x or z axis, whichever is farther from the bone;
/// twist +90 and -90 about the bone (y if it has no length). Precondition: `joint` is in range.
std::vector<JointMotion> motions_of(const Skeleton& skeleton, std::size_t joint);

/// Where poor begins after a quarter turn, which strains skin more than most poses: change of
/// volume, loss of thickness, growth of an edge (1: twice as long), jump of a weight, share of the
/// turn that does not reach the skin. They are equal for all falloffs, so that scores can be
/// compared: linear blending with fitting capsules reaches them under a falloff that fades; one
/// that jumps at the capsule's surface (inverse) tears there however good the radii are
/// (rig/README.md).
struct TrialLimits {
  double volume = 0.4, thickness = 0.5, stretch = 8.0, weight_jump = 0.45, stays = 0.75;
};
inline constexpr TrialLimits kTrialLimits;

/// Good up to 0.4 of a limit, fair up to the limit; unknown for NaN.
Band band_of(double badness);
/// The meters with bands by kTrialLimits.
Meters graded(Meters meters);

struct JointTrial {
  Id joint = kNoId;
  JointMotion worst;      ///< the motion with the highest badness; the first of equal ones
  Meters meters;          ///< the joint's, in that motion; see graded()
  double badness = 0.0;   ///< see badness_of()
  std::string complaint;  ///< see complaint_of()
  int decides = -1;       ///< the decisive meter, 0 to 4 in the order of lines_of(), or -1
  EdgePlace where;        ///< see where_of()
};

/// The largest of the five meters' ratios to their limits. Never negative; poor from 1 on. Ignores
/// unknown meters.
double badness_of(const Meters& meters);
/// The decisive meter in words: "thickness 0.42". Empty if nothing is measured.
std::string complaint_of(const Meters& meters);
/// 0 to 100 for one joint: 100 if nothing changes, 50 where poor begins; times follows / 0.9 if
/// `follows` is below 0.9 (NaN: 1). Without that factor a joint that moves nothing would score
/// best.
double trial_score(double badness, double follows);
/// The decisive meter's edge; none for volume and follows.
EdgePlace where_of(const Meters& meters);
/// The five meters with bands: "volume 82.0 %", "thickness 0.42", "stretch 5.2×",
/// "weight jump 0.40", "follows 0.91"; a dash: unknown.
std::vector<std::pair<std::string, Band>> lines_of(const Meters& meters);

/// The scene with the joint moved; unchanged if the joint does not exist.
Scene moved(const Scene& scene, const JointMotion& motion);

/// One joint's trials. Does not change `scene`; leaves `deformer` and `measures` at the last
/// motion. Moves and measures nothing if there is no such joint.
JointTrial try_joint(const Scene& scene, Id skeleton, std::size_t joint, Deformer& deformer,
                     Measures& measures);

/// True if the joint has own skin (own_skin.h), so that it should move skin even if it holds none.
/// Brings `deformer` and `measures` to the scene.
bool owns_skin(const Scene& scene, Id joint, Deformer& deformer, Measures& measures);

/// All joints that should move skin: they hold a vertex or have skin of their own. Worst first
/// (equal ones in joint order). Empty for a node without a skeleton. Calls `progress` before each
/// joint; if it stops, returns the trials so far.
std::vector<JointTrial> range_of_motion(const Scene& scene, Id skeleton, const Tasks& tasks,
                                        const ProgressCallback& progress = {});

// ---- The trials of a skeleton in one line

struct TrialSummary {
  std::size_t joints = 0, good = 0, fair = 0, poor = 0;
  /// Mean of the joints' trial_score(). A tear costs more than the loss that linear blending causes
  /// at every bend, so its repair shows.
  double score = 100.0;
  /// The main problem: uncovered vertices, else that of the poor joints, else that of the fair
  /// ones. Empty if all is good.
  std::string left;
  std::string remedy;  ///< an edit of the whole skeleton that usually helps; empty: none
};

/// `uncovered`: number of vertices that no joint of the skeleton holds; `has_capsules`: radii and
/// falloff have an effect.
TrialSummary summary_of(const std::vector<JointTrial>& trials, const Skeleton& skeleton,
                        std::size_t uncovered, bool has_capsules);

/// "Score 62 of 100 · 21 joints: 3 poor, 8 fair, 10 good".
std::string summary_words(const TrialSummary& summary);

}  // namespace marrow
