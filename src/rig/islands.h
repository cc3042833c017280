// Vertices that nobody holds, in the groups that one radius each would take.
#pragma once

#include "rig/bones.h"
#include "rig/mesh_graph.h"

namespace marrow {

/// The islands of one mesh, appended in the order of their first vertices. All vertices at one place belong to the same island; those of
/// them that are held (explicit weights may differ there) are left out.
void add_islands(const DeformedMesh& mesh, const MeshGraph& graph, const NearestBones& nearest, const std::vector<Bone>& bones,
                 const std::vector<Joint>& joints, std::vector<Island>& islands);

}  // namespace marrow
