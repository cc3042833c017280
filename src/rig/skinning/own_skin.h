// The part of a mesh that belongs to a joint's bone (its own skin), and surface distances from it.
#pragma once

#include "rig/bones.h"
#include "rig/mesh_graph.h"

namespace marrow {

/// The joint's own skin on a mesh: of each connected piece, the largest connected part of the
/// vertices whose nearest bone is the joint's. Per piece, because eyes, buttons and sleeves are
/// separate pieces with bones of their own.
struct OwnSkin {
  std::vector<char> is_own;  ///< V: the vertex is in the own skin of its nearest joint
  std::vector<std::uint32_t> begin,
      vertices;  ///< rows by joint: its own skin's representatives, ascending; J + 1 begins
};
OwnSkin own_skin_of(const MeshGraph& graph, const NearestBones& nearest, std::size_t joints);

/// The input: a mesh at bind.
struct SkinnedMesh {
  const MeshGraph* graph = nullptr;
  const std::vector<glm::vec3>* positions = nullptr;
  const NearestBones* nearest = nullptr;
  const OwnSkin* skin = nullptr;

  bool is_own(std::uint32_t vertex, std::size_t joint) const {
    return skin->is_own[vertex] && nearest->joint[vertex] == int(joint);
  }
};

/// Shortest paths along a mesh's edges from a joint's own skin, kept for further calls with the
/// same joint (dragging a radius). The mesh's graph, positions and skins must not change.
class SurfaceWalk {
 public:
  /// Surface distances from the joint's own skin to `wanted`, vertices outside of it; infinite
  /// beyond `limit`. On a piece without own skin of the joint the distance is 0 if the vertex's
  /// nearest bone is the joint's parent or child (a button between two spine bones), otherwise
  /// infinite.
  std::vector<float> distances(const SkinnedMesh& mesh, const std::vector<Joint>& joints,
                               std::size_t joint, const std::vector<std::uint32_t>& wanted,
                               float limit);

 private:
  struct Step {
    float distance;
    std::uint32_t vertex;
    bool operator<(const Step& other) const {
      return distance > other.distance;
    }  // the heap's top is the nearest
  };
  void begin(const SkinnedMesh& mesh, std::size_t joint);
  void reach(std::uint32_t vertex, float distance);
  void pass_on(const SkinnedMesh& mesh, std::uint32_t vertex);
  void walk(const SkinnedMesh& mesh, float limit, std::size_t missing);

  std::size_t joint_ = std::size_t(-1);  ///< whose paths are kept
  std::vector<std::uint32_t> pieces_;    ///< with own skin of the joint, ascending
  float walked_ = 0.0f;                  ///< distances up to this are final
  std::vector<Step> heap_;               ///< where to go on from
  std::vector<float> distance_;          ///< V, infinite where not reached yet
  std::vector<std::uint32_t> reached_;
  std::vector<char> is_wanted_;  ///< V, 0 between questions
};

}  // namespace marrow
