// What a body (body.h) tells of one bone.
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
  float reach = 0.0f;  ///< vertices whose d is at least this are left out
  struct OfPart {
    std::vector<std::uint32_t> vertices;   ///< source vertices, ascending
    std::vector<float> distance;           ///< d, beside them
    float of(std::uint32_t vertex) const;  ///< kFar where it is not among them
  };
  std::vector<OfPart> parts;  ///< of the body
};
using BoneFields = std::vector<std::shared_ptr<const BoneField>>;  ///< one per joint

}  // namespace marrow
