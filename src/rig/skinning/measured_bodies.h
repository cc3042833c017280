// Keeps the distances through the body of each skeleton with Metric::body, and defers those that
// would keep the user waiting. Binding reads a skeleton's fields and their revision.
#pragma once

#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "rig/body/bone_field.h"
#include "rig/skinning/deformed_mesh.h"

namespace marrow {

class Body;
struct BodyMeasured;
struct BodyMesh;
struct BodyRequest;

/// Distances through the body of one skeleton.
struct MeasuredBody {
  std::shared_ptr<const Body> body;
  std::vector<Id> meshes;  ///< nodes, one per part of the body
  BoneFields fields;       ///< one per joint
  /// The fields of the previous radii; their reach may be longer.
  BoneFields before;
  std::vector<Bone> bones;
  std::vector<Radii> radii;    ///< the fields were computed for these
  std::uint64_t revision = 0;  ///< changes if a distance may have changed
  bool is_deferred = false;

  std::size_t part_of(Id mesh) const;  ///< precondition: `mesh` is one of `meshes`
};

class MeasuredBodies {
 public:
  static constexpr std::uint64_t kMeasuresAll = std::numeric_limits<std::uint64_t>::max();
  bool is_hurried = false;  ///< see Deformer::set_hurried()
  std::uint64_t synchronous_work_limit = kMeasuresAll;

  /// Starts an update of all bodies of the scene. Deletes bodies of skeletons that are not measured
  /// any more.
  void begin(const Scene& scene);
  /// Measures the body of these parts (mesh nodes `meshes`), which use the skeleton's capsules, if
  /// it changed. Without parts the skeleton has no body. Returns whether distances were measured.
  bool update(const Skeleton& skeleton, const PosedSkeleton& posed,
              const std::vector<BodyMesh>& parts, std::vector<Id> meshes);
  /// Ends the update and drops the delivered body.
  void end();

  /// nullptr if the skeleton has no body, or a deferred one.
  const MeasuredBody* of(Id skeleton) const;
  bool has_deferred() const;
  /// Bodies that the last update deferred because of the limit (not because of a drag).
  const std::vector<std::shared_ptr<const BodyRequest>>& requests() const { return requests_; }
  /// A body measured elsewhere, for the next update.
  void deliver(std::shared_ptr<const BodyRequest> request, BodyMeasured measured);

 private:
  bool defers(const MeasuredBody& its, BodyRequest request);

  std::unordered_map<Id, MeasuredBody> bodies_;  ///< by skeleton
  std::vector<std::shared_ptr<const BodyRequest>> requests_;
  std::shared_ptr<const BodyRequest> delivered_request_;
  std::shared_ptr<const BodyMeasured> delivered_body_;
};

}  // namespace marrow
