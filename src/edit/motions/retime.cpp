#include "edit/motions/retime.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "scene/keys.h"

namespace marrow {

namespace {

/// Slopes at the points that keep a cubic between them monotone: harmonic means inside, one-sided
/// at the ends, no longer than three times the line.
std::vector<double> monotone_slopes(const std::vector<glm::dvec2>& points) {
  const std::size_t count = points.size();
  std::vector<double> lines;
  for (std::size_t i = 0; i + 1 < count; ++i)
    lines.push_back((points[i + 1].y - points[i].y) / (points[i + 1].x - points[i].x));
  std::vector<double> slopes(count);
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double before = points[i].x - points[i - 1].x, after = points[i + 1].x - points[i].x;
    const double one = 2.0 * after + before, other = after + 2.0 * before;
    slopes[i] = (one + other) / (one / lines[i - 1] + other / lines[i]);
  }
  const auto end_slope = [](double line, double inner) {
    return std::clamp(1.5 * line - 0.5 * inner, 0.0, 3.0 * line);
  };
  slopes.front() = count == 2 ? lines.front() : end_slope(lines.front(), slopes[1]);
  slopes.back() = count == 2 ? lines.back() : end_slope(lines.back(), slopes[count - 2]);
  return slopes;
}

/// Frames and mapped keys of one channel, in new time.
std::vector<float> new_times(const MotionChannel& channel, const TimeCurve& curve, double rate) {
  std::set<float> times;
  for (const float time : channel.times) times.insert(float(curve.new_at(double(time))));
  const double from = curve.new_at(double(channel.times.front())),
               to = curve.new_at(double(channel.times.back()));
  for (double frame = std::ceil(from * rate); frame / rate < to; ++frame)
    times.insert(float(frame / rate));
  return {times.begin(), times.end()};
}

bool holds_steps(const MotionChannel& channel) {
  return channel.interpolation == Interpolation::step;
}

MotionChannel sampled(const MotionChannel& channel, const TimeCurve& curve, double rate) {
  std::vector<Key> keys;
  for (const float time : new_times(channel, curve, rate))
    keys.push_back(
        {time, value_at(channel, float(curve.old_at(double(time)))), {}, {}, KeyShape::linear});
  return channel_of(channel.property, std::move(keys));
}

void move_steps(MotionChannel& channel, const TimeCurve& curve) {
  for (float& time : channel.times) time = float(curve.new_at(double(time)));
  for (std::size_t i = 1; i < channel.times.size(); ++i)  // keys may be very near
    if (!(channel.times[i] > channel.times[i - 1]))
      channel.times[i] = std::nextafter(channel.times[i - 1], HUGE_VALF);
}

}  // namespace

TimeCurve::TimeCurve(std::vector<glm::dvec2> points)
    : points_(std::move(points)), slopes_(monotone_slopes(points_)) {}

bool TimeCurve::is_straight() const {
  const glm::dvec2 from = points_.front(), way = points_.back() - from;
  return std::all_of(points_.begin(), points_.end(), [&](const glm::dvec2& point) {
    return std::abs((point.y - from.y) - (point.x - from.x) * way.y / way.x) <= 1e-9 * way.y;
  });
}

double TimeCurve::old_at(double seconds) const {
  if (seconds <= points_.front().x) return points_.front().y;
  if (seconds >= points_.back().x) return points_.back().y;
  std::size_t i = 0;
  while (points_[i + 1].x <= seconds) ++i;
  const double width = points_[i + 1].x - points_[i].x, t = (seconds - points_[i].x) / width;
  const double t2 = t * t, t3 = t2 * t;
  return (2.0 * t3 - 3.0 * t2 + 1.0) * points_[i].y + (t3 - 2.0 * t2 + t) * width * slopes_[i] +
         (3.0 * t2 - 2.0 * t3) * points_[i + 1].y + (t3 - t2) * width * slopes_[i + 1];
}

double TimeCurve::new_at(double seconds) const {
  double low = points_.front().x, high = points_.back().x;
  if (is_straight()) {
    const glm::dvec2 way = points_.back() - points_.front();
    return low + (seconds - points_.front().y) * way.x / way.y;
  }
  if (seconds <= points_.front().y) return low;
  if (seconds >= points_.back().y) return high;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (old_at(middle) < seconds ? low : high) = middle;
  }
  return high;
}

std::vector<glm::dvec2> sound_points(std::vector<glm::dvec2> points, double old_length) {
  constexpr double kLeast = 1e-3;  // seconds between two
  std::sort(points.begin(), points.end(),
            [](const glm::dvec2& a, const glm::dvec2& b) { return a.x < b.x; });
  const double length = old_length > 0.0 ? old_length : 1.0;
  std::vector<glm::dvec2> sound{{0.0, 0.0}};
  const double last = points.empty() ? length : std::max(points.back().x, 2.0 * kLeast);
  for (const glm::dvec2& point : points)
    if (point.x >= sound.back().x + kLeast && point.y >= sound.back().y + kLeast &&
        point.x <= last - kLeast && point.y <= length - kLeast)
      sound.push_back(point);
  sound.emplace_back(last, length);
  return sound;
}

Motion retimed(const Motion& motion, const TimeCurve& curve) {
  Motion result = motion;
  const double rate = double(motion.timing.frame_rate);
  if (curve.is_straight()) {
    KeyPlaces places = all_keys(result);
    retime_keys(result, places, [&](float time) { return float(curve.new_at(double(time))); });
  } else {
    for (MotionTrack& track : result.tracks)
      for (MotionChannel& channel : track.channels) {
        if (holds_steps(channel))
          move_steps(channel, curve);
        else
          channel = sampled(channel, curve, rate);
      }
  }
  const auto moved = [&](float time) { return float(curve.new_at(double(time))); };
  result.timing.length = float(curve.points().back().x);
  if (result.timing.loop_end > 0.0f) {
    result.timing.loop_begin = moved(result.timing.loop_begin);
    result.timing.loop_end = moved(result.timing.loop_end);
  }
  return result;
}

}  // namespace marrow
