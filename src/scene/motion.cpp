#include "scene/motion.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <unordered_set>

namespace marrow {

namespace {

std::size_t keys_of(const MotionChannel& channel) { return channel.times.size(); }

/// Numbers in one value; 0 where sizes do not match.
std::size_t width_of(const MotionChannel& channel) {
  const std::size_t rows = keys_of(channel) * (channel.interpolation == Interpolation::cubic ? 3 : 1);
  return rows == 0 || channel.values.size() % rows != 0 ? 0 : channel.values.size() / rows;
}

glm::quat quat_of(const std::vector<float>& numbers) { return {numbers[3], numbers[0], numbers[1], numbers[2]}; }

/// Where a time falls: between the keys `from` and `to`, at `share` of the way.
struct Between {
  std::size_t from = 0, to = 0;
  float share = 0.0f, seconds = 0.0f;  ///< seconds: from key to key
};

Between between(const std::vector<float>& times, float seconds) {
  const auto after = std::upper_bound(times.begin(), times.end(), seconds);
  if (after == times.begin()) return {};
  const auto from = std::size_t(after - times.begin()) - 1;
  if (after == times.end()) return {.from = from, .to = from};
  const float span = times[from + 1] - times[from];
  return {.from = from, .to = from + 1, .share = (seconds - times[from]) / span, .seconds = span};
}

/// Numbers [at, at + width) of the values.
std::vector<float> part(const MotionChannel& channel, std::size_t row, std::size_t width) {
  const auto begin = channel.values.begin() + std::ptrdiff_t(row * width);
  return {begin, begin + std::ptrdiff_t(width)};
}

/// glTF 2.0, appendix C.5.
std::vector<float> cubic_at(const MotionChannel& channel, const Between& at, std::size_t width) {
  const float t = at.share, t2 = t * t, t3 = t2 * t;
  const float* const from = &channel.values[at.from * 3 * width];
  const float* const to = &channel.values[at.to * 3 * width];
  std::vector<float> value(width);
  for (std::size_t i = 0; i < width; ++i) {
    value[i] = (2.0f * t3 - 3.0f * t2 + 1.0f) * from[width + i] + at.seconds * (t3 - 2.0f * t2 + t) * from[2 * width + i] +
               (-2.0f * t3 + 3.0f * t2) * to[width + i] + at.seconds * (t3 - t2) * to[i];
  }
  return value;
}

std::vector<float> linear_at(const MotionChannel& channel, const Between& at, std::size_t width) {
  std::vector<float> value = part(channel, at.from, width);
  const std::vector<float> to = part(channel, at.to, width);
  if (channel.property == MotionProperty::rotation) {
    const glm::quat turned = glm::slerp(quat_of(value), quat_of(to), at.share);  // GLM takes the shorter arc
    return {turned.x, turned.y, turned.z, turned.w};
  }
  for (std::size_t i = 0; i < width; ++i) value[i] += at.share * (to[i] - value[i]);
  return value;
}

void make_unit(std::vector<float>& rotation) {
  const glm::quat unit = glm::normalize(quat_of(rotation));
  rotation = {unit.x, unit.y, unit.z, unit.w};
}

bool are_unit(const MotionChannel& channel) {
  const std::size_t step = channel.interpolation == Interpolation::cubic ? 3 : 1, first = step == 3 ? 1 : 0;
  for (std::size_t key = 0; key < keys_of(channel); ++key) {
    const float length = glm::length(quat_of(part(channel, key * step + first, 4)));
    if (!(std::abs(length - 1.0f) <= 1e-3f)) return false;
  }
  return true;
}

std::string why_invalid(const MotionChannel& channel) {
  const std::size_t width = width_of(channel);
  const bool is_rotation = channel.property == MotionProperty::rotation, is_weights = channel.property == MotionProperty::morph_weights;
  if (width == 0 || (!is_weights && width != (is_rotation ? 4u : 3u))) return "keys whose times and values do not match";
  for (std::size_t key = 0; key < keys_of(channel); ++key) {
    const bool rises = key == 0 ? channel.times[0] >= 0.0f : channel.times[key] > channel.times[key - 1];
    if (!rises || !std::isfinite(channel.times[key])) return "times that do not rise from 0 or later";
  }
  if (!std::all_of(channel.values.begin(), channel.values.end(), [](float value) { return std::isfinite(value); })) {
    return "a number that is not finite";
  }
  return is_rotation && !are_unit(channel) ? "a rotation that is not a unit quaternion" : "";
}

bool are_finite(const MotionTrack& track) {
  const float sum = glm::dot(track.translation, track.translation) + glm::dot(track.scale, track.scale);
  return std::isfinite(sum) && std::abs(glm::length(track.rotation) - 1.0f) <= 1e-3f;
}

}  // namespace

float duration_of(const Motion& motion) {
  float duration = 0.0f;
  for (const MotionTrack& track : motion.tracks) {
    for (const MotionChannel& channel : track.channels) duration = std::max(duration, channel.times.back());
  }
  return duration;
}

std::vector<float> value_at(const MotionChannel& channel, float seconds) {
  const std::size_t width = width_of(channel);
  const Between at = between(channel.times, seconds);
  const bool is_cubic = channel.interpolation == Interpolation::cubic;
  const bool is_held = at.from == at.to || channel.interpolation == Interpolation::step;
  if (is_held) return part(channel, is_cubic ? 3 * at.from + 1 : at.from, width);
  std::vector<float> value = is_cubic ? cubic_at(channel, at, width) : linear_at(channel, at, width);
  if (channel.property == MotionProperty::rotation) make_unit(value);
  return value;
}

glm::mat4 local_at(const MotionTrack& track, float seconds) {
  glm::vec3 translation = track.translation, scale = track.scale;
  glm::quat rotation = track.rotation;
  for (const MotionChannel& channel : track.channels) {
    if (channel.property == MotionProperty::morph_weights) continue;
    const std::vector<float> value = value_at(channel, seconds);
    if (channel.property == MotionProperty::translation) translation = {value[0], value[1], value[2]};
    if (channel.property == MotionProperty::rotation) rotation = quat_of(value);
    if (channel.property == MotionProperty::scale) scale = {value[0], value[1], value[2]};
  }
  return glm::translate(glm::mat4(1.0f), translation) * glm::mat4_cast(rotation) * glm::scale(glm::mat4(1.0f), scale);
}

std::string why_invalid(const Motion& motion) {
  std::unordered_set<Id> targets;
  for (const MotionTrack& track : motion.tracks) {
    if (track.target != kNoId && !targets.insert(track.target).second) return "two tracks for one target";
    if (!are_finite(track)) return "a track that stands nowhere";
    std::unordered_set<int> properties;
    for (const MotionChannel& channel : track.channels) {
      if (!properties.insert(int(channel.property)).second) return "two channels for one property";
      if (std::string why = why_invalid(channel); !why.empty()) return why;
    }
  }
  return {};
}

}  // namespace marrow
