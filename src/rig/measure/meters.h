// The meters of a skeleton and its joints, from patches of its meshes and from cross-sections.
#pragma once

#include "rig/measure/measured.h"
#include "rig/measure/patch_meters.h"
#include "rig/measure/sections.h"

namespace marrow {

/// All meters of one skeleton. A patch is recomputed only if one of its rows, or the motion of a
/// joint that holds its vertices, changed. The values of a patch that one joint alone moves rigidly
/// are computed from its bind shape. Patches are always summed in the same order, so no result
/// depends on earlier ones.
class MeterBoard {
 public:
  /// `graphs`: one per mesh of the rig; `follows`: Meters::follows, one per joint.
  void update(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs,
              const std::vector<Meter>& follows);
  /// True if the meshes and joints are the same; pose and weights may differ.
  bool is_about(const MeasuredSkeleton& rig) const;
  bool is_current(const MeasuredSkeleton& rig) const;  ///< update() would change nothing
  const Meters& model() const { return model_; }
  const Meters& joint(std::size_t joint) const { return joints_[joint]; }

 private:
  struct MeteredMesh {
    Patches patches;
    std::vector<Bounds> blocks;
    std::vector<PatchMeters> found;  ///< one per patch
    // The input of `found`.
    std::uint64_t bind_revision = 0, pose_revision = 0, centers_revision = 0;
    std::vector<glm::mat4> skinning;
    Blend blend = Blend::linear;
    // Valid during one update().
    struct JointMotion {
      bool is_new = false;    ///< the joint's T changed
      bool is_rigid = false;  ///< T is a rigid motion, and the engine deforms the mesh
    };
    std::vector<JointMotion> joints;          ///< one per joint
    std::vector<char> has_new_rows, is_bent;  ///< one per patch: it must be recomputed
    bool may_all_be_bent = false;             ///< patches may be bent even if no joint changed
    bool needs_bending(std::size_t patch) const;
    bool moves_rigidly(std::size_t patch) const;
  };
  struct MeteredBone {
    BoneRings cut;
    /// One list per mesh: the patches that the bone's rings cross.
    std::vector<std::vector<std::uint32_t>> patches;
    Meter thickness;
  };

  void rest(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs);
  void cut(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs);
  void find_changes(const MeasuredMesh& mesh, MeteredMesh& metered) const;
  static void meter(const MeasuredMesh& mesh, std::size_t patch, PatchRoom& room,
                    MeteredMesh& metered);
  void meter(const MeasuredMesh& mesh, std::size_t joints, MeteredMesh& metered);
  void find_thickness(const MeasuredSkeleton& rig);
  void write(const MeasuredSkeleton& rig, const std::vector<Meter>& follows);

  std::vector<Stamp> made_from_;
  Kept<std::vector<MeteredMesh>> meshes_;  ///< one per mesh
  Kept<std::vector<MeteredBone>> bones_;   ///< one per joint
  Meters model_;
  std::vector<Meters> joints_;
};

}  // namespace marrow
