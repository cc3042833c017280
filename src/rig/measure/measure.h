// What the bench shows of a rig: how whole the deformed mesh is (volume, cross-sections, stretch, tears), what no capsule holds, what a
// capsule holds that it should not, and the radius that would fit. Everything is measured on what a Deformer made; nothing here changes a
// scene. Lengths and radii are in skeleton units, vertices are source vertices.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "rig/skinning/deformer.h"

namespace marrow {

/// An edge of a mesh between two of its source vertices.
struct EdgePlace {
  Id mesh = kNoId;  ///< node; kNoId: nowhere
  std::uint32_t a = 0, b = 0;
  bool operator==(const EdgePlace&) const = default;
};

/// How good a value is: volume within 5 / 15 %, section above 0.8 / 0.5, stretch below 2 / 4, step below 0.15 / 0.3.
enum class Band { unknown, good, fair, poor };

struct Meter {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN: there is nothing to measure
  Band band = Band::unknown;
  EdgePlace where;  ///< of stretch and step, the worst edge; of section, an edge that the worst ring crosses
};

/// The state of one joint, or the worst of all. "At bind" the mesh stands with its morph targets as they are now: what they do to edges and
/// volumes is meant, and meters tell what bending adds.
struct Meters {
  /// Volume now over volume at bind. Model: the closed volume of all bound meshes, whichever way their triangles look. Joint: of the cones
  /// from the joint's origin to the triangles it moves, each counted by the mean weight of the joint on it. Unknown where there is next to
  /// none at bind (a sheet).
  Meter volume;
  /// The smallest cross-section across the bone: the mean distance of the ring's points from their middle, now over bind. Rings are cut at
  /// bind, at 0, 1/8, ... 7/8 of the bone, each the smallest closed one that goes round the bone there. A twist of 180 degrees under linear
  /// blending brings the ring at the joint to 0 ("candy wrapper"). Unknown where no ring goes round the bone.
  Meter section;
  Meter stretch;  ///< the most stretched edge: length now over length at bind, of edges that the joint moves
  /// The biggest difference between the weights at both ends of an edge: a step means a tear when the joint turns. An uncovered vertex
  /// counts as held fully by a joint of its own, so the border of a hole is a step of 1.
  Meter step;
};

/// What to do about the worst meter, in one sentence with its reason, and the edit that does it.
struct Advice {
  enum class Cure { none, linear_falloff, fit_radius, fit_all, smaller_radius };
  std::string reason;  ///< empty: nothing to say
  Cure cure = Cure::none;
  Id joint = kNoId;     ///< for fit_radius and smaller_radius: whose radius; not always the joint that was asked about
  float radius = 0.0f;  ///< for fit_radius and smaller_radius
};

/// Uncovered vertices that hang together and have the same nearest bone.
struct Island {
  Id mesh = kNoId;
  std::vector<std::uint32_t> vertices;
  Id joint = kNoId;            ///< whose bone is nearest
  float distance = 0.0f;       ///< of the vertex nearest to that bone
  float needed_radius = 0.0f;  ///< takes all of them (a little more than the farthest one's distance)
};

/// Captured vertices that are near the bone in space but far from the joint's own skin along the surface: a finger's capsule that holds a
/// patch of the thigh. Own skin: of each piece of a mesh that hangs together, the largest connected part of the vertices whose nearest bone
/// is this joint's. Far: further along the edges than twice the radius. On a piece where the joint has no skin of its own (a button) there
/// is no way along the surface: vertices nearest to the joint's parent or child are well held, all others are not. Capsules hold nothing of
/// meshes that use explicit weights.
struct Bleed {
  struct Patch {
    Id mesh = kNoId;
    std::vector<std::uint32_t> vertices;
  };
  std::vector<Patch> patches;  ///< one a mesh that has any
  std::uint32_t count = 0;
  float safe_radius = 0.0f;  ///< the largest radius, at most the present one, that bleeds nowhere; the present one when count is 0
};

/// A radius for one joint, from the distances of the joint's own skin: their robust reach and a margin, 5 % for inverse distance (up to
/// 10 % where that takes the last vertices), 40 % for the falloffs that need room, being 0 at the capsule's end. It is held back where it
/// would bleed into another limb, but not below the reach.
struct Fit {
  Id joint = kNoId;
  float radius = 0.0f;         ///< what to set; the present radius when the joint has no skin of its own
  float reach = 0.0f;          ///< the 99th percentile of the distances, outliers left out; before the margin
  bool is_held_back = false;   ///< smaller than wished, because it would bleed into another limb
  std::uint32_t bleeding = 0;  ///< vertices that it would hold wrongly even so
  bool has_skin = false;       ///< some vertex is nearest to this bone
};

/// A mesh as a graph on its source vertices. Vertices at exactly the same place are one: files split them at seams.
struct Connectivity {
  std::vector<std::uint32_t> representative;  ///< V: the first vertex at the same place
  std::vector<std::uint32_t> neighbor_begin;  ///< V + 1: rows of `neighbors`; only representatives have any
  std::vector<std::uint32_t> neighbors;       ///< representatives, ascending in a row, both ends know of each other
};
Connectivity connectivity_of(const Mesh& mesh, const Surface& surface);

/// The nearest bone of each source vertex, whatever the radii.
struct NearestBones {
  std::vector<int> joint;       ///< V: index; -1 when the skeleton has no joints
  std::vector<float> distance;  ///< V
};

/// Distance of every position (skeleton space) to the bone of one joint.
std::vector<float> bone_distances(const Skeleton& skeleton, const std::vector<glm::mat4>& bind, std::size_t joint,
                                  const std::vector<glm::vec3>& positions);

/// The questions above, asked about a deformer that is up to date. Answers are kept until what they depend on has changed (told by the
/// deformer's revisions and by value), so asking each frame costs nothing, and dragging one radius recomputes no more than it must.
class Measures {
 public:
  Measures();
  ~Measures();
  Measures(Measures&&) noexcept;
  Measures& operator=(Measures&&) noexcept;

  /// Says what the questions are about. Computes nothing. Both must outlive the questions, and update() must be called again after either
  /// changed. Whoever has no time, in the middle of a drag, may ask for what was answered last, where there is such an answer.
  enum class Answer { is_new, may_be_old };
  void update(const Scene& scene, const Deformer& deformer, Answer wanted = Answer::is_new);
  bool gave_old_answers() const;  ///< since the last update() that wanted new ones

  // Ids that are not there (or no longer) get the empty answer. References hold until the next update().
  const Meters& model(Id skeleton);
  const Meters& joint(Id joint);
  Advice advice(Id joint);  ///< about the joint's worst meter; of a skeleton's node: about the model's
  /// What each joint's radius would have to be to hold all of an island, in joint order: the nearest bone is not always the one whose
  /// radius has to grow least.
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

/// What one radius of a joint would do, everything else as it is now.
struct SweepPoint {
  float radius = 0.0f;
  float covered = 0.0f;  ///< share of the skeleton's vertices that some joint holds
  float shared = 0.0f;   ///< share of the joint's captured vertices that another joint holds too
  float volume = 1.0f;   ///< Meters::volume of the joint in the present pose; 1 where there is nothing to measure
  float step = 0.0f;     ///< Meters::step of the joint; 0 where there is nothing to measure
};

/// The curves over the radius, made a few points at a time so that the window stays alive.
class Sweep {
 public:
  Sweep();
  ~Sweep();
  Sweep(Sweep&&) noexcept;
  Sweep& operator=(Sweep&&) noexcept;

  /// Begins anew when the joint or anything but the joint's own radius differs (by value) from what the present curves were made of;
  /// otherwise keeps them. Computes no point, so it may be called each frame. The radii are high * k / (points - 1): from 0 to `high` >= 0,
  /// `points` of them (2..256). `deformer` is up to date with the scene; its bodies are used, on a copy. A joint that is not there: no
  /// points, and done.
  void aim(const Scene& scene, const Deformer& deformer, Id joint, float high, int points);
  /// Computes for about `milliseconds` (at least one point); false when all are there. No use while something else is being dragged.
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
