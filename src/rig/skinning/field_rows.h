// Rows from fields: which joints hold a vertex, and their weights, where the distances are known.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rig/body/bone_field.h"
#include "rig/bones.h"
#include "rig/engine.h"
#include "rig/rig.h"

namespace marrow {

/// The distances of one part's source vertices, from bones and positions in skeleton space.
struct MeasuredPart {
  const BoneFields& fields;
  const std::vector<Bone>& bones;  ///< one per joint
  std::size_t part;                ///< of the body
  std::span<const glm::vec3> positions;
};

/// One row per source vertex of the part: the joints whose field has it nearer than their radius
/// there, weights by the skeleton's falloff and these functions (see weights.h). Problems are
/// added.
Influences field_influences(const Skeleton& skeleton, const MeasuredPart& measured,
                            const Tasks& tasks, std::vector<std::string>& problems);

struct FieldsBefore {
  const BoneFields& fields;
  const std::vector<Radii>& radii;
};
/// Rewrites rows and counts after radii alone, and with them perhaps the reach of fields, changed:
/// those of vertices that a changed capsule holds, or held. Rows of copies are to be pointed anew.
/// Returns these source vertices, ascending.
std::vector<std::uint32_t> change_field_influences(const Skeleton& skeleton,
                                                   const FieldsBefore& before,
                                                   const MeasuredPart& measured, const Tasks& tasks,
                                                   BoundRows& bound,
                                                   std::vector<std::string>& problems);

}  // namespace marrow
