// On which side of a line a point is, so that lines through a surface cross it a whole number of
// times.
#pragma once

#include <glm/glm.hpp>
#include <limits>

namespace marrow {

/// Twice the signed area of the triangle a, b, p. If p is on an edge, exactly one of the two
/// triangles at the edge contains it, because their numbers differ only in the sign.
inline double side_of_line(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& p) {
  const bool is_swapped = a.x != b.x ? a.x > b.x : a.y > b.y;
  const glm::dvec2 from = is_swapped ? b : a, to = is_swapped ? a : b;
  const double area = (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
  const double never_zero = area == 0.0 ? std::numeric_limits<double>::min() : area;
  return is_swapped ? -never_zero : never_zero;
}

}  // namespace marrow
