// Rays through pixels of the viewport.
#pragma once

#include "editor/session.h"

namespace marrow {

/// The ray in world space through a pixel of the viewport.
Ray ray_at(const Session& session, glm::vec2 pixel);
/// Distance between a ray (t >= 0, unit direction) and the segment [a, b].
float ray_segment_distance(const Ray& ray, const glm::vec3& a, const glm::vec3& b);

}  // namespace marrow
