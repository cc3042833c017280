// Misconceptions about splines, and the checks that show them.
#include "rig_wrong.h"

namespace marrow::test {

namespace {

using Knots = std::vector<Knot>;

float hermite(float t, float p0, float p1, float m0, float m1) {
  return solution::tasks().cubic_unit_spline(t, p0, p1, m0, m1);
}

/// A knot's missing neighbor, from the one that it has.
Knot mirror(const Knot& neighbor, const Knot& at) {
  return {2.0f * at.time - neighbor.time, 2.0f * at.value - neighbor.value};
}

float by_time(const Knot& before, const Knot&, const Knot& after) {
  return (after.value - before.value) / (after.time - before.time);
}

/// The textbook's curve between its knots, with another slope, missing neighbor and interval.
/// Precondition: at least two knots.
template <typename Slope, typename End>
float between(const Knots& knots, float time, const Slope& slope, const End& end,
              float scale = 0.0f, int shift = 0) {
  const int last = int(knots.size()) - 1;
  int k = 0;
  while (k < last - 1 && time >= knots[std::size_t(k + 1)].time) ++k;
  k = std::clamp(k + shift, 0, last - 1);
  const Knot &a = knots[std::size_t(k)], &b = knots[std::size_t(k + 1)];
  const Knot before = k > 0 ? knots[std::size_t(k - 1)] : Knot(end(b, a)),
             after = k + 1 < last ? knots[std::size_t(k + 2)] : Knot(end(a, b));
  const float h = b.time - a.time, by = scale > 0.0f ? scale : h;
  return hermite((time - a.time) / h, a.value, b.value, by * slope(before, a, b),
                 by * slope(a, b, after));
}

bool is_between(const Knots& knots, float time) {
  return knots.size() > 1 && time > knots.front().time && time < knots.back().time;
}

/// Declares a curve that is right outside of its knots.
#define CURVE_WITH(...)                                                              \
  [](auto& knots, float time) {                                                      \
    if (!is_between(knots, time)) return solution::tasks().catmull_rom(knots, time); \
    return between(knots, time, __VA_ARGS__);                                        \
  }

Tasks with_curve(float (*curve)(const Knots&, float)) {
  Tasks wrong = with(&Tasks::catmull_rom, curve);
  return wrong;
}

Tasks with_unit(float (*unit)(float, float, float, float, float)) {
  Tasks wrong = with(&Tasks::cubic_unit_spline, unit);
  return wrong;
}

/// Declares cubic_unit_spline() by its value.
#define UNIT_OF(...)                                                                               \
  [](float t, float p0, float p1, [[maybe_unused]] float m0, [[maybe_unused]] float m1) -> float { \
    return __VA_ARGS__;                                                                            \
  }

void check_unit_caught(const Tasks& wrong, const char* words) {
  check_named_by(wrong, {"task6.unit_spline_by_hand", "task6.unit_spline_of_cubics"}, words);
}

/// The check names the mistake, and no other check names another one.
void check_curve_reason(const Tasks& wrong, const char* name, const char* words) {
  check_reason(wrong, name, words);
  check_agreed(wrong, words, 6);
}

}  // namespace

TEST_CASE("wrong: splines concern the checks of their own task alone") {
  Tasks wrong = with_unit([](float, float, float, float, float) { return 1e6f; });
  wrong.catmull_rom = [](auto&, float) { return 1e6f; };
  check_only_from_task(6, wrong);
}

TEST_CASE("wrong: a basis function of the unit spline") {
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, m0, -m1))), "tangent1's term is wrong");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, -m0, m1))), "tangent0's term is wrong");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, -p1, m0, m1))), "position1's term is wrong");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, m0, m1) - p0)), "lacks its 1");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, m0, m1) + t * t * m0)), "t^2 once");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, m0, m1) - t * t * m1)), "t^2 twice");
}

TEST_CASE("wrong: the unit spline's arguments are taken for others") {
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, m1, m0))), "tangents are swapped");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p1, p0, m0, m1))), "positions are swapped");
  check_unit_caught(with_unit(UNIT_OF(hermite(1.0f - t, p0, p1, m0, m1))), "the way back");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, 3.0f * m0, 3.0f * m1))), "Bezier");
  check_unit_caught(with_unit(UNIT_OF(hermite(t, p0, p1, m0 / 3.0f, m1 / 3.0f))), "Bezier");
  check_unit_caught(with_unit(UNIT_OF(p0 + t * (p1 - p0))), "straight line");
  const Tasks flat = with_unit(UNIT_OF(hermite(t, p0, p1, 0.0f, 0.0f)));
  check_unit_caught(flat, "tangents are not used");
  check_caught(flat, {"task6.unit_spline_tangents"});
}

TEST_CASE("wrong: slopes of a curve") {
  const Tasks uniform = with_curve(CURVE_WITH(
      [](auto& before, auto&, auto& after) { return (after.value - before.value) / 2.0f; }, mirror,
      1.0f));
  check_caught(uniform, {"task6.curve_by_hand", "task6.smooth_at_knots"});
  check_curve_reason(uniform, "task6.curve_by_hand", "evenly spaced");
  const Tasks halved = with_curve(CURVE_WITH(
      [](auto& before, auto&, auto& after) { return (after.value - before.value) / 2.0f; },
      mirror));
  check_caught(halved, {"task6.curve_by_hand", "task6.smooth_at_knots", "task6.any_clock"});
  check_curve_reason(halved, "task6.curve_by_hand", "divided by 2 and not by time");
  const Tasks unscaled = with_curve(CURVE_WITH(by_time, mirror, 1.0f));
  check_caught(unscaled, {"task6.curve_by_hand", "task6.few_knots", "task6.smooth_at_knots",
                          "task6.any_clock"});
  check_curve_reason(unscaled, "task6.curve_by_hand", "not scaled");
  const Tasks forward = with_curve(
      CURVE_WITH([](auto&, auto& at, auto& after) { return by_time(at, at, after); }, mirror));
  check_caught(forward, {"task6.curve_by_hand", "task6.smooth_at_knots", "task6.any_clock"});
  check_curve_reason(forward, "task6.curve_by_hand", "knot after");
  const Tasks mean = with_curve(CURVE_WITH(
      [](auto& before, auto& at, auto& after) {
        return 0.5f * (by_time(before, at, at) + by_time(at, at, after));
      },
      mirror));
  check_caught(mean, {"task6.curve_by_hand", "task6.smooth_at_knots"});
  check_curve_reason(mean, "task6.curve_by_hand", "mean of both");
  const Tasks flat = with_curve(CURVE_WITH([](auto&, auto&, auto&) { return 0.0f; }, mirror));
  check_caught(flat, {"task6.few_knots", "task6.curve_by_hand", "task6.smooth_at_knots"});
  check_curve_reason(flat, "task6.curve_by_hand", "tangents are 0");
}

TEST_CASE("wrong: the missing neighbors of a curve's ends") {
  const Tasks doubled = with_curve(CURVE_WITH(by_time, [](auto& neighbor, auto& at) {
    return Knot{2.0f * at.time - neighbor.time, at.value};
  }));
  check_caught(doubled, {"task6.ends_mirrored", "task6.few_knots"});
  check_curve_reason(doubled, "task6.ends_mirrored", "doubled and not mirrored");
  const Tasks in_value = with_curve(CURVE_WITH(by_time, [](auto& neighbor, auto& at) {
    return Knot{at.time, 2.0f * at.value - neighbor.value};
  }));
  check_caught(in_value, {"task6.ends_mirrored", "task6.few_knots"});
  check_curve_reason(in_value, "task6.ends_mirrored", "only the value is mirrored");
  const Tasks resting = with_curve(CURVE_WITH(by_time, [](auto& neighbor, auto& at) {
    return Knot{2.0f * at.time - neighbor.time, neighbor.value};
  }));
  check_caught(resting, {"task6.ends_mirrored", "task6.few_knots"});
  check_curve_reason(resting, "task6.ends_mirrored", "comes to rest");
}

TEST_CASE("wrong: the interval and t of a curve") {
  const Tasks next = with_curve(CURVE_WITH(by_time, mirror, 0.0f, 1));
  check_caught(next, {"task6.curve_by_hand", "task6.through_its_knots"});
  check_curve_reason(next, "task6.curve_by_hand", "the next interval");
  const Tasks before = with_curve(CURVE_WITH(by_time, mirror, 0.0f, -1));
  check_caught(before, {"task6.curve_by_hand", "task6.smooth_at_knots"});
  check_curve_reason(before, "task6.curve_by_hand", "the interval before");
  const Tasks seconds = with_curve([](auto& knots, float time) {
    if (!is_between(knots, time)) return solution::tasks().catmull_rom(knots, time);
    std::size_t k = 0;
    while (time >= knots[k + 1].time) ++k;
    const float h = knots[k + 1].time - knots[k].time;
    return solution::tasks().catmull_rom(knots, knots[k].time + (time - knots[k].time) * h);
  });
  check_caught(seconds, {"task6.curve_by_hand"});
}

TEST_CASE("wrong: a curve without its rules for few knots and for its outside") {
  const Tasks no_default = with_curve([](auto& knots, float time) {
    if (knots.empty()) return knots.at(0).value;
    return solution::tasks().catmull_rom(knots, time);
  });
  check_caught(no_default, {"task6.few_knots"});
  const Tasks no_constant = with_curve([](auto& knots, float time) {
    return knots.size() < 2 ? 0.0f : solution::tasks().catmull_rom(knots, time);
  });
  check_caught(no_constant, {"task6.few_knots"});
  const Tasks goes_on = with_curve([](auto& knots, float time) {
    if (knots.size() < 2) return solution::tasks().catmull_rom(knots, time);
    return between(knots, time, by_time, mirror);
  });
  check_caught(goes_on, {"task6.held_outside"});
  check_curve_reason(goes_on, "task6.held_outside", "goes on beyond");
  const Tasks vanishes = with_curve([](auto& knots, float time) {
    const bool is_outside =
        !knots.empty() && (time < knots.front().time || time > knots.back().time);
    return is_outside ? 0.0f : solution::tasks().catmull_rom(knots, time);
  });
  check_caught(vanishes, {"task6.held_outside", "task6.few_knots"});
  check_curve_reason(vanishes, "task6.held_outside", "is not 0");
  const Tasks wraps = with_curve([](auto& knots, float time) {
    return !knots.empty() && time >= knots.back().time ? knots.front().value
                                                       : solution::tasks().catmull_rom(knots, time);
  });
  check_caught(wraps, {"task6.held_outside", "task6.through_its_knots"});
  check_curve_reason(wraps, "task6.held_outside", "starts over");
}

TEST_CASE("wrong: a curve that is not smooth") {
  const Tasks straight = with_curve([](auto& knots, float time) {
    if (!is_between(knots, time)) return solution::tasks().catmull_rom(knots, time);
    std::size_t k = 0;
    while (time >= knots[k + 1].time) ++k;
    return knots[k].value + (time - knots[k].time) * by_time(knots[k], knots[k], knots[k + 1]);
  });
  check_caught(straight, {"task6.curve_by_hand", "task6.smooth_at_knots"});
  check_curve_reason(straight, "task6.curve_by_hand", "straight lines");
  const Tasks steps = with_curve([](auto& knots, float time) {
    float value = knots.empty() ? 0.0f : knots.front().value;
    for (const Knot& knot : knots) value = knot.time <= time ? knot.value : value;
    return value;
  });
  check_caught(steps, {"task6.curve_by_hand", "task6.few_knots"});
  check_curve_reason(steps, "task6.curve_by_hand", "held until the next");
}

}  // namespace marrow::test
