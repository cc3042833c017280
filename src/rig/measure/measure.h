// Measures a rig for the bench: volume, thickness, stretch and weight jumps of the deformed mesh,
// uncovered vertices, bleeding, and radii that fit. Reads a Deformer; changes no scene. Lengths and
// radii are in skeleton units, vertices are source vertices.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "rig/bones.h"
#include "rig/measure/findings.h"
#include "rig/skinning/deformer.h"
#include "scene/connectivity.h"

namespace marrow {

/// Measures of a deformer that is up to date. A result is computed at the first call, and again
/// only after its input changed (compared by the deformer's revisions or by value). So a call in an
/// unchanged frame costs a comparison, and a drag of one radius recomputes only results that depend
/// on it.
class Measures {
 public:
  Measures();
  ~Measures();
  Measures(Measures&&) noexcept;
  Measures& operator=(Measures&&) noexcept;

  /// With `may_be_old` (during a drag) the last result is returned if there is one.
  enum class Freshness { current, may_be_old };
  /// Sets the input and computes nothing. Scene and deformer must outlive the calls below; call
  /// update() again after either changed.
  void update(const Scene& scene, const Deformer& deformer, Freshness wanted = Freshness::current);
  /// True if some result since the last update() with Freshness::current was an old one.
  bool gave_old_results() const;

  // For an unknown id the result is empty. References are valid until the next update().
  const Meters& model(Id skeleton);
  const Meters& joint(Id joint);
  /// Meters::follows alone. Unlike the other meters it does not depend on the pose.
  Meter follows(Id joint);
  /// Advice on a joint or, given the id of a skeleton's node, on the whole model
  /// (rig/measure/advice.h).
  Advice advice(Id joint);
  /// For each joint, in joint order: the radius (tapered: at the larger end) with which its capsule
  /// would hold all of an island. A bone farther away may have to grow less than the nearest.
  std::vector<float> needed_radii(const Island& island);
  const std::vector<Island>& islands(Id skeleton);  ///< largest first
  const Bleed& bleed(Id joint);
  Fit fit(Id joint);
  /// In joint order. Fits that bleed get smaller radii, if necessary below Fit::percentile, but not
  /// so small that a released vertex would be uncovered or the joint would move less than a quarter
  /// of its own skin (or nine tenths of what it moves with the radius of fit(), if that is less).
  std::vector<Fit> fit_all(Id skeleton);
  /// The capsule, tapered in either direction, that fits the joint's skin with the smallest mean
  /// radius over that skin. Its two radii differ at most by a factor of 8. The present radii if the
  /// joint has no own skin. Computed at each call.
  Radii tapered_fit(Id joint);
  const Connectivity& connectivity(Id mesh);
  const NearestBones& nearest(Id mesh);

  double total_ms() const;  ///< spent in all calls so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Vertices of one joint's skin that another joint's capsule holds wrongly (see Bleed).
struct BleedingPair {
  std::size_t capsule_joint = 0;
  std::size_t skin_joint = 0;     ///< its bone is the nearest to the vertices
  std::uint32_t vertices = 0;     ///< their number
  bool is_between_limbs = false;  ///< neither joint is an ancestor of the other
  bool operator==(const BleedingPair&) const = default;
};

/// Sorted by vertices, most first. `measures` must be up to date with the scene.
std::vector<BleedingPair> bleeding_pairs(const Skeleton& skeleton, Measures& measures);

}  // namespace marrow
