// The bench's measures of a rig: the state of the deformed mesh (volume, cross-sections, stretch,
// tears), uncovered vertices, vertices that a capsule should not hold, and fitting radii. They are
// taken from a Deformer; nothing here changes a scene. Lengths and radii are in skeleton units,
// vertices are source vertices.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "rig/bones.h"
#include "rig/measure/connectivity.h"
#include "rig/measure/findings.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// Distance of every position (skeleton space) to the bone of one joint.
std::vector<float> bone_distances(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                                  std::size_t joint, const std::vector<glm::vec3>& positions);

/// Computes these measures of a deformer that is up to date. Results are kept until their input
/// changes (by the deformer's revisions and by value), so asking in each frame costs nothing, and
/// dragging one radius recomputes only what depends on it.
class Measures {
 public:
  Measures();
  ~Measures();
  Measures(Measures&&) noexcept;
  Measures& operator=(Measures&&) noexcept;

  /// Sets the input. Computes nothing. Both must outlive the calls below, and update() must be
  /// called again after either changed. With Answer::may_be_old (in a drag, when there is no time)
  /// the last result is given where there is one.
  enum class Answer { is_new, may_be_old };
  void update(const Scene& scene, const Deformer& deformer, Answer wanted = Answer::is_new);
  bool gave_old_answers() const;  ///< since the last update() with Answer::is_new

  // An unknown id gets an empty result. References hold until the next update().
  const Meters& model(Id skeleton);
  const Meters& joint(Id joint);
  Advice advice(
      Id joint);  ///< about the joint's worst meter; of a skeleton's node: about the model's
  /// The radius that each joint would need to hold all of an island, in joint order. (The nearest
  /// bone is not always the one whose radius has to grow least.)
  std::vector<float> needed_radii(const Island& island);
  const std::vector<Island>& islands(Id skeleton);  ///< largest first
  const Bleed& bleed(Id joint);
  Fit fit(Id joint);
  std::vector<Fit> fit_all(Id skeleton);  ///< in joint order
  const Connectivity& connectivity(Id mesh);
  const NearestBones& nearest(Id mesh);

  double total_ms() const;  ///< spent in all calls so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
