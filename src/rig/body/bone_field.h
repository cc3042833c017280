// Distances from one bone, measured through a body (body.h).
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "rig/bones.h"

namespace marrow {

/// The vertices near one bone.
struct BoneField {
  static constexpr float kFar = std::numeric_limits<float>::infinity();

  Bone bone;
  float reach = 0.0f;  ///< vertices with d >= reach are left out
  struct OfPart {
    std::vector<std::uint32_t> vertices;   ///< source vertices, ascending
    std::vector<float> distance;           ///< d, one per entry of `vertices`
    float of(std::uint32_t vertex) const;  ///< d; kFar for a vertex that is not listed
  };
  std::vector<OfPart> parts;  ///< one per part of the body
};
using BoneFields = std::vector<std::shared_ptr<const BoneField>>;  ///< one per joint

}  // namespace marrow
