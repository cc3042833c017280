#pragma once

#include <memory>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// The effect of one radius of a joint, everything else unchanged.
struct SweepPoint {
  float radius = 0.0f;   ///< of a tapered capsule at its larger end; its shape is kept
  float covered = 0.0f;  ///< share of the skeleton's vertices that some joint holds
  float shared = 0.0f;   ///< share of the joint's captured vertices that another joint holds too
  float volume = 1.0f;   ///< Meters::volume of the joint in the present pose; 1 where there is
                         ///< nothing to measure
  float step = 0.0f;     ///< Meters::step of the joint; 0 where there is nothing to measure
};

/// The curves over the radius, computed a few points at a time so that the window stays responsive.
class Sweep {
 public:
  Sweep();
  ~Sweep();
  Sweep(Sweep&&) noexcept;
  Sweep& operator=(Sweep&&) noexcept;

  /// Starts again if the joint, or anything but its own radius, differs (by value) from the present
  /// curves' input. Computes no point, so it may be called each frame. Radii: high * k / (points -
  /// 1), from 0 to `high` >= 0, `points` of them (2..256). `deformer` is up to date with the scene;
  /// a copy of it is used. Without such a joint there are no points and it is done.
  void aim(const Scene& scene, const Deformer& deformer, Id joint, float high, int points);
  /// Computes for about `milliseconds` (at least one point); false when complete. Pointless during
  /// other drags.
  bool advance(double milliseconds);
  const std::vector<SweepPoint>& points() const;  ///< those computed so far, by rising radius
  float high() const;
  bool is_done() const;
  Id joint() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
