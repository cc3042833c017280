// Guesses bone ends and radii for skeletons from files that have only joints.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "scene/skeleton.h"

namespace marrow::io {

/// A vertex that is mostly moved by one joint, in skeleton space at bind time.
struct HeldVertex {
  std::uint32_t joint = 0;
  glm::vec3 position{0.0f};
};

/// Sets extent, extent_guessed and radius of every joint. One child: the bone ends at its origin.
/// Several: at the child that continues the parent's line (within 30 degrees), else at their mean.
/// None: at `tips[joint]` where the file has an end node (in the joint's frame), else along the
/// parent's bone, 60 to 100 % of its length, as far as held vertices reach. Radius: holds 95 % of
/// the joint's vertices, else a quarter of the bone's length.
void guess_bones(Skeleton& skeleton, const std::vector<std::optional<glm::vec3>>& tips,
                 const std::vector<HeldVertex>& held);

}  // namespace marrow::io
