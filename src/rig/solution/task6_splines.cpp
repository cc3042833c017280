// Task 6 (extra): a smooth curve through the values that an animator set at some times.
#include <algorithm>

#include "rig/solution/textbook.h"

namespace marrow::solution {

float cubic_unit_spline(float t, float position0, float position1, float tangent0, float tangent1) {
  const double t1 = double(t), t2 = t1 * t1, t3 = t2 * t1;
  return float((2.0 * t3 - 3.0 * t2 + 1.0) * double(position0) +
               (t3 - 2.0 * t2 + t1) * double(tangent0) +
               (-2.0 * t3 + 3.0 * t2) * double(position1) + (t3 - t2) * double(tangent1));
}

// The mirror image of a neighbor on the other side of the knot `at`.
static Knot mirrored(const Knot& neighbor, const Knot& at) {
  return {at.time - (neighbor.time - at.time), at.value - (neighbor.value - at.value)};
}

// The slope from the neighbor before to the one after, per second.
static double slope(const Knot& before, const Knot& after) {
  return (double(after.value) - double(before.value)) / (double(after.time) - double(before.time));
}

float catmull_rom(const std::vector<Knot>& knots, float time) {
  if (knots.empty()) return 0.0f;
  if (time <= knots.front().time) return knots.front().value;
  if (time >= knots.back().time) return knots.back().value;

  // There are at least two knots now, and `time` is between the first and the last.
  const auto later = std::upper_bound(knots.begin(), knots.end(), time,
                                      [](float t, const Knot& knot) { return t < knot.time; });
  const std::size_t next = std::size_t(later - knots.begin());
  const Knot &k1 = knots[next - 1], &k2 = knots[next];
  const Knot k0 = next >= 2 ? knots[next - 2] : mirrored(k2, k1);
  const Knot k3 = next + 1 < knots.size() ? knots[next + 1] : mirrored(k1, k2);

  const double h = double(k2.time) - double(k1.time);  // seconds of one unit of t
  const double t = (double(time) - double(k1.time)) / h;
  return cubic_unit_spline(float(t), k1.value, k2.value, float(h * slope(k0, k2)),
                           float(h * slope(k1, k3)));
}

}  // namespace marrow::solution
