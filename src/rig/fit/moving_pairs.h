// Pairs of vertices and bones (fit_rig.h) whose bones move.
#pragma once

#include <memory>
#include <vector>

#include "rig/fit/fit_rig.h"

namespace marrow {

/// The pairs stay those of the bones at the beginning; distances and places are those of the bones
/// now. Distances through the body are rough ones.
class MovingPairs {
 public:
  /// `reaches`: as of fit_pairs(), for the bones at the beginning and where they may go. Must not
  /// outlive `rig`.
  MovingPairs(const FitRig& rig, Metric metric, std::vector<float> reaches, std::size_t most_pairs);

  const FitPairs& pairs() const { return pairs_; }
  const std::vector<Bone>& bones() const { return bones_; }
  /// Works out again what the bones that changed need.
  void move(std::vector<Bone> bones);

 private:
  void measure(std::size_t joint);

  const FitRig& rig_;
  std::vector<float> reaches_;
  std::vector<Bone> bones_;
  FitPairs pairs_;
  std::unique_ptr<const Body> body_;  ///< none: straight distances
  BoneFields fields_;
};

}  // namespace marrow
