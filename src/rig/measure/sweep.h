// Curves over a radius: the effect of each of its values.
#pragma once

#include <memory>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// The effect of one radius of a joint, everything else unchanged.
struct SweepPoint {
  float radius = 0.0f;
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

  /// Starts again if the joint, or anything but the joint's own radius, differs (by value) from the
  /// input of the present curves; otherwise keeps them. Computes no point, so it may be called each
  /// frame. The radii are high * k / (points - 1): from 0 to `high` >= 0, `points` of them
  /// (2..256). `deformer` is up to date with the scene; its functions are used, on a copy. If the
  /// joint does not exist, then there are no points and it is done.
  void aim(const Scene& scene, const Deformer& deformer, Id joint, float high, int points);
  /// Computes for about `milliseconds` (at least one point); false if all points are there.
  /// Pointless while something else is being dragged.
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
