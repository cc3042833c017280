// The meters of a skeleton and of each of its joints, from what strain, volume and sections find on its meshes.
#pragma once

#include "rig/measured.h"
#include "rig/sections.h"
#include "rig/strain.h"
#include "rig/volume.h"

namespace marrow {

/// All meters of one skeleton. Each part is computed again only when what it depends on changed.
class MeterBoard {
 public:
  /// `graphs`: one a mesh of the rig.
  void update(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs);
  bool is_about(const MeasuredSkeleton& rig) const;    ///< of the same meshes and joints, in whatever pose and with whatever weights
  bool is_current(const MeasuredSkeleton& rig) const;  ///< update() would change nothing
  const Meters& model() const { return model_; }
  const Meters& joint(std::size_t joint) const { return joints_[joint]; }

 private:
  /// What depends on a mesh's bind positions alone.
  struct MeshAtRest {
    std::vector<StretchEdge> edges;
    std::vector<float> areas;
    Fans fans;
    double sign = 1.0;  ///< -1 when its triangles look inwards
    std::vector<Bounds> blocks;
  };
  /// Volumes, or areas, of the whole and of what each joint moves.
  struct Sums {
    double all = 0.0;
    std::vector<double> joints;
  };

  void rest(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs);
  void cut(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs);
  void weigh(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs);
  void bend(const MeasuredSkeleton& rig, const std::vector<const MeshGraph*>& graphs);
  void write();

  Kept<std::vector<MeshAtRest>> meshes_;
  Kept<std::vector<BoneRings>> rings_;
  struct Weighed {
    WorstEdges steps;
    Sums areas, volumes;
  };
  Kept<Weighed> bind_;
  struct Bent {
    WorstEdges stretches;
    Sums volumes;
    std::vector<Meter> sections;
  };
  Kept<Bent> pose_;
  Meters model_;
  std::vector<Meters> joints_;
  std::vector<VertexStretch> vertex_stretches_;  ///< room to work in
  Fans posed_fans_;
};

}  // namespace marrow
