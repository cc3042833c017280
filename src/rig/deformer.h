// What the editor, the reports and the pictures talk to: give it a scene, get every mesh deformed. It binds once (find_joints, weights),
// again only when the bind side or a mesh changed, and hoists all matrices out of the vertex loop.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rig/bodies.h"
#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

/// Matrices of one skeleton, in skeleton space, one a joint.
struct PosedSkeleton {
  Id node = kNoId;
  glm::mat4 world_from_skeleton{1.0f};  ///< S
  std::vector<glm::mat4> bind;          ///< B
  std::vector<glm::mat4> posed;         ///< W
  std::vector<glm::mat4> skinning;      ///< T
  std::vector<std::uint32_t> captured;  ///< vertices (of all bound meshes) whose list holds the joint
};

/// Coverage of one mesh by its skeleton's capsules (or by its explicit weights).
struct Coverage {
  std::uint32_t covered = 0;
  std::uint32_t uncovered = 0;
  std::vector<std::uint32_t> histogram;  ///< histogram[k]: vertices with k influences
};

struct DeformedMesh {
  Id node = kNoId;
  Id skeleton = kNoId;  ///< node of the skeleton that deforms it; kNoId: rigid
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const Surface> surface;
  glm::mat4 world_from_output{1.0f};      ///< S for a bound mesh, M for a rigid one
  std::vector<glm::vec3> bind_positions;  ///< one a shading vertex: S^-1 M v (skeleton space), or v for a rigid mesh
  std::vector<glm::vec3> bind_normals;
  std::vector<glm::vec3> positions;  ///< one a shading vertex (the first V are the source vertices): v', in the same space
  std::vector<glm::vec3> normals;    ///< unit length
  Influences influences;             ///< one row a shading vertex, the first V rows are the source vertices'
  Coverage coverage;                 ///< of the V source vertices; all covered for a rigid mesh
  std::uint64_t shape_revision = 0;  ///< changes when surface or vertex count did (upload everything)
  std::uint64_t bind_revision = 0;   ///< changes when influences did
  std::uint64_t pose_revision = 0;   ///< changes when positions or normals did
};

class Deformer {
 public:
  explicit Deformer(Backend backend = Backend::fast);
  /// Somebody's own bodies: tests, planted mistakes, the two sides of a comparison.
  explicit Deformer(const Tasks& tasks);

  /// Brings everything up to date. What did not change since the last call (compared by value, so nothing can go stale) is not computed
  /// again. Precondition: why_invalid(scene) is empty. Bodies that return wrong sizes are corrected to the harmless result (rest,
  /// uncovered) and named in problems().
  void update(const Scene& scene);

  const std::vector<PosedSkeleton>& skeletons() const { return skeletons_; }  ///< in node order
  const std::vector<DeformedMesh>& meshes() const { return meshes_; }         ///< in node order
  const PosedSkeleton* skeleton(Id node) const;
  const DeformedMesh* mesh(Id node) const;
  const std::vector<std::string>& problems() const { return problems_; }
  const Tasks& tasks() const { return *tasks_; }

  /// Milliseconds spent in the last update(), by part.
  struct Cost {
    double bind_ms = 0.0;
    double kinematics_ms = 0.0;
    double skin_ms = 0.0;
  };
  const Cost& last_cost() const { return cost_; }

 private:
  const Tasks* tasks_;
  std::vector<PosedSkeleton> skeletons_;
  std::vector<DeformedMesh> meshes_;
  std::vector<std::string> problems_;
  Cost cost_;
};

/// All bounds in world space of what update() made: posed meshes and, where there is no mesh, joints.
Bounds world_bounds(const Deformer& deformer, const Scene& scene);

}  // namespace marrow
