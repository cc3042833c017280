#include "scene/motion.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <unordered_set>

namespace marrow {

namespace {

std::size_t key_count(const MotionChannel& channel) { return channel.times.size(); }

/// Numbers in one value; 0 if sizes do not match.
std::size_t width_of(const MotionChannel& channel) {
  const std::size_t rows =
      key_count(channel) * (channel.interpolation == Interpolation::cubic ? 3 : 1);
  return rows == 0 || channel.values.size() % rows != 0 ? 0 : channel.values.size() / rows;
}

glm::quat quat_of(const float* numbers) { return {numbers[3], numbers[0], numbers[1], numbers[2]}; }

/// A time between the keys `from` and `to`, `share` of the way.
struct Between {
  std::size_t from = 0, to = 0;
  double share = 0.0, seconds = 0.0;  ///< `seconds`: the time from key to key
};

Between between(const std::vector<float>& times, float seconds) {
  const auto after = std::upper_bound(times.begin(), times.end(), seconds);
  if (after == times.begin()) return {};
  const auto from = std::size_t(after - times.begin()) - 1;
  if (after == times.end()) return {.from = from, .to = from};
  const double span = double(times[from + 1]) - double(times[from]);
  return {.from = from,
          .to = from + 1,
          .share = (double(seconds) - double(times[from])) / span,
          .seconds = span};
}

const float* row_of(const MotionChannel& channel, std::size_t row, std::size_t width) {
  return &channel.values[row * width];
}

/// Clamps to the range of a float, so that finite keys give finite values.
float within_range(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return float(std::clamp(value, -kMost, kMost));
}

/// glTF 2.0, appendix C.5.
std::vector<float> cubic_at(const MotionChannel& channel, const Between& at, std::size_t width) {
  const double t = at.share, t2 = t * t, t3 = t2 * t, seconds = at.seconds;
  const float* const from = &channel.values[at.from * 3 * width];
  const float* const to = &channel.values[at.to * 3 * width];
  std::vector<float> value(width);
  for (std::size_t i = 0; i < width; ++i) {
    value[i] = within_range((2.0 * t3 - 3.0 * t2 + 1.0) * double(from[width + i]) +
                            seconds * (t3 - 2.0 * t2 + t) * double(from[2 * width + i]) +
                            (-2.0 * t3 + 3.0 * t2) * double(to[width + i]) +
                            seconds * (t3 - t2) * double(to[i]));
  }
  return value;
}

std::vector<float> linear_at(const MotionChannel& channel, const Between& at, std::size_t width) {
  const float *const from = row_of(channel, at.from, width), *const to =
                                                                 row_of(channel, at.to, width);
  if (channel.property == MotionProperty::rotation) {
    const glm::dquat turned = glm::slerp(glm::normalize(glm::dquat(quat_of(from))),
                                         glm::normalize(glm::dquat(quat_of(to))),
                                         at.share);  // GLM uses the shorter arc
    return {float(turned.x), float(turned.y), float(turned.z), float(turned.w)};
  }
  std::vector<float> value(width);
  for (std::size_t i = 0; i < width; ++i)
    value[i] = float(double(from[i]) + at.share * (double(to[i]) - double(from[i])));
  return value;
}

/// Normalizes a rotation, unless it is unit up to rounding. A spline may pass through zero; then
/// the result is `otherwise`.
void make_unit(std::vector<float>& rotation, const float* otherwise) {
  constexpr double kRounding = 1e-6;
  const glm::dquat wide(quat_of(rotation.data()));
  const double length = glm::length(wide);
  if (std::abs(length - 1.0) <= kRounding) return;
  if (!(length > 0.0)) {
    rotation.assign(otherwise, otherwise + 4);
    return;
  }
  const glm::dquat unit = wide / length;
  rotation = {float(unit.x), float(unit.y), float(unit.z), float(unit.w)};
}

bool are_unit(const MotionChannel& channel) {
  const std::size_t step = channel.interpolation == Interpolation::cubic ? 3 : 1,
                    first = step == 3 ? 1 : 0;
  for (std::size_t key = 0; key < key_count(channel); ++key) {
    const float length = glm::length(quat_of(row_of(channel, key * step + first, 4)));
    if (!(std::abs(length - 1.0f) <= 1e-3f)) return false;
  }
  return true;
}

std::string why_invalid(const MotionChannel& channel) {
  const std::size_t width = width_of(channel);
  const bool is_rotation = channel.property == MotionProperty::rotation;
  const std::size_t wanted = numbers_of(channel.property);
  if (width == 0 || (wanted != 0 && width != wanted))
    return "keys whose times and values do not match";
  for (std::size_t key = 0; key < key_count(channel); ++key) {
    const bool rises =
        key == 0 ? channel.times[0] >= 0.0f : channel.times[key] > channel.times[key - 1];
    if (!rises || !std::isfinite(channel.times[key]))
      return "times that do not rise or are negative";
  }
  if (!std::all_of(channel.values.begin(), channel.values.end(),
                   [](float value) { return std::isfinite(value); })) {
    return "a number that is not finite";
  }
  if (!channel.shapes.empty() && (channel.interpolation != Interpolation::cubic ||
                                  channel.shapes.size() != key_count(channel)))
    return "keys whose shapes do not match";
  return is_rotation && !are_unit(channel) ? "a rotation that is not a unit quaternion" : "";
}

bool is_good(const MotionTiming& timing) {
  const auto is_time = [](float seconds) { return std::isfinite(seconds) && seconds >= 0.0f; };
  return is_time(timing.length) && is_time(timing.loop_begin) && is_time(timing.loop_end) &&
         timing.frame_rate > 0.0f && timing.frame_rate <= 1000.0f &&
         (timing.loop_end == 0.0f ? timing.loop_begin == 0.0f
                                  : timing.loop_begin < timing.loop_end);
}

bool is_good(const MotionTrack& track) {
  for (int i = 0; i < 3; ++i) {
    if (!std::isfinite(track.translation[i]) || !std::isfinite(track.scale[i])) return false;
  }
  return std::abs(glm::length(track.rotation) - 1.0f) <= 1e-3f;
}

}  // namespace

std::size_t numbers_of(MotionProperty property) {
  switch (property) {
    case MotionProperty::translation:
    case MotionProperty::scale:
    case MotionProperty::ik_target:
      return 3;
    case MotionProperty::rotation:
      return 4;
    case MotionProperty::pin:
      return 1;
    case MotionProperty::morph_weights:
      break;
  }
  return 0;
}

bool has_place(const MotionTrack& track) {
  return std::any_of(track.channels.begin(), track.channels.end(),
                     [](const MotionChannel& channel) { return is_place(channel.property); });
}

float duration_of(const Motion& motion) {
  if (motion.timing.length > 0.0f) return motion.timing.length;
  float duration = 0.0f;
  for (const MotionTrack& track : motion.tracks) {
    for (const MotionChannel& channel : track.channels)
      duration = std::max(duration, channel.times.back());
  }
  return duration;
}

std::vector<float> value_at(const MotionChannel& channel, float seconds) {
  const std::size_t width = width_of(channel);
  const Between at = between(channel.times, seconds);
  const bool is_cubic = channel.interpolation == Interpolation::cubic;
  const float* const key = row_of(channel, is_cubic ? 3 * at.from + 1 : at.from, width);
  const bool is_held = at.share == 0.0 ||  // exactly the key's value at a key
                       channel.interpolation == Interpolation::step ||
                       (!channel.shapes.empty() && channel.shapes[at.from] == KeyShape::step);
  std::vector<float> value = is_held    ? std::vector<float>(key, key + width)
                             : is_cubic ? cubic_at(channel, at, width)
                                        : linear_at(channel, at, width);
  if (channel.property == MotionProperty::rotation) make_unit(value, key);
  return value;
}

glm::mat4 local_at(const MotionTrack& track, float seconds) {
  glm::vec3 translation = track.translation, scale = track.scale;
  glm::quat rotation = track.rotation;
  for (const MotionChannel& channel : track.channels) {
    if (!is_place(channel.property)) continue;
    const std::vector<float> value = value_at(channel, seconds);
    if (channel.property == MotionProperty::translation)
      translation = {value[0], value[1], value[2]};
    if (channel.property == MotionProperty::rotation) rotation = quat_of(value.data());
    if (channel.property == MotionProperty::scale) scale = {value[0], value[1], value[2]};
  }
  return glm::translate(glm::mat4(1.0f), translation) * glm::mat4_cast(rotation) *
         glm::scale(glm::mat4(1.0f), scale);
}

std::string why_invalid(const Motion& motion) {
  if (!is_good(motion.timing)) return "a length, frame rate or loop out of range";
  std::unordered_set<Id> targets;
  for (const MotionTrack& track : motion.tracks) {
    if (track.target != kNoId && !targets.insert(track.target).second)
      return "two tracks for one target";
    if (!is_good(track)) return "a track with an invalid transform";
    std::unordered_set<int> properties;
    for (const MotionChannel& channel : track.channels) {
      if (!properties.insert(int(channel.property)).second) return "two channels for one property";
      if (std::string why = why_invalid(channel); !why.empty()) return why;
    }
  }
  return {};
}

}  // namespace marrow
