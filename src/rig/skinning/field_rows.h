// Rows (joints and weights per vertex) from fields of known distances.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rig/body/bone_field.h"
#include "rig/bones.h"
#include "rig/engine.h"
#include "rig/rig.h"

namespace marrow {

/// Distances of one part's source vertices; bones and positions in skeleton space.
struct MeasuredPart {
  const BoneFields& fields;
  const std::vector<Bone>& bones;  ///< one per joint
  std::size_t part;                ///< of the body
  std::span<const glm::vec3> positions;
};

/// One row per source vertex of the part: the joints whose field has a distance below their radius
/// there; weights by the skeleton's falloff and `tasks` (see weights.h). Appends to `problems`.
Influences field_influences(const Skeleton& skeleton, const MeasuredPart& measured,
                            const Tasks& tasks, std::vector<std::string>& problems);

struct FieldsBefore {
  const BoneFields& fields;
  const std::vector<Radii>& radii;
};
/// Rewrites rows and counts after only radii changed (and with them, perhaps, the reach of fields):
/// only those of vertices that a changed capsule holds or held. Returns the source vertices of the
/// changed rows, ascending. The caller must update the rows of copies.
std::vector<std::uint32_t> change_field_influences(const Skeleton& skeleton,
                                                   const FieldsBefore& before,
                                                   const MeasuredPart& measured, const Tasks& tasks,
                                                   BoundRows& bound,
                                                   std::vector<std::string>& problems);

}  // namespace marrow
