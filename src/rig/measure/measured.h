// The input of Measures. Each group of values that change together has a stamp, a number that grows
// at each change; a kept result remembers the stamps of its input.
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

  /// True if the result must be computed again; the stamps are remembered.
  bool is_stale(std::initializer_list<Stamp> stamps) {
    if (is_made_from(stamps)) return false;
    made_from = stamps;
    return true;
  }
  bool is_made_from(std::initializer_list<Stamp> stamps) const {
    return std::equal(made_from.begin(), made_from.end(), stamps.begin(), stamps.end());
  }
  /// True if there is a result with this first stamp; other stamps may be older.
  bool is_about(Stamp first) const { return !made_from.empty() && made_from.front() == first; }
};

/// How large a capsule must be to reach a mesh's vertices, by the skeleton's metric: d_ij. Of a
/// tapered capsule, whose shape is kept, the radius at the larger end counts: d_ij / r(t) times
/// that radius.
struct Distances {
  const std::vector<Bone>* bones = nullptr;
  const std::vector<Radii>* radii = nullptr;          ///< for their shapes
  const std::vector<glm::vec3>* positions = nullptr;  ///< bind positions of source vertices
  const BoneFields* fields = nullptr;                 ///< nullptr: straight
  std::size_t part = 0;                               ///< of the fields

  double of(std::size_t joint, std::uint32_t vertex) const;
  /// See distance_slack(); what a field has is not computed twice.
  double slack(std::size_t joint, std::uint32_t vertex) const;
  /// The vertices with less than `radius`, ascending.
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

  /// At least V: the reference of bending, with morph targets. Capsules use bind_positions only.
  const std::vector<glm::vec3>& rest_positions() const {
    return now->morphed_positions.empty() ? bind_positions : now->morphed_positions;
  }

  std::uint64_t shape_revision = 0, order_revision = 0, bind_revision = 0, rest_revision = 0,
                pose_revision = 0;  ///< as they were last read
};

/// A skeleton and all that it deforms.
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
    Stamp rest = 0;     ///< their rest positions
    Stamp bones = 0;    ///< bones, their parents and their ids, and how distances are measured
    Stamp tapers = 0;   ///< shapes of capsules, whatever their size
    Stamp weights = 0;  ///< influences, and what they come from: radii, falloff, functions
    Stamp pose = 0;     ///< positions, and where the joints are
  } stamps;

  /// Updates everything. False if scene and deformer disagree about the skeleton: nothing can be
  /// measured.
  bool take(const Scene& scene, const Node& rig, const std::vector<glm::mat4>& worlds,
            const Deformer& deformer);
  /// Index of a joint by id; -1 when it is not this skeleton's.
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
