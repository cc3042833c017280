// Guesses bone ends and radii for skeletons from files that have only joints.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "scene/skeleton.h"

namespace marrow::io {

/// A vertex whose largest weight is at one joint, in skeleton space at bind time.
struct HeldVertex {
  std::uint32_t joint = 0;
  glm::vec3 position{0.0f};
};

/// Sets extent, extent_guessed and radius of every joint. The bone of a joint with one child ends
/// at the child's origin. With several children it ends at the one that continues the line from the
/// parent (within 30 degrees), else at their mean. Without children it ends at `tips[joint]` (in
/// the joint's frame) if the file has an end node, else on the line from the parent, as far as held
/// vertices extend, but at 60 to 100 % of the parent bone's length. The radius encloses 95 % of the
/// joint's vertices; without vertices it is a quarter of the bone's length.
void guess_bones(Skeleton& skeleton, const std::vector<std::optional<glm::vec3>>& tips,
                 const std::vector<HeldVertex>& held);

}  // namespace marrow::io
