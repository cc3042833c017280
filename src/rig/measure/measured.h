// What Measures has been told about and what of it is new. Things that change together have a
// stamp, a number that is counted up when one of them is not what it was; an answer remembers the
// stamps that it was made from.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "rig/bones.h"
#include "rig/measure/connectivity.h"
#include "rig/measure/findings.h"
#include "rig/skinning/deformer.h"
#include "scene/scene.h"

namespace marrow {

using Stamp = std::uint64_t;

/// An answer and what it was made from.
template <typename Value>
struct Kept {
  std::vector<Stamp> made_from;
  Value value{};

  /// True when the answer has to be made anew; the stamps are remembered.
  bool is_stale(std::initializer_list<Stamp> stamps) {
    if (is_made_from(stamps)) return false;
    made_from = stamps;
    return true;
  }
  bool is_made_from(std::initializer_list<Stamp> stamps) const {
    return std::equal(made_from.begin(), made_from.end(), stamps.begin(), stamps.end());
  }
  /// True when it was made, whatever became of everything but the first of its stamps.
  bool is_about(Stamp first) const { return !made_from.empty() && made_from.front() == first; }
};

/// A mesh that the skeleton deforms.
struct MeasuredMesh {
  Id node = kNoId;
  const DeformedMesh* now = nullptr;
  std::shared_ptr<const Mesh> mesh;
  glm::mat4 world_from_mesh{1.0f};
  bool has_capsules = true;               ///< false: explicit weights
  std::vector<glm::vec3> bind_positions;  ///< V

  /// At least V: what bending is measured against, with morph targets; capsules know bind_positions
  /// only.
  const std::vector<glm::vec3>& rest_positions() const {
    return now->morphed_positions.empty() ? bind_positions : now->morphed_positions;
  }

  std::uint64_t shape_revision = 0, order_revision = 0, bind_revision = 0, rest_revision = 0,
                pose_revision = 0;  ///< that were read
};

/// A skeleton and all that it deforms.
struct MeasuredSkeleton {
  Id node = kNoId;
  std::shared_ptr<const Skeleton> skeleton;
  const PosedSkeleton* now = nullptr;
  std::vector<MeasuredMesh> meshes;
  std::vector<Bone> bones;

  struct Stamps {
    Stamp shape = 0;    ///< which meshes, and their bind positions
    Stamp rest = 0;     ///< their rest positions
    Stamp bones = 0;    ///< where the bones are, who their parents are, which ids they have
    Stamp weights = 0;  ///< influences, and what they come from: radii, falloff, functions
    Stamp pose = 0;     ///< positions, and where the joints are
  } stamps;

  /// Brings all of it up to date. False when scene and deformer do not agree about the skeleton:
  /// nothing can be measured then.
  bool take(const Scene& scene, const Node& rig, const std::vector<glm::mat4>& worlds,
            const Deformer& deformer);
  /// Of a joint, by id; -1 when it is not this skeleton's.
  int index_of(Id joint) const;

 private:
  struct Capsules {
    std::vector<float> radii;
    Falloff falloff = Falloff::inverse;
    const Tasks* tasks = nullptr;
    glm::mat4 world_from_skeleton{1.0f};
    bool operator==(const Capsules&) const = default;
  } capsules_;
  std::vector<Id> ids_;
  std::unordered_map<Id, int> indices_;
  std::vector<int> parents_;
  std::vector<glm::mat4> posed_, skinning_;
  Stamp last_stamp_ = 0;

  struct Changes {
    bool shape = false, rest = false, bones = false, weights = false, pose = false;
  };
  void take_joints(const Tasks& tasks, Changes& changes);
  void take_meshes(const Scene& scene, const std::vector<glm::mat4>& worlds,
                   const Deformer& deformer, Changes& changes);
};

}  // namespace marrow
