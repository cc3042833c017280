// Checks of task 6: splines, by hand and by laws of such curves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/cases.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

using CurveKnots = std::vector<Knot>;
using Times = std::vector<float>;

constexpr const char* kFormulaOfUnitSpline =
    "(2t^3 - 3t^2 + 1) position0 + (t^3 - 2t^2 + t) tangent0 + (-2t^3 + 3t^2) position1 + (t^3 - "
    "t^2) tangent1";
constexpr const char* kFormulaOfCurve =
    "cubic_unit_spline at t = (time - time_k) / h with the tangents h slope_k and h slope_{k+1}, "
    "slope_k = (value_{k+1} - value_{k-1}) / (time_{k+1} - time_{k-1})";

std::vector<float> asked_of(const Tasks& tasks, const std::vector<UnitSpline>& splines) {
  std::vector<float> got;
  for (const UnitSpline& one : splines)
    got.push_back(
        tasks.cubic_unit_spline(one.t, one.position0, one.position1, one.tangent0, one.tangent1));
  return got;
}

std::vector<std::string> words_of(const std::vector<UnitSpline>& splines) {
  std::vector<std::string> words;
  for (const UnitSpline& one : splines)
    words.push_back(fmt::format("cubic_unit_spline({:.6g}, {:.6g}, {:.6g}, {:.6g}, {:.6g}) is",
                                one.t, one.position0, one.position1, one.tangent0, one.tangent1));
  return words;
}

bool judge_unit_splines(Judge& judge, const Tasks& tasks, const std::vector<UnitSpline>& splines,
                        const std::vector<float>& expected) {
  return judge.are_numbers(words_of(splines), expected, asked_of(tasks, splines),
                           unit_spline_mistakes(splines));
}

std::vector<float> curve_at(const Tasks& tasks, const CurveKnots& knots, const Times& times) {
  std::vector<float> values;
  for (const float time : times) values.push_back(tasks.catmull_rom(knots, time));
  return values;
}

/// "(0 s, 1), (2 s, 3)"
std::string knots_in_words(const CurveKnots& knots) {
  std::vector<std::string> words;
  for (const Knot& knot : knots)
    words.push_back(fmt::format("({:.6g} s, {:.6g})", knot.time, knot.value));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> curve_words(const CurveKnots& knots, const Times& times) {
  std::vector<std::string> words;
  for (const float time : times)
    words.push_back(
        fmt::format("at {:.6g} s the curve through {} is", time, knots_in_words(knots)));
  return words;
}

bool judge_curve(Judge& judge, const Tasks& tasks, const CurveKnots& knots, const Times& times,
                 const std::vector<float>& expected) {
  return judge.are_numbers(curve_words(knots, times), expected, curve_at(tasks, knots, times),
                           curve_mistakes(knots, times));
}

void unit_spline_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfUnitSpline);
  // At 1/4 the four factors are 27/32, 9/64, 5/32 and -3/64; at 1/2 they are 1/2, 1/8, 1/2, -1/8.
  std::vector<UnitSpline> splines;
  for (const float t : {0.0f, 0.25f, 0.5f, 1.0f}) splines.push_back({t, 1.0f, 3.0f, 3.0f, -4.0f});
  judge_unit_splines(judge, tasks, splines, {1.0f, 1.921875f, 2.875f, 3.0f});
}

/// The derivative at x = 0 of the cubic through f0 to f3 at x = 0, 1, 2 and 3.
double slope_of_cubic(float f0, float f1, float f2, float f3) {
  return (-11.0 * double(f0) + 18.0 * double(f1) - 9.0 * double(f2) + 2.0 * double(f3)) / 6.0;
}

void unit_spline_tangents(Judge& judge, const Tasks& tasks) {
  judge.law("the derivative by t is tangent0 at t = 0 and tangent1 at t = 1");
  const Times quarters{0.0f, 0.25f, 0.5f, 0.75f, 1.0f};
  for (const UnitSpline& one :
       {UnitSpline{0.0f, -1.0f, 2.0f, 0.5f, -3.0f}, UnitSpline{0.0f, 1.0f, -2.0f, 2.0f, 0.75f}}) {
    std::vector<UnitSpline> asked(quarters.size(), one);
    for (std::size_t i = 0; i < asked.size(); ++i) asked[i].t = quarters[i];
    const std::vector<float> f = asked_of(tasks, asked);
    const std::string words = fmt::format(
        "from {:.6g} to {:.6g} with the tangents {:.6g} and {:.6g}, its values at t = "
        "0, 1/4, 1/2, 3/4, 1 say that ",
        one.position0, one.position1, one.tangent0, one.tangent1);
    // Several mistakes give the same slopes, so none is named.
    judge.is_number(words + "the slope at t = 0 is", one.tangent0,
                    float(4.0 * slope_of_cubic(f[0], f[1], f[2], f[3])));
    judge.is_number(words + "the slope at t = 1 is", one.tangent1,
                    float(-4.0 * slope_of_cubic(f[4], f[3], f[2], f[1])));
  }
}

void unit_spline_of_cubics(Judge& judge, const Tasks& tasks) {
  judge.law("a cubic is known by its values and derivatives at 0 and 1: the spline is that cubic");
  std::mt19937 random = drawn(71);
  for (int round = 0; round < 6 && judge.all_well(); ++round) {
    const float a = random_number(random, -2.0f, 2.0f), b = random_number(random, -2.0f, 2.0f),
                c = random_number(random, -2.0f, 2.0f), d = random_number(random, 0.5f, 2.0f);
    std::vector<UnitSpline> splines;
    std::vector<float> expected;
    for (const float t : {0.125f, 0.375f, 0.5f, 0.625f, 0.875f}) {
      splines.push_back({t, d, a + b + c + d, c, 3.0f * a + 2.0f * b + c});
      expected.push_back(((a * t + b) * t + c) * t + d);
    }
    judge_unit_splines(judge, tasks, splines, expected);
  }
}

void few_knots(Judge& judge, const Tasks& tasks) {
  judge.law("without knots it is 0, with one it is that one's value at every time");
  judge.is_number("without knots, at 1.5 s it is", 0.0f, tasks.catmull_rom({}, 1.5f));
  for (const float time : {0.0f, 2.0f, 7.0f})
    judge.is_number(fmt::format("with the one knot (2 s, 3.5), at {:.6g} s it is", time), 3.5f,
                    tasks.catmull_rom({{2.0f, 3.5f}}, time));
  judge.law(
      "with two knots both slopes are that from one to the other, as missing neighbors are mirror "
      "images: a straight line");
  const CurveKnots two{{1.0f, 2.0f}, {3.0f, 6.0f}};
  const Times times{1.5f, 2.0f, 2.5f};
  // Many mistakes give the same values here, so none is named.
  judge.are_numbers(curve_words(two, times), {3.0f, 4.0f, 5.0f}, curve_at(tasks, two, times));
}

void held_outside(Judge& judge, const Tasks& tasks) {
  judge.law("at or before the first knot, at or after the last: that one's value");
  judge_curve(judge, tasks, {{1.0f, 3.0f}, {2.0f, -1.0f}, {4.0f, 5.0f}, {5.0f, 2.0f}},
              {0.0f, 0.5f, 1.0f, 5.0f, 5.5f, 7.0f}, {3.0f, 3.0f, 3.0f, 2.0f, 2.0f, 2.0f});
}

void curve_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfCurve);
  // From 1 s to 4 s: h = 3, slopes 1 and -1/2, so tangents 3 and -3/2.
  judge_curve(judge, tasks, {{0.0f, 0.0f}, {1.0f, 2.0f}, {4.0f, 4.0f}, {5.0f, 0.0f}},
              {1.75f, 2.5f, 3.25f}, {2.8046875f, 3.5625f, 4.0390625f});
}

void ends_mirrored(Judge& judge, const Tasks& tasks) {
  judge.law(
      "a missing neighbor is the other one's mirror image: time_{-1} = time_0 - (time_1 - "
      "time_0), value_{-1} = value_0 - (value_1 - value_0)");
  // Slopes 2 (to the only neighbor), 0, 1/2 and 2 again; the last interval has h = 2.
  judge_curve(judge, tasks, {{0.0f, 1.0f}, {1.0f, 3.0f}, {3.0f, 1.0f}, {5.0f, 5.0f}},
              {0.25f, 0.5f, 3.5f, 4.0f}, {1.59375f, 2.25f, 1.578125f, 2.625f});
}

/// Five knots, unevenly spaced.
CurveKnots random_knots(std::mt19937& random) {
  CurveKnots knots;
  float time = random_number(random, 0.5f, 1.0f);
  for (int k = 0; k < 5; ++k) {
    knots.push_back({time, random_number(random, -2.0f, 2.0f)});
    time += random_number(random, 0.5f, 2.0f);
  }
  return knots;
}

void through_its_knots(Judge& judge, const Tasks& tasks) {
  judge.law("the curve goes through its knots: at each one's time it has its value");
  std::mt19937 random = drawn(81);
  for (int round = 0; round < 4 && judge.all_well(); ++round) {
    const CurveKnots knots = random_knots(random);
    Times times;
    std::vector<float> expected;
    for (const Knot& knot : knots) {
      times.push_back(knot.time);
      expected.push_back(knot.value);
    }
    judge_curve(judge, tasks, knots, times, expected);
  }
}

void smooth_at_knots(Judge& judge, const Tasks& tasks) {
  judge.law(
      "before and after an inner knot the slope is the same, (value_{k+1} - value_{k-1}) / "
      "(time_{k+1} - time_{k-1})");
  std::mt19937 random = drawn(91);
  for (int round = 0; round < 4 && judge.all_well(); ++round) {
    const CurveKnots knots = random_knots(random);
    for (std::size_t k = 1; k + 1 < knots.size() && judge.all_well(); ++k) {
      const Knot &at = knots[k], &before = knots[k - 1], &after = knots[k + 1];
      const float expected = (after.value - before.value) / (after.time - before.time);
      for (const Knot* to : {&before, &after}) {
        const float third = (to->time - at.time) / 3.0f;
        const Times times{at.time, at.time + third, at.time + 2.0f * third, to->time};
        const auto slope = [&](const std::vector<float>& f) {
          return float(slope_of_cubic(f[0], f[1], f[2], f[3]) / double(third));
        };
        // One number fits several mistakes, so none is named.
        judge.is_number(fmt::format("{} {:.6g} s the slope of the curve through {} is",
                                    to == &before ? "just before" : "just after", at.time,
                                    knots_in_words(knots)),
                        expected, slope(curve_at(tasks, knots, times)));
      }
    }
  }
}

void any_clock(Judge& judge, const Tasks& tasks) {
  judge.law(
      "a curve keeps its shape when its times are stretched, shifted or reversed, and its values "
      "scaled or raised");
  std::mt19937 random = drawn(101);
  for (int round = 0; round < 4 && judge.all_well(); ++round) {
    const CurveKnots knots = random_knots(random);
    const float length = knots.back().time - knots.front().time;
    CurveKnots slower = knots, raised = knots, back(knots.rbegin(), knots.rend());
    for (Knot& knot : slower) knot.time = 2.0f * knot.time + 3.0f;
    for (Knot& knot : raised) knot.value = 5.0f - 2.0f * knot.value;
    for (Knot& knot : back) knot.time = 10.0f - knot.time;
    for (const float share : {0.1f, 0.3f, 0.5f, 0.7f, 0.9f}) {
      const float time = knots.front().time + share * length,
                  value = tasks.catmull_rom(knots, time);
      const std::string words = fmt::format("at {2:.6g} s the curve through {0} is {1:.6g}; ",
                                            knots_in_words(knots), value, time);
      judge.is_number(words + "with all values times -2, plus 5, it is then", 5.0f - 2.0f * value,
                      tasks.catmull_rom(raised, time));
      judge.is_number(words + "with all times doubled, plus 3, at double that, plus 3, it is",
                      value, tasks.catmull_rom(slower, 2.0f * time + 3.0f));
      judge.is_number(words + "with all times from 10 s backwards, at 10 s less that it is", value,
                      tasks.catmull_rom(back, 10.0f - time));
    }
  }
}

}  // namespace

std::vector<Check> task6_checks() {
  constexpr Stage kUnit = Stage::unit_spline, kCurve = Stage::curve;
  return {
      {6, "task6.unit_spline_by_hand", "From 1 to 3 on the unit interval, with tangents 3 and -4",
       1, judgment<unit_spline_by_hand>, kUnit},
      {6, "task6.unit_spline_tangents", "The slopes at both ends of the unit interval", 1,
       judgment<unit_spline_tangents>, kUnit},
      {6, "task6.unit_spline_of_cubics", "Random cubics, rebuilt from what they do at 0 and 1", 1,
       judgment<unit_spline_of_cubics>, kUnit},
      {6, "task6.few_knots", "No knot, one, and two: 0, a constant and a straight line", 1,
       judgment<few_knots>, kCurve},
      {6, "task6.held_outside", "Before the first knot and after the last", 1,
       judgment<held_outside>, kCurve},
      {6, "task6.curve_by_hand", "Between the inner two of four knots, unevenly spaced", 1,
       judgment<curve_by_hand>, kCurve},
      {6, "task6.ends_mirrored", "In the first and the last interval, where a neighbor is missing",
       1, judgment<ends_mirrored>, kCurve},
      {6, "task6.through_its_knots", "Random curves at the times of their knots", 1,
       judgment<through_its_knots>, kCurve},
      {6, "task6.smooth_at_knots", "Random curves just before and just after each knot", 1,
       judgment<smooth_at_knots>, kCurve},
      {6, "task6.any_clock",
       "Random curves, their times stretched, shifted and reversed, their values scaled and raised",
       1, judgment<any_clock>, kCurve},
  };
}

}  // namespace marrow::course
