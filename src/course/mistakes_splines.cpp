// Mistakes in splines: task 6.
#include <algorithm>
#include <functional>

#include "course/mistakes.h"

namespace marrow::course {

namespace {

using Knots = std::vector<Knot>;

/// The four basis functions of a cubic Hermite spline, possibly wrong ones.
struct Basis {
  double position0, tangent0, position1, tangent1;
};

Basis basis_at(double t) {
  const double t2 = t * t, t3 = t2 * t;
  return {2.0 * t3 - 3.0 * t2 + 1.0, t3 - 2.0 * t2 + t, -2.0 * t3 + 3.0 * t2, t3 - t2};
}

double value_of(const Basis& basis, const UnitSpline& of) {
  return basis.position0 * double(of.position0) + basis.tangent0 * double(of.tangent0) +
         basis.position1 * double(of.position1) + basis.tangent1 * double(of.tangent1);
}

/// The slope at a knot per second, from the knots before and after it.
using SlopeRule = std::function<double(const Knot& before, const Knot& at, const Knot& after)>;
/// Replaces the missing neighbor of an end knot.
using EndRule = std::function<Knot(const Knot& neighbor, const Knot& at)>;

double slope_by_time(const Knot& before, const Knot&, const Knot& after) {
  return (double(after.value) - double(before.value)) / (double(after.time) - double(before.time));
}

Knot mirror_of(const Knot& neighbor, const Knot& at) {
  return {2.0f * at.time - neighbor.time, 2.0f * at.value - neighbor.value};
}

/// How to compute a curve; the defaults are right.
struct Recipe {
  SlopeRule slope = slope_by_time;
  EndRule end = mirror_of;
  std::function<double(double h)> tangent_scale = [](double h) { return h; };
  std::function<double(double seconds, double h)> unit = [](double s, double h) { return s / h; };
  int shift = 0;  ///< added to the interval's index
  bool holds_before = true, holds_after = true;
};

double made(const Recipe& recipe, const Knots& knots, float time) {
  if (recipe.holds_before && time <= knots.front().time) return double(knots.front().value);
  if (recipe.holds_after && time >= knots.back().time) return double(knots.back().value);
  const int last = int(knots.size()) - 1;
  int k = 0;
  while (k < last - 1 && time >= knots[std::size_t(k + 1)].time) ++k;
  k = std::clamp(k + recipe.shift, 0, last - 1);
  const auto knot = [&](int i) { return knots[std::size_t(i)]; };
  const auto slope = [&](int i) {
    const Knot before = i > 0 ? knot(i - 1) : recipe.end(knot(i + 1), knot(i)),
               after = i < last ? knot(i + 1) : recipe.end(knot(i - 1), knot(i));
    return recipe.slope(before, knot(i), after);
  };
  const double h = double(knot(k + 1).time) - double(knot(k).time), scale = recipe.tangent_scale(h),
               t = recipe.unit(double(time) - double(knot(k).time), h);
  const Basis basis = basis_at(t);
  return basis.position0 * double(knot(k).value) + basis.position1 * double(knot(k + 1).value) +
         scale * (basis.tangent0 * slope(k) + basis.tangent1 * slope(k + 1));
}

/// Slopes that are wrong at inner knots as well.
std::vector<std::pair<SlopeRule, const char*>> wrong_slopes() {
  using Of = const Knot&;
  const auto rise = [](Of from, Of to) { return double(to.value) - double(from.value); };
  const auto seconds = [](Of from, Of to) { return double(to.time) - double(from.time); };
  return {
      {[](Of, Of, Of) { return 0.0; },
       "the tangents are 0: the slope at a knot is that from the knot before to the one after"},
      {[=](Of before, Of, Of after) { return rise(before, after) / 2.0; },
       "the slope is divided by 2 and not by time: (value_{k+1} - value_{k-1}) / (time_{k+1} - "
       "time_{k-1})"},
      {[=](Of before, Of, Of after) { return rise(before, after); },
       "the slope is not divided by time: (value_{k+1} - value_{k-1}) / (time_{k+1} - "
       "time_{k-1})"},
      {[=](Of before, Of, Of after) { return rise(before, after) / seconds(before, after) / 2.0; },
       "the slope is halved: (value_{k+1} - value_{k-1}) / (time_{k+1} - time_{k-1}) is the mean "
       "already"},
      {[=](Of before, Of, Of after) { return -rise(before, after) / seconds(before, after); },
       "the slope has the opposite sign: after minus before"},
      {[=](Of before, Of at, Of) { return rise(before, at) / seconds(before, at); },
       "the slope is that from the knot before: it goes from k - 1 to k + 1"},
      {[=](Of, Of at, Of after) { return rise(at, after) / seconds(at, after); },
       "the slope is that to the knot after: it goes from k - 1 to k + 1"},
      {[=](Of before, Of at, Of after) {
         return (rise(before, at) / seconds(before, at) + rise(at, after) / seconds(at, after)) /
                2.0;
       },
       "this is the mean of both slopes: Catmull-Rom takes the one from k - 1 to k + 1"}};
}

}  // namespace

std::vector<NumbersMistake> unit_spline_mistakes(const std::vector<UnitSpline>& asked) {
  std::vector<NumbersMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    NumbersMistake& mistake = mistakes.emplace_back(NumbersMistake{{}, reason});
    for (const UnitSpline& one : asked) mistake.gives.push_back(float(rule(one)));
  };
  const auto add_basis = [&](const char* reason, const auto& change) {
    add(reason, [&](const UnitSpline& one) {
      Basis basis = basis_at(double(one.t));
      change(basis, double(one.t));
      return value_of(basis, one);
    });
  };
  using Of = const UnitSpline&;
  add("nothing is written yet: the answer is a sum of four terms", [](Of) { return 0.0; });
  add("this is a straight line: a cubic is wanted, with these tangents at its ends", [](Of one) {
    return double(one.position0) + double(one.t) * (double(one.position1) - double(one.position0));
  });
  add_basis("the tangents are not used", [](Basis& b, double) { b.tangent0 = b.tangent1 = 0.0; });
  add_basis("the tangents are swapped",
            [](Basis& b, double) { std::swap(b.tangent0, b.tangent1); });
  add_basis("the positions are swapped",
            [](Basis& b, double) { std::swap(b.position0, b.position1); });
  add("this is the way back: at t = 0 it is at position0",
      [](Of one) { return value_of(basis_at(1.0 - double(one.t)), one); });
  add_basis("the sign of tangent1's term is wrong: t^3 - t^2, which is negative",
            [](Basis& b, double) { b.tangent1 = -b.tangent1; });
  add_basis("the sign of tangent0's term is wrong: t^3 - 2t^2 + t, which is positive",
            [](Basis& b, double) { b.tangent0 = -b.tangent0; });
  add_basis("the sign of position1's term is wrong: -2t^3 + 3t^2",
            [](Basis& b, double) { b.position1 = -b.position1; });
  add_basis("position0's term lacks its 1: 2t^3 - 3t^2 + 1",
            [](Basis& b, double) { b.position0 -= 1.0; });
  add_basis("tangent0's term has t^2 once: t^3 - 2t^2 + t",
            [](Basis& b, double t) { b.tangent0 += t * t; });
  add_basis("tangent1's term has t^2 twice: t^3 - t^2",
            [](Basis& b, double t) { b.tangent1 -= t * t; });
  const auto add_powers = [&](const char* reason, const auto& powers) {
    add_basis(reason, [&](Basis& b, double t) {
      const auto [t2, t3] = powers(t);
      b = {2.0 * t3 - 3.0 * t2 + 1.0, t3 - 2.0 * t2 + t, -2.0 * t3 + 3.0 * t2, t3 - t2};
    });
  };
  add_powers("t^3 is computed as t^2", [](double t) { return std::pair(t * t, t * t); });
  add_powers("t^2 is computed as t^3", [](double t) { return std::pair(t * t * t, t * t * t); });
  add_powers("t^2 and t^3 are swapped", [](double t) { return std::pair(t * t * t, t * t); });
  add_basis(
      "the tangents count three times: they are derivatives and not the differences of a "
      "Bezier curve's points",
      [](Basis& b, double) { b.tangent0 *= 3.0, b.tangent1 *= 3.0; });
  add_basis(
      "the tangents count a third: they are derivatives and not the differences of a Bezier "
      "curve's points",
      [](Basis& b, double) { b.tangent0 /= 3.0, b.tangent1 /= 3.0; });
  add_basis("this is the derivative by t: the value is wanted", [](Basis& b, double t) {
    b = {6.0 * t * t - 6.0 * t, 3.0 * t * t - 4.0 * t + 1.0, 6.0 * t - 6.0 * t * t,
         3.0 * t * t - 2.0 * t};
  });
  return mistakes;
}

std::vector<NumbersMistake> curve_mistakes(const Knots& knots, const std::vector<float>& times) {
  std::vector<NumbersMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    NumbersMistake& mistake = mistakes.emplace_back(NumbersMistake{{}, reason});
    for (const float time : times) mistake.gives.push_back(float(rule(time)));
  };
  const auto add_recipe = [&](const char* reason, const Recipe& recipe) {
    add(reason, [&](float time) { return made(recipe, knots, time); });
  };
  add("nothing is written yet", [](float) { return 0.0; });
  add_recipe(
      "the tangents are not scaled: one unit of t is h seconds, so a slope per second counts "
      "h times",
      {.tangent_scale = [](double) { return 1.0; }});
  add_recipe(
      "the tangents are divided by h: one unit of t is h seconds, so a slope per second "
      "counts h times",
      {.tangent_scale = [](double h) { return 1.0 / h; }});
  add_recipe("t is in seconds: (time - time_k) / h is from 0 to 1",
             {.unit = [](double seconds, double) { return seconds; }});
  for (const auto& [slope, reason] : wrong_slopes()) add_recipe(reason, {.slope = slope});
  add_recipe(
      "the slope is divided by 2 and not by time, and not scaled by the interval: this is "
      "for knots that are evenly spaced",
      {.slope =
           [](const Knot& before, const Knot&, const Knot& after) {
             return (double(after.value) - double(before.value)) / 2.0;
           },
       .tangent_scale = [](double) { return 1.0; }});
  add_recipe("this is the next interval: knots k and k + 1 are those around the time",
             {.shift = 1});
  add_recipe("this is the interval before: knots k and k + 1 are those around the time",
             {.shift = -1});
  add_recipe("the curve comes to rest at its ends: the missing neighbor is a mirror image",
             {.end = [](const Knot& neighbor, const Knot& at) {
               return Knot{2.0f * at.time - neighbor.time, neighbor.value};
             }});
  add_recipe(
      "the end's value is doubled and not mirrored: value_{-1} = value_0 - (value_1 - "
      "value_0)",
      {.end = [](const Knot& neighbor, const Knot& at) {
        return Knot{2.0f * at.time - neighbor.time, at.value};
      }});
  add_recipe("only the value is mirrored, not the time: time_{-1} = time_0 - (time_1 - time_0)",
             {.end = [](const Knot& neighbor, const Knot& at) {
               return Knot{at.time, 2.0f * at.value - neighbor.value};
             }});
  const char* const beyond = "the curve goes on beyond its ends: there it holds the end's value";
  add_recipe(beyond, {.holds_before = false, .holds_after = false});
  add_recipe("the curve goes on before its first knot: there it holds the first value",
             {.holds_before = false});
  add_recipe("the curve goes on after its last knot: there it holds the last value",
             {.holds_after = false});
  const auto is_outside = [&](float time) {
    return time < knots.front().time || time > knots.back().time;
  };
  add("beyond its ends the curve is not 0: it holds the end's value",
      [&](float time) { return is_outside(time) ? 0.0 : made({}, knots, time); });
  add("at and beyond its ends the curve is not 0: it holds the end's value", [&](float time) {
    return time <= knots.front().time || time >= knots.back().time ? 0.0 : made({}, knots, time);
  });
  add("the curve starts over after its last knot: there it holds the last value", [&](float time) {
    return time >= knots.back().time ? double(knots.front().value) : made({}, knots, time);
  });
  add("each knot's value is held until the next: a smooth curve is wanted", [&](float time) {
    Knot at = knots.front();
    for (const Knot& knot : knots) at = knot.time <= time ? knot : at;
    return double(at.value);
  });
  add("straight lines lead from knot to knot: a smooth curve is wanted", [&](float time) {
    const auto after = std::find_if(knots.begin(), knots.end(),
                                    [&](const Knot& knot) { return knot.time > time; });
    if (after == knots.begin()) return double(knots.front().value);
    if (after == knots.end()) return double(knots.back().value);
    const Knot &from = after[-1], &to = *after;
    return double(from.value) + (double(time) - double(from.time)) * slope_by_time(from, from, to);
  });
  return mistakes;
}

}  // namespace marrow::course
