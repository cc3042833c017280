// What the bench shows of a rig: how whole the deformed mesh is (volume, cross-sections, stretch,
// tears), what no capsule holds, what a capsule holds that it should not, and the radius that would
// fit. Everything is measured on what a Deformer made; nothing here changes a scene. Lengths and
// radii are in skeleton units, vertices are source vertices.
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

/// The questions above, asked about a deformer that is up to date. Answers are kept until what they
/// depend on has changed (told by the deformer's revisions and by value), so asking each frame
/// costs nothing, and dragging one radius recomputes no more than it must.
class Measures {
 public:
  Measures();
  ~Measures();
  Measures(Measures&&) noexcept;
  Measures& operator=(Measures&&) noexcept;

  /// Says what the questions are about. Computes nothing. Both must outlive the questions, and
  /// update() must be called again after either changed. Whoever has no time, in the middle of a
  /// drag, may ask for what was answered last, where there is such an answer.
  enum class Answer { is_new, may_be_old };
  void update(const Scene& scene, const Deformer& deformer, Answer wanted = Answer::is_new);
  bool gave_old_answers() const;  ///< since the last update() that wanted new ones

  // Ids that are not there (or no longer) get the empty answer. References hold until the next
  // update().
  const Meters& model(Id skeleton);
  const Meters& joint(Id joint);
  Advice advice(
      Id joint);  ///< about the joint's worst meter; of a skeleton's node: about the model's
  /// What each joint's radius would have to be to hold all of an island, in joint order: the
  /// nearest bone is not always the one whose radius has to grow least.
  std::vector<float> needed_radii(const Island& island);
  const std::vector<Island>& islands(Id skeleton);  ///< largest first
  const Bleed& bleed(Id joint);
  Fit fit(Id joint);
  std::vector<Fit> fit_all(Id skeleton);  ///< in joint order
  const Connectivity& connectivity(Id mesh);
  const NearestBones& nearest(Id mesh);

  double total_ms() const;  ///< spent in questions so far

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow
