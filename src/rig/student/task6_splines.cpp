// Task 6 (extra): a smooth curve through the values that an animator set at some times.
#include "rig/student/student.h"

namespace marrow::student {

// TODO: the cubic with these values and derivatives at both ends of [0, 1].
float cubic_unit_spline(float /*t*/, float /*position0*/, float /*position1*/, float /*tangent0*/,
                        float /*tangent1*/) {
  return 0.0f;
}

// TODO: the value at `time` of the curve through the knots, whose times rise. Begin with the cases
// without an interval: no knot, one, before the first, after the last.
float catmull_rom(const std::vector<Knot>& /*knots*/, float /*time*/) { return 0.0f; }

}  // namespace marrow::student
