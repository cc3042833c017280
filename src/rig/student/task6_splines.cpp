// Task 6 (extra): a smooth curve through the values that an animator set at some times.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the cubic with these values and derivatives at both ends of [0, 1]:
//     (2t^3 - 3t^2 + 1) position0 + (t^3 - 2t^2 + t) tangent0
//   + (-2t^3 + 3t^2) position1 + (t^3 - t^2) tangent1
float cubic_unit_spline(float /*t*/, float /*position0*/, float /*position1*/, float /*tangent0*/,
                        float /*tangent1*/) {
  return 0.0f;
}

// TODO: the value at `time` of the curve through the knots, whose times rise.
// No knot: 0. One: its value. At or before the first and at or after the last: that one's value.
// Otherwise find the knots k and k + 1 around `time`. With h = time_{k+1} - time_k it is
// cubic_unit_spline at t = (time - time_k) / h; its tangents are h slope_k and h slope_{k+1}, as
// one unit of t is h seconds, where
//   slope_k = (value_{k+1} - value_{k-1}) / (time_{k+1} - time_{k-1})
// The first knot has no neighbor before it: the mirror image of the second one stands in, at
// time_0 - (time_1 - time_0), with value_0 - (value_1 - value_0). At the last knot likewise.
float catmull_rom(const std::vector<Knot>& /*knots*/, float /*time*/) { return 0.0f; }

}  // namespace marrow::student
