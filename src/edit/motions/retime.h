// Another course of time for a motion.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/motion.h"

namespace marrow {

/// Points (new time, old time), seconds, both rising, at least two; through them a monotone cubic
/// (Fritsch and Carlson 1980): time never runs backwards.
class TimeCurve {
 public:
  explicit TimeCurve(std::vector<glm::dvec2> points);
  const std::vector<glm::dvec2>& points() const { return points_; }
  bool is_straight() const;  ///< one speed throughout
  double old_at(double seconds) const;
  double new_at(double seconds) const;  ///< the inverse, by halving

 private:
  std::vector<glm::dvec2> points_;
  std::vector<double> slopes_;  ///< old seconds per new one, at the points
};

/// Points that a curve can have: rising in both, from (0, 0); those that do not rise are left out.
/// At least two come back: for a motion that lasts 0 seconds, of one second.
std::vector<glm::dvec2> sound_points(std::vector<glm::dvec2> points, double old_length);

/// The motion in which old_at(t) is shown at t. Straight curves only move keys and stretch
/// tangents; others sample what is not step at each frame and key, linearly. Length and loop
/// follow; its rate and name stay.
Motion retimed(const Motion& motion, const TimeCurve& curve);

}  // namespace marrow
