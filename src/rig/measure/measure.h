// The bench's measures of a rig: the deformed mesh's state (volume, cross-sections, stretch,
// tears), uncovered vertices, bleeding, and fitting radii, from a Deformer; no scene is changed.
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
/// deformer's revisions and by value), so a question per frame is free, and dragging one radius
/// recomputes only what depends on it.
class Measures {
 public:
  Measures();
  ~Measures();
  Measures(Measures&&) noexcept;
  Measures& operator=(Measures&&) noexcept;

  /// Sets the input, computes nothing. Both must outlive the calls below; call again after either
  /// changed. With Answer::may_be_old (during a drag) the last result is returned if there is one.
  enum class Answer { is_new, may_be_old };
  void update(const Scene& scene, const Deformer& deformer, Answer wanted = Answer::is_new);
  bool gave_old_answers() const;  ///< since the last update() with Answer::is_new

  // An unknown id gets an empty result. References hold until the next update().
  const Meters& model(Id skeleton);
  const Meters& joint(Id joint);
  Advice advice(
      Id joint);  ///< about the joint's worst meter; of a skeleton's node: about the model's
  /// The radius (of a tapered capsule, at its larger end) of each joint that would hold all of an
  /// island, in joint order. (The nearest bone's radius does not always grow least.)
  std::vector<float> needed_radii(const Island& island);
  const std::vector<Island>& islands(Id skeleton);  ///< largest first
  const Bleed& bleed(Id joint);
  Fit fit(Id joint);
  /// In joint order. A joint whose own fit bleeds is drawn in as far as the others' fits hold what
  /// it lets go, also below its percentile.
  std::vector<Fit> fit_all(Id skeleton);
  /// The fit among all tapers: of capsules whose ends differ by no more than a factor of 8, the one
  /// that fits the joint's skin with the smallest mean radius there. The present radii without
  /// skin. Not kept.
  Radii tapered_fit(Id joint);
  const Connectivity& connectivity(Id mesh);
  const NearestBones& nearest(Id mesh);

  double total_ms() const;  ///< spent in all calls so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
