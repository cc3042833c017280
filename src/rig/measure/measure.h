// Measures of a rig for the bench: state of the deformed mesh (volume, thickness, stretch,
// tears), uncovered vertices, bleeding, and radii that fit. Reads a Deformer; changes no scene.
// Lengths and radii are in skeleton units, vertices are source vertices.
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

/// Measures of a deformer that is up to date. Results are kept until their input changes (by the
/// deformer's revisions and by value), so calling every frame is free, and dragging one radius
/// recomputes only results that depend on it.
class Measures {
 public:
  Measures();
  ~Measures();
  Measures(Measures&&) noexcept;
  Measures& operator=(Measures&&) noexcept;

  /// Sets the input and computes nothing. Scene and deformer must outlive the calls below; call
  /// update() again after either changed. With Answer::may_be_old (during a drag) the last result
  /// is returned if there is one.
  enum class Answer { is_new, may_be_old };
  void update(const Scene& scene, const Deformer& deformer, Answer wanted = Answer::is_new);
  bool gave_old_answers() const;  ///< since the last update() with Answer::is_new

  // For an unknown id the result is empty. References are valid until the next update().
  const Meters& model(Id skeleton);
  const Meters& joint(Id joint);
  /// Meters::follows alone: it depends on no pose.
  Meter follows(Id joint);
  /// About the joint's worst meter. For a skeleton's node: about the model's.
  Advice advice(Id joint);
  /// For each joint, in joint order: the radius (tapered: at the larger end) with which it would
  /// hold all of an island. (The nearest bone's radius is not always the one that grows least.)
  std::vector<float> needed_radii(const Island& island);
  const std::vector<Island>& islands(Id skeleton);  ///< largest first
  const Bleed& bleed(Id joint);
  Fit fit(Id joint);
  /// In joint order. A joint whose own fit bleeds is shrunk, even below its percentile, as far as
  /// the other joints' fits hold the vertices that it releases and it keeps a quarter of its own
  /// skin.
  std::vector<Fit> fit_all(Id skeleton);
  /// The fit among all tapers whose ends differ by a factor of 8 at most: the capsule that fits the
  /// joint's skin with the smallest mean radius there. The present radii if the joint has no skin.
  /// Computed at each call.
  Radii tapered_fit(Id joint);
  const Connectivity& connectivity(Id mesh);
  const NearestBones& nearest(Id mesh);

  double total_ms() const;  ///< spent in all calls so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Vertices that bleed (see Bleed) from one joint's skin into another's capsule.
struct BleedingPair {
  std::size_t joint = 0, of = 0;  ///< the capsule's joint; the joint whose bone is nearest
  std::uint32_t vertices = 0;
  bool is_between_limbs = false;  ///< neither joint is an ancestor of the other
  bool operator==(const BleedingPair&) const = default;
};

/// Sorted by vertices, most first. `measures` must be up to date with the scene.
std::vector<BleedingPair> bleeding_pairs(const Skeleton& skeleton, Measures& measures);

}  // namespace marrow
