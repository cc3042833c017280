#pragma once

#include <memory>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// The effect of one radius of a joint, with everything else unchanged.
struct SweepPoint {
  float radius = 0.0f;   ///< tapered: at the larger end; the shape is kept
  float covered = 0.0f;  ///< share of the skeleton's vertices that some joint holds
  float shared = 0.0f;   ///< share of the joint's captured vertices that another joint holds too
  float volume = 1.0f;   ///< Meters::volume of the joint in the present pose; 1 if not measured
  float weight_jump = 0.0f;  ///< Meters::weight_jump of the joint; 0 if not measured
};

/// Curves over the radius, computed a few points at a time so that the window stays responsive.
class Sweep {
 public:
  Sweep();
  ~Sweep();
  Sweep(Sweep&&) noexcept;
  Sweep& operator=(Sweep&&) noexcept;

  /// Restarts if the joint, or anything except its own radius, differs (by value) from the input of
  /// the present curves. Computes no point, so it may be called each frame. Radii: high * k /
  /// (points - 1), from 0 to `high` >= 0; `points`: 2 to 256. `deformer` must be up to date with
  /// the scene; it is copied. Without such a joint there are no points and the sweep is done.
  void aim(const Scene& scene, const Deformer& deformer, Id joint, float high, int points);
  /// Computes for about `milliseconds` (at least one point); returns false when complete. Not
  /// useful during other drags, which restart the sweep.
  bool advance(double milliseconds);
  const std::vector<SweepPoint>& points() const;  ///< computed so far, by ascending radius
  float high() const;
  bool is_done() const;
  Id joint() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
