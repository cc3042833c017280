// Uncovered vertices in islands: groups that one larger radius would cover.
#pragma once

#include "rig/measure/findings.h"
#include "rig/measure/measured.h"
#include "rig/mesh_graph.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// The smallest radius with which a bone's capsule holds all these vertices, rounded up so that it
/// exceeds each distance.
float needed_radius(const Distances& distances, std::size_t joint,
                    const std::vector<std::uint32_t>& vertices);

/// The uncovered source vertices of one mesh, as of a bind revision.
class Uncovered {
 public:
  /// Reads only rows changed since the last call. True if the set of uncovered vertices changed.
  bool update(const DeformedMesh& mesh);
  std::vector<std::uint32_t> list() const;  ///< ascending

 private:
  std::vector<char> is_uncovered_;  ///< V
  std::uint64_t bind_revision_ = 0;
};

/// Appends one mesh's islands in the order of their first vertices. Uncovered vertices at one place
/// belong to the same island; held vertices at that place (explicit weights may differ there) do
/// not. `uncovered`: ascending.
void add_islands(const DeformedMesh& mesh, const std::vector<std::uint32_t>& uncovered,
                 const MeshGraph& graph, const NearestBones& nearest, const Distances& distances,
                 const std::vector<Joint>& joints, std::vector<Island>& islands);

}  // namespace marrow
