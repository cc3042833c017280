#include "rig/fit/radius_line.h"

#include <cmath>
#include <limits>

namespace marrow {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kSameDistance = 1e-6;  // of the reach
constexpr double kRoomBeyond = 0.02;    // of the reach, beyond the last vertex

/// From one radius along its part of the direction: how far to 0 and to the reach.
struct LineLimits {
  double low = -kInfinite, high = kInfinite;
};

LineLimits line_limits(float radius, float along, float reach) {
  if (along == 0.0f) return {};
  const double to_zero = -double(radius) / double(along),
               to_reach = (double(reach) - double(radius)) / double(along);
  return {std::min(to_zero, to_reach), std::max(to_zero, to_reach)};
}

}  // namespace

double RadiusLine::low() const {
  return std::max(line_limits(from.at_origin, origin, reach).low,
                  line_limits(from.at_tip, tip, reach).low);
}

double RadiusLine::high() const {
  return std::min(line_limits(from.at_origin, origin, reach).high,
                  line_limits(from.at_tip, tip, reach).high);
}

Radii RadiusLine::at(double s) const {
  const auto moved = [&](float radius, float along) {
    return std::clamp(float(double(radius) + s * double(along)), 0.0f, reach);
  };
  Radii radii{moved(from.at_origin, origin), moved(from.at_tip, tip)};
  if (origin == tip && from.at_origin == from.at_tip) radii.at_tip = radii.at_origin;
  return radii;
}

std::optional<RadiusLine::Passing> RadiusLine::passing(float distance, float place) const {
  constexpr double kNoSlope = 1e-3;
  const double slope = double(origin) + double(place) * double(tip - origin);
  if (std::abs(slope) < kNoSlope) return std::nullopt;
  return Passing{(double(distance) - double(from.at(place))) / slope, slope > 0.0};
}

std::optional<double> best_place(const RadiusLine& line, std::vector<RadiusEvent>& events,
                                 double margin) {
  std::sort(events.begin(), events.end(),
            [](const RadiusEvent& a, const RadiusEvent& b) { return a.at < b.at; });
  const double first = line.low(), last = line.high(), apart = kSameDistance * double(line.reach);
  double sum = 0.0, now = 0.0, least = kInfinite, place = 0.0;
  for (std::size_t k = 0; k <= events.size(); ++k) {
    if (k > 0) sum += events[k - 1].change;
    const bool is_open = k == events.size();
    const double low = std::max(k > 0 ? events[k - 1].at : first, first),
                 high = std::min(is_open ? last : events[k].at, last);
    if (low <= 0.0 && 0.0 < high) now = sum;
    if (high - low <= apart || sum >= least) continue;
    least = sum;
    place = 0.5 * (low + high);
    if (is_open) place = std::min(place, low + kRoomBeyond * double(line.reach));
  }
  if (!(least < now - margin)) return std::nullopt;
  return place;
}

}  // namespace marrow
