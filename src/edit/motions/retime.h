// Changes the timing of a motion.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scene/motion.h"

namespace marrow {

/// Maps new times to old ones, in seconds: a monotone cubic (Fritsch and Carlson 1980) through at
/// least two points (new time, old time), rising in both. Time never runs backwards.
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

/// `points` made valid for a TimeCurve: starts at (0, 0), without points that do not rise in both.
/// At least two points; for a motion of 0 seconds they span one second.
std::vector<glm::dvec2> sound_points(std::vector<glm::dvec2> points, double old_length);

/// The motion that shows at t what `motion` shows at old_at(t). Straight curves only move keys and
/// stretch tangents; other curves sample all channels but steps at each frame and key, linearly.
/// Length and loop are mapped, too; frame rate and name stay.
Motion retimed(const Motion& motion, const TimeCurve& curve);

}  // namespace marrow
