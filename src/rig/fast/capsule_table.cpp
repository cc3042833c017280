#include "rig/fast/capsule_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rig/bones.h"

namespace marrow::fast {

namespace {

/// The squares of floats outside this range leave the range of normal floats.
constexpr double kSmallest = 1e-18, kLargest = 1e18;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

double largest_coordinate(const glm::vec3& point) {
  return std::max(
      {std::abs(double(point.x)), std::abs(double(point.y)), std::abs(double(point.z))});
}

}  // namespace

CapsuleTable::CapsuleTable(std::vector<Capsule> capsules, Falloff kind)
    : stride_(capsules.size() + kPad),
      numbers_(kArrays * stride_, 0.0f),
      joints(std::move(capsules)),
      falloff(kind),
      x(array(0)),
      y(array(1)),
      z(array(2)),
      along_x(array(3)),
      along_y(array(4)),
      along_z(array(5)),
      inverse_length_squared(array(6)),
      surely_below(array(7)),
      surely_above(array(8)),
      farthest(array(9)),
      slack(array(10)),
      radius(array(11)),
      taper(array(12)),
      error(array(13)),
      has_tapers(std::any_of(joints.begin(), joints.end(),
                             [](const Capsule& capsule) { return capsule.radii.is_tapered(); })),
      is_exact(array(14)) {
  std::fill_n(surely_below, 2 * stride_, -1.0f);
  std::fill_n(farthest, stride_, -kInfinity);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Radii& radii = joints[j].radii;
    radius[j] = radii.at_origin;
    taper[j] = radii.is_tapered() ? radii.at_tip - radii.at_origin : 0.0f;
    if (can_hold(j)) set(j);
  }
}

void CapsuleTable::set(std::size_t j) {
  const Capsule& capsule = joints[j];
  const glm::dvec3 along = glm::dvec3(capsule.end) - glm::dvec3(capsule.start);
  const double r = double(capsule.radii.largest()), length = glm::length(along);
  const double steepness = std::abs(double(taper[j])) / std::max(length, kSmallest);
  const double size = std::max(largest_coordinate(capsule.start), largest_coordinate(capsule.end));
  const bool is_point = length <= 1e-8 * r;  // shorter than a float's precision of the radius
  const bool is_a_cliff = steepness > 1e3;   // rounding t alone moves the radius too far
  if (!(r >= kSmallest && r <= kLargest && size <= kLargest && (is_point || length >= kSmallest)) ||
      is_a_cliff)
    return set_exact(j);

  x[j] = capsule.start.x;
  y[j] = capsule.start.y;
  z[j] = capsule.start.z;
  if (!is_point) {
    along_x[j] = float(along.x);
    along_y[j] = float(along.y);
    along_z[j] = float(along.z);
    inverse_length_squared[j] = float(1.0 / glm::dot(along, along));
  }
  // Near the surface a coordinate is at most size + radius. The textbook rounds its nearest point
  // to floats, which moves the point by less than one ulp of that; ours moves by less than ten ulps
  // of the vertex's distance from the bone's start. The error of t times the length is as
  // small; times the steepness it is an error of the radius.
  constexpr double kUlp = double(std::numeric_limits<float>::epsilon());
  const double apart = kUlp * (16.0 * (1.0 + steepness) * (r + 2.0 * length) + 4.0 * (size + r));
  const double below = std::max(0.0, r - apart), above = r + apart;
  error[j] = float(apart);
  surely_below[j] = float(below * below * (1.0 - 4.0 * kUlp));
  surely_above[j] = float(above * above * (1.0 + 4.0 * kUlp));
  slack[j] = float(2.0 * apart);
  farthest[j] = float((r + 2.0 * apart) * (1.0 + 1e-5));
}

void CapsuleTable::set_exact(std::size_t j) {
  is_exact[j] = 1.0f;
  surely_above[j] = kInfinity;
  farthest[j] = std::numeric_limits<float>::quiet_NaN();
}

// The steps of the textbook (rig/solution/task3_capsules.cpp): double up to the nearest point,
// float from there. Both sources are compiled with -ffp-contract=off.
ExactDistance exact_distance(const Capsule& capsule, const glm::vec3& point) {
  const glm::dvec3 from(capsule.start);
  const glm::dvec3 along = glm::dvec3(capsule.end) - from;
  const double length_squared = glm::dot(along, along);
  glm::vec3 closest = capsule.start;
  double t = 0.0;
  if (length_squared != 0.0) {
    t = glm::clamp(glm::dot(glm::dvec3(point) - from, along) / length_squared, 0.0, 1.0);
    closest = glm::vec3(from + t * along);
  }
  const float distance = glm::distance(point, closest), radius = capsule.radii.at(t);
  return {std::min(distance, std::numeric_limits<float>::max()), radius,
          is_in_capsule(distance, radius)};
}

std::uint64_t decide(const VertexBlock& block, const Capsule& capsule, std::uint64_t unsure,
                     std::uint64_t held, float* distance, float* radius) {
  for (std::size_t i = 0; i < VertexBlock::kSize; ++i) {
    const std::uint64_t bit = std::uint64_t(1) << i;
    if ((unsure & bit) == 0) continue;
    const ExactDistance exact = exact_distance(capsule, {block.x[i], block.y[i], block.z[i]});
    distance[i] = exact.is_in_capsule ? exact.distance : kNotHeld;
    if (radius) radius[i] = exact.radius;
    held = exact.is_in_capsule ? held | bit : held & ~bit;
  }
  return held;
}

void BindScratch::fit(std::size_t joint_count) {
  constexpr std::size_t kPad = 16, kArrays = 8;
  if (joints.size() >= joint_count + kPad) return;
  const auto lines = [](std::size_t floats) { return (floats + 15) / 16; };
  candidate_numbers.resize(lines(kArrays * (joint_count + kPad)) + kArrays);
  for (std::vector<Line>* const columns : {&distances, &radii})
    columns->resize(lines((joint_count + 1) * VertexBlock::kSize));
  weights.resize(lines((joint_count + kPad) * kPad));
  turned.resize(lines(2 * (joint_count + kPad) * kPad));
  for (std::vector<std::uint32_t>* const array : {&candidates, &joints, &joint_of_slot})
    array->resize(joint_count + kPad);
  held.resize(joint_count + kPad);
  column_of_slot.resize(joint_count + kPad);
}

}  // namespace marrow::fast
