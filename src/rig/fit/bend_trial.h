// Measures how badly joints bend under one set of capsules; used by fits to meters.
#pragma once

#include <memory>
#include <vector>

#include "rig/fit/fit.h"
#include "rig/measure/motion_trial.h"

namespace marrow {

/// Capsules and the meters measured with them, per joint.
struct BendTrial {
  CapsuleSettings capsules;
  std::vector<double> badness;          ///< one per joint, NaN: not measured
  std::vector<double> follows;          ///< Meters::follows, one per joint; NaN: no own skin
  std::vector<std::uint32_t> bleeding;  ///< numbers of vertices, one per joint
  std::size_t uncovered = 0;
  BendScore score;
};

/// Tries capsules of one skeleton over the range of motion or over a motion.
class BendTrials {
 public:
  /// Makes the skeleton's meshes follow its capsules. `motion` nullptr: tries the range of motion.
  BendTrials(const Scene& scene, Id skeleton, const Motion* motion, std::size_t most_times);

  const Skeleton& skeleton() const { return *skeleton_; }
  /// Tries every joint. `from` and `to`: progress at the beginning and at the end. nullopt if
  /// `progress` stopped it.
  std::optional<BendTrial> whole(const CapsuleSettings& capsules, double from, double to,
                                 const ProgressCallback& progress);
  /// `trial` with other capsules for these joints. Without a motion, measures only them, their
  /// parents and children, and joints that share vertices with them.
  BendTrial changed(const BendTrial& trial, const std::vector<int>& joints,
                    CapsuleSettings capsules);

  /// These capsules with radii that fit the joints' own skin. Joints that are locked or without own
  /// skin keep their radii.
  CapsuleSettings fitted(const CapsuleSettings& capsules);
  /// An uncovered island: for each joint, the radius that would hold all of it.
  struct Gap {
    std::vector<float> needed;
  };
  std::vector<Gap> gaps(const CapsuleSettings& capsules);

 private:
  /// One per thread.
  struct Bench {
    Deformer deformer = Deformer::with(tasks_of(Backend::fast));
    Measures measures;
  };
  Scene scene_with(const CapsuleSettings& capsules) const;
  std::vector<int> touched_by(const Scene& scene, const std::vector<int>& joints);
  void try_joints(const Scene& scene, const std::vector<int>& joints, BendTrial& trial);
  void try_times(const Scene& scene, BendTrial& trial);
  void count_holes(const Scene& scene, const std::vector<int>& joints, BendTrial& trial);
  void sum_up(BendTrial& trial) const;

  Scene scene_;
  Id node_;
  std::shared_ptr<const Skeleton> skeleton_;
  const Motion* motion_;
  std::vector<float> times_;
  std::vector<std::unique_ptr<Bench>> benches_;
  std::size_t vertices_ = 0;
};

}  // namespace marrow
