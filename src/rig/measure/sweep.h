// The curves of a radius: what each value of it would do.
#pragma once

#include <memory>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// What one radius of a joint would do, everything else as it is now.
struct SweepPoint {
  float radius = 0.0f;
  float covered = 0.0f;  ///< share of the skeleton's vertices that some joint holds
  float shared = 0.0f;   ///< share of the joint's captured vertices that another joint holds too
  float volume = 1.0f;   ///< Meters::volume of the joint in the present pose; 1 where there is
                         ///< nothing to measure
  float step = 0.0f;     ///< Meters::step of the joint; 0 where there is nothing to measure
};

/// The curves over the radius, made a few points at a time so that the window stays alive.
class Sweep {
 public:
  Sweep();
  ~Sweep();
  Sweep(Sweep&&) noexcept;
  Sweep& operator=(Sweep&&) noexcept;

  /// Begins anew when the joint or anything but the joint's own radius differs (by value) from what
  /// the present curves were made of; otherwise keeps them. Computes no point, so it may be called
  /// each frame. The radii are high * k / (points - 1): from 0 to `high` >= 0, `points` of them
  /// (2..256). `deformer` is up to date with the scene; its functions are used, on a copy. A joint
  /// that is not there: no points, and done.
  void aim(const Scene& scene, const Deformer& deformer, Id joint, float high, int points);
  /// Computes for about `milliseconds` (at least one point); false when all are there. No use while
  /// something else is being dragged.
  bool advance(double milliseconds);
  const std::vector<SweepPoint>& points() const;  ///< those that are there, by rising radius
  float high() const;
  bool is_done() const;
  Id joint() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
