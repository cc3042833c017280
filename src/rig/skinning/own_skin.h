// A joint's own skin, the part of a mesh that belongs to its bone, and surface distances from it.
#pragma once

#include "rig/bones.h"
#include "rig/mesh_graph.h"

namespace marrow {

/// The own skin of a joint: in each connected piece, the largest connected part of the vertices
/// whose nearest bone is the joint's. Per piece, because eyes, buttons and sleeves are separate
/// pieces with separate bones.
struct OwnSkin {
  std::vector<char> is_own;  ///< V: the vertex is in the own skin of its nearest joint
  /// One list per joint, with J + 1 begins: representatives of its own skin, ascending.
  std::vector<std::uint32_t> begin, vertices;
};
OwnSkin own_skin_of(const MeshGraph& graph, const NearestBones& nearest, std::size_t joints);

/// A mesh at bind with its own skins.
struct SkinnedMesh {
  const MeshGraph* graph = nullptr;
  const std::vector<glm::vec3>* positions = nullptr;
  const NearestBones* nearest = nullptr;
  const OwnSkin* skin = nullptr;

  bool is_own(std::uint32_t vertex, std::size_t joint) const {
    return skin->is_own[vertex] && nearest->joint[vertex] == int(joint);
  }
};

/// Shortest paths along a mesh's edges from a joint's own skin, kept for later calls with the same
/// joint (dragging a radius). The mesh's graph, positions and skins must not change.
class SurfaceWalk {
 public:
  /// Surface distances from the joint's own skin to the vertices `wanted`, which are outside of it.
  /// Infinite beyond `limit`. On a piece without own skin of the joint: 0 if the vertex's nearest
  /// bone is the joint's parent or child (a button between two spine bones), otherwise infinite.
  std::vector<float> distances(const SkinnedMesh& mesh, const std::vector<Joint>& joints,
                               std::size_t joint, const std::vector<std::uint32_t>& wanted,
                               float limit);

 private:
  struct Step {
    float distance;
    std::uint32_t vertex;
    /// The heap's top is the nearest.
    bool operator<(const Step& other) const { return distance > other.distance; }
  };
  void begin(const SkinnedMesh& mesh, std::size_t joint);
  void reach(std::uint32_t vertex, float distance);
  void pass_on(const SkinnedMesh& mesh, std::uint32_t vertex);
  void walk(const SkinnedMesh& mesh, float limit, std::size_t missing);

  std::size_t joint_ = std::size_t(-1);  ///< the kept paths start at its skin
  std::vector<std::uint32_t> pieces_;    ///< pieces with own skin of the joint, ascending
  float walked_ = 0.0f;                  ///< distances up to this are final
  std::vector<Step> heap_;               ///< the front of the search
  std::vector<float> distance_;          ///< V; infinite where not reached yet
  std::vector<std::uint32_t> reached_;
  std::vector<char> is_wanted_;  ///< V; 0 between calls
};

}  // namespace marrow
