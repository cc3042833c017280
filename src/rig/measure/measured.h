// The input of Measures. Each group of values that change together has a stamp: a number that grows
// with each change. A kept result remembers the stamps of its input.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "rig/bones.h"
#include "rig/measure/findings.h"
#include "rig/skinning/deformer.h"
#include "scene/connectivity.h"
#include "scene/scene.h"

namespace marrow {

using Stamp = std::uint64_t;

/// A result and the stamps of its input.
template <typename Value>
struct Kept {
  std::vector<Stamp> made_from;
  Value value{};

  /// True if the result must be computed again; remembers the stamps.
  bool is_stale(std::initializer_list<Stamp> stamps) {
    if (is_made_from(stamps)) return false;
    made_from = stamps;
    return true;
  }
  bool is_made_from(std::initializer_list<Stamp> stamps) const {
    return std::equal(made_from.begin(), made_from.end(), stamps.begin(), stamps.end());
  }
  /// True if there is a result with this first stamp; its other stamps may be older.
  bool is_about(Stamp first) const { return !made_from.empty() && made_from.front() == first; }
};

/// The radius with which a joint's capsule reaches a vertex of a mesh: d_ij by the skeleton's
/// metric. For a tapered capsule, whose shape is kept, the radius at its larger end: that radius
/// times d_ij / r(t).
struct Distances {
  const std::vector<Bone>* bones = nullptr;
  const std::vector<Radii>* radii = nullptr;          ///< for the capsules' shapes
  const std::vector<glm::vec3>* positions = nullptr;  ///< bind positions of source vertices
  const BoneFields* fields = nullptr;                 ///< nullptr: straight distances
  std::size_t part = 0;                               ///< index of the mesh in the fields' parts

  double of(std::size_t joint, std::uint32_t vertex) const;
  /// See distance_slack(). Distances from a field are computed only once, so their only slack is a
  /// taper's.
  double slack(std::size_t joint, std::uint32_t vertex) const;
  /// The vertices whose distance is below `radius`, ascending.
  std::vector<std::uint32_t> within(std::size_t joint, float radius) const;

 private:
  double shaped(std::size_t joint, std::uint32_t vertex, double distance) const;
};

/// A mesh that the skeleton deforms.
struct MeasuredMesh {
  Id node = kNoId;
  const DeformedMesh* now = nullptr;
  std::shared_ptr<const Mesh> mesh;
  glm::mat4 world_from_mesh{1.0f};
  bool has_capsules = true;               ///< false: explicit weights
  std::vector<glm::vec3> bind_positions;  ///< V

  /// Unbent positions including morph targets, at least V. Capsules use bind_positions only.
  const std::vector<glm::vec3>& rest_positions() const {
    return now->morphed_positions.empty() ? bind_positions : now->morphed_positions;
  }

  // The revisions last read.
  std::uint64_t shape_revision = 0, order_revision = 0, bind_revision = 0, rest_revision = 0,
                pose_revision = 0;
};

/// A skeleton and the meshes that it deforms.
struct MeasuredSkeleton {
  Id node = kNoId;
  std::shared_ptr<const Skeleton> skeleton;
  const PosedSkeleton* now = nullptr;
  std::vector<MeasuredMesh> meshes;
  std::vector<Bone> bones;
  std::vector<Radii> radii;
  const MeasuredBody* body = nullptr;  ///< nullptr: distances are straight

  Distances distances(std::size_t mesh) const;

  struct Stamps {
    Stamp shape = 0;    ///< which meshes, and their bind positions
    Stamp rest = 0;     ///< the meshes' rest positions
    Stamp bones = 0;    ///< bones, their parents and ids, and the metric
    Stamp tapers = 0;   ///< shapes of capsules, regardless of their size
    Stamp weights = 0;  ///< influences and their input: radii, falloff, functions
    Stamp pose = 0;     ///< positions, and the joints' places
  } stamps;

  /// Updates everything. False if scene and deformer disagree about the skeleton; then nothing can
  /// be measured.
  bool take(const Scene& scene, const Node& rig, const std::vector<glm::mat4>& worlds,
            const Deformer& deformer);
  /// Index of a joint by id; -1 if it is not in this skeleton.
  int index_of(Id joint) const;

 private:
  struct Capsules {
    Falloff falloff = Falloff::inverse;
    const Tasks* tasks = nullptr;
    glm::mat4 world_from_skeleton{1.0f};
    bool operator==(const Capsules&) const = default;
  } capsules_;
  std::vector<Id> ids_;
  std::unordered_map<Id, int> indices_;
  std::vector<int> parents_;
  std::uint64_t body_revision_ = 0;
  std::vector<glm::mat4> posed_, skinning_;
  Stamp last_stamp_ = 0;

  struct Changes {
    bool shape = false, rest = false, bones = false, tapers = false, weights = false, pose = false;
  };
  void take_joints(const Tasks& tasks, Changes& changes);
  void take_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds,
                   const Deformer& deformer, Changes& changes);
};

}  // namespace marrow
