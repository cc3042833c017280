// Finds shapes that are long and have no limbs: snakes, tails, ropes.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "rig/figure/finders.h"

namespace marrow {
namespace {

constexpr float kLeastLengths = 4.0f;  // least length in thicknesses
constexpr float kLimb = 0.15f;         // share of the length: a shorter limb is a fin or an ear

/// `count` + 1 equally spaced places on the middle line, from one end to the other. Within 3/4 of
/// the thickness from an end they are on a straight line: sections there lead to a corner.
std::vector<glm::vec3> steps_along(const FigureLimb& whole, int count, float thickness) {
  const float near = 0.75f * thickness, far = whole.length() - near;
  const auto straight_on = [&](float from, float towards, float share) {
    return glm::mix(whole.at(from), whole.at(towards), share);
  };
  std::vector<glm::vec3> places;
  for (int k = 0; k <= count; ++k) {
    const float from = whole.length() * float(k) / float(count);
    places.push_back(from < near  ? straight_on(near, 2.0f * near, from / near - 1.0f)
                     : from > far ? straight_on(far, far - near, (far - from) / near)
                                  : whole.at(from));
  }
  return places;
}

/// The share of the middle line, without its ends, that is inside of the shape. It is small for a
/// ring and for separate pieces.
float share_inside(const FigureCells& figure, const FigureLimb& whole, float thickness) {
  constexpr int kSamples = 100;
  const float end = 0.75f * thickness;
  float inside = 0.0f;
  for (int k = 0; k < kSamples; ++k) {
    const float from = glm::mix(end, whole.length() - end, (float(k) + 0.5f) / float(kSamples));
    inside += figure.solid.at(whole.at(from)) != Solid::kNone ? 1.0f : 0.0f;
  }
  return inside / float(kSamples);
}

/// Mean squared distance of the inside from its middle line, relative to disks of this thickness.
float spread_of(const FigureCells& figure, const FigureLimb& whole, float thickness) {
  double sum = 0.0;
  for (const glm::vec3& center : figure.centers) {
    float nearest = std::numeric_limits<float>::max();
    for (const FigureLimb::Section& section : whole.middle) {
      const glm::vec3 off = center - section.center;
      nearest = std::min(nearest, glm::dot(off, off));
    }
    sum += double(nearest);
  }
  return float(8.0 * sum / double(figure.centers.size())) / (thickness * thickness);
}

}  // namespace

Attempt find_chain(const FigureInside& inside, const FigureWish& wish,
                   const Checkpoint& checkpoint) {
  constexpr float kInside = 0.95f, kEnds = 0.25f, kThicker = 1.1f, kThicknesses = 1.5f,
                  kMostSpread = 3.0f;  // sections six times as wide as thick
  constexpr int kFewest = 3, kMost = kMostChainJoints;
  const FigureCells& figure = inside.cells;
  const auto limbs_from = [&](int cell) {
    const glm::vec3& start = figure.centers[std::size_t(cell)];
    const FigureWays ways(figure, {start, start}, checkpoint);
    const float longest = *std::max_element(ways.length.begin(), ways.length.end());
    return limbs_of(ways, kLimb * longest, checkpoint);
  };
  std::vector<FigureLimb> limbs = limbs_from(limbs_from(0).front().tip);
  const FigureLimb& whole = limbs.front();
  const float length = whole.reach, edge = figure.edge();
  const float volume = float(figure.solid.count()) * edge * edge * edge;
  const float thickness = 2.0f * std::sqrt(volume / (std::numbers::pi_v<float> * length));
  if (limbs.size() > 1)
    return {{}, fmt::format("it has {} ends, and a chain has two", limbs.size() + 1)};
  if (length < kLeastLengths * thickness)
    return {{},
            fmt::format("it is {:.1f} times as long as thick, and a chain is {:g} times",
                        length / thickness, kLeastLengths)};
  if (share_inside(figure, whole, thickness) < kInside)
    return {{}, "its middle is not inside of it, as with a ring or with pieces that do not touch"};
  if (spread_of(figure, whole, thickness) > kMostSpread)
    return {{}, "parts of it stand far off its middle"};
  const int joints =
      wish.joints != 0
          ? wish.joints
          : std::clamp(int(std::lround(length / (kThicknesses * thickness))), kFewest, kMost);
  FigureMarkers found = markers_of(FigureTemplate::chain, joints);
  std::vector<glm::vec3> places = steps_along(whole, joints, thickness);
  float first = 0.0f, last = 0.0f;  // the ends' radii
  for (const FigureLimb::Section& section : whole.middle) {
    if (section.from < kEnds * whole.length()) first = std::max(first, section.radius);
    if (section.from > (1.0f - kEnds) * whole.length()) last = std::max(last, section.radius);
  }
  if (last > first) std::reverse(places.begin(), places.end());
  if (std::max(first, last) < kThicker * std::min(first, last))
    found[0].doubt = "both ends are as thick: the chain may begin at the other one";
  for (std::size_t m = 0; m < places.size(); ++m) found[m].position = places[m];
  leave_figure_space(found, inside.frame);
  return {std::move(found)};
}

}  // namespace marrow
