#include "scene/keys.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"

namespace marrow {

namespace {

using Numbers = std::vector<float>;

Numbers numbers_of_row(const MotionChannel& channel, std::size_t row, std::size_t width) {
  const auto begin = channel.values.begin() + std::ptrdiff_t(row * width);
  return Numbers(begin, begin + std::ptrdiff_t(width));
}

void flip(Numbers& numbers) {
  for (float& number : numbers) number = -number;
}

double dot_of(const Numbers& a, const Numbers& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double(a[i]) * double(b[i]);
  return sum;
}

/// The slope from one key to another, per second.
Numbers slope(const Key& from, const Key& to) {
  Numbers result(from.value.size());
  const double seconds = double(to.seconds) - double(from.seconds);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double each = (double(to.value[i]) - double(from.value[i])) / seconds;
    // keys that are very close in time give infinity
    result[i] = std::isfinite(float(each)) ? float(each) : 0.0f;
  }
  return result;
}

/// q and -q are one rotation: gives each key the sign that is nearer to the key before.
void turn_the_shorter_way(std::vector<Key>& keys) {
  for (std::size_t k = 1; k < keys.size(); ++k) {
    if (dot_of(keys[k - 1].value, keys[k].value) >= 0.0) continue;
    flip(keys[k].value);
    flip(keys[k].in);
    flip(keys[k].out);
  }
}

void make_unit(Key& key) {
  const double length = std::sqrt(dot_of(key.value, key.value));
  if (std::abs(length - 1.0) <= 1e-6) return;
  if (!(length > 0.0) || !std::isfinite(length)) key.value = {0.0f, 0.0f, 0.0f, 1.0f};
  if (length > 0.0 && std::isfinite(length))
    for (float& number : key.value) number = float(double(number) / length);
}

/// Sets the tangents of the keys that are not free. The first and the last key have one neighbor;
/// the mirror image of that neighbor replaces the missing one, which gives the slope to the
/// neighbor.
void follow_neighbors(std::vector<Key>& keys) {
  for (std::size_t k = 0; k < keys.size(); ++k) {
    Key& key = keys[k];
    if (key.shape == KeyShape::free) continue;
    key.in.assign(key.value.size(), 0.0f);
    key.out = key.in;
    if (keys.size() == 1 || key.shape == KeyShape::flat || key.shape == KeyShape::step) continue;
    const Key &before = keys[k > 0 ? k - 1 : k], &after = keys[std::min(k + 1, keys.size() - 1)];
    if (key.shape == KeyShape::smooth) {
      key.in = key.out = slope(before, after);
    } else {
      key.in = k > 0 ? slope(before, key) : slope(key, after);
      key.out = k + 1 < keys.size() ? slope(key, after) : key.in;
    }
  }
}

bool all_have(const std::vector<Key>& keys, KeyShape shape) {
  return std::all_of(keys.begin(), keys.end(), [&](const Key& key) { return key.shape == shape; });
}

std::vector<Key>::iterator at_or_after(std::vector<Key>& keys, float seconds) {
  return std::lower_bound(keys.begin(), keys.end(), seconds,
                          [](const Key& key, float time) { return key.seconds < time; });
}

void put(std::vector<Key>& keys, Key key) {
  const auto place = at_or_after(keys, key.seconds);
  if (place != keys.end() && place->seconds == key.seconds)
    *place = std::move(key);
  else
    keys.insert(place, std::move(key));
}

/// The derivative of the cubic between two keys, per second.
Numbers derivative(const Key& from, const Key& to, float seconds) {
  const double span = double(to.seconds) - double(from.seconds),
               t = (double(seconds) - double(from.seconds)) / span;
  Numbers result(from.value.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double rise = (double(to.value[i]) - double(from.value[i])) / span;
    result[i] =
        float(6.0 * t * (1.0 - t) * rise + (3.0 * t * t - 4.0 * t + 1.0) * double(from.out[i]) +
              (3.0 * t * t - 2.0 * t) * double(to.in[i]));
  }
  return result;
}

/// Gives a new key, which is not in the list yet, the shape of the key before it, else after it.
void shape_like_neighbors(Key& key, std::vector<Key>& keys) {
  if (keys.empty()) return;
  const auto after = at_or_after(keys, key.seconds);
  const bool has_before = after != keys.begin();
  key.shape = has_before ? std::prev(after)->shape : after->shape;
  if (key.shape != KeyShape::free) return;
  if (has_before && after != keys.end())
    key.in = key.out = derivative(*std::prev(after), *after, key.seconds);
  // beyond its ends the curve is constant
  else
    key.in = key.out = Numbers(key.value.size(), 0.0f);
}

/// M: Motion or const Motion.
template <typename M>
auto track_of(M& motion, Id target) -> decltype(motion.tracks.data()) {
  const auto found = std::find_if(motion.tracks.begin(), motion.tracks.end(),
                                  [&](const MotionTrack& track) { return track.target == target; });
  return found == motion.tracks.end() ? nullptr : &*found;
}

template <typename Track>
auto channel_in(Track& track, MotionProperty property) -> decltype(track.channels.data()) {
  const auto found =
      std::find_if(track.channels.begin(), track.channels.end(),
                   [&](const MotionChannel& channel) { return channel.property == property; });
  return found == track.channels.end() ? nullptr : &*found;
}

/// Writes the keys of a channel back. Without keys it removes the channel, and a track that has no
/// other channel.
void store(Motion& motion, Id target, MotionProperty property, std::vector<Key> keys) {
  MotionTrack* const track = track_of(motion, target);
  MotionChannel* const channel = channel_in(*track, property);
  if (!keys.empty()) {
    MotionChannel made = channel_of(property, std::move(keys));
    if (channel != nullptr)
      *channel = std::move(made);
    else
      track->channels.push_back(std::move(made));
    return;
  }
  std::erase_if(track->channels,
                [&](const MotionChannel& one) { return one.property == property; });
  if (track->channels.empty())
    std::erase_if(motion.tracks, [&](const MotionTrack& one) { return one.target == target; });
}

/// Calls `change(keys, places)` for each channel in `places`, with its keys and its places.
template <typename Change>
void for_each_channel(Motion& motion, const KeyPlaces& places, const Change& change) {
  for (auto begin = places.begin(); begin != places.end();) {
    const auto end = std::find_if(begin, places.end(), [&](const KeyPlace& place) {
      return place.target != begin->target || place.property != begin->property;
    });
    const MotionChannel* channel = find_channel(motion, begin->target, begin->property);
    if (channel != nullptr) {
      std::vector<Key> keys = keys_of(*channel);
      change(keys, std::span<const KeyPlace>(&*begin, std::size_t(end - begin)));
      store(motion, begin->target, begin->property, std::move(keys));
    }
    begin = end;
  }
}

bool is_chosen(std::span<const KeyPlace> places, float seconds) {
  const auto found =
      std::lower_bound(places.begin(), places.end(), seconds,
                       [](const KeyPlace& place, float time) { return place.seconds < time; });
  return found != places.end() && found->seconds == seconds;
}

/// A tangent after the time around it was stretched from `before` to `after` seconds.
float stretched(float tangent, float before, float after) {
  const float result = after > 0.0f ? tangent * (before / after) : tangent;
  return std::isfinite(result) ? result : 0.0f;
}

void stretch_tangents(std::vector<Key>& moved, const std::vector<float>& old_times) {
  for (std::size_t k = 0; k < moved.size(); ++k) {
    const auto span_of = [&](std::size_t a, std::size_t b) {
      return std::pair(old_times[b] - old_times[a], moved[b].seconds - moved[a].seconds);
    };
    if (moved.size() < 2) return;
    const auto [in_before, in_after] = k > 0 ? span_of(k - 1, k) : span_of(k, k + 1);
    const auto [out_before, out_after] =
        k + 1 < moved.size() ? span_of(k, k + 1) : span_of(k - 1, k);
    for (float& number : moved[k].in) number = stretched(number, in_before, in_after);
    for (float& number : moved[k].out) number = stretched(number, out_before, out_after);
  }
}

}  // namespace

KeyShape shape_of(const MotionChannel& channel, std::size_t key) {
  if (!channel.shapes.empty()) return channel.shapes[key];
  return channel.interpolation == Interpolation::step     ? KeyShape::step
         : channel.interpolation == Interpolation::linear ? KeyShape::linear
                                                          : KeyShape::free;
}

std::vector<Key> keys_of(const MotionChannel& channel) {
  const bool is_cubic = channel.interpolation == Interpolation::cubic;
  const std::size_t count = channel.times.size(), rows = is_cubic ? 3 : 1,
                    width = channel.values.size() / (count * rows);
  std::vector<Key> keys(count);
  for (std::size_t k = 0; k < count; ++k) {
    Key& key = keys[k];
    key.seconds = channel.times[k];
    key.value = numbers_of_row(channel, is_cubic ? 3 * k + 1 : k, width);
    key.in = is_cubic ? numbers_of_row(channel, 3 * k, width) : Numbers(width, 0.0f);
    key.out = is_cubic ? numbers_of_row(channel, 3 * k + 2, width) : Numbers(width, 0.0f);
    key.shape = shape_of(channel, k);
  }
  return keys;
}

MotionChannel channel_of(MotionProperty property, std::vector<Key> keys) {
  MotionChannel channel;
  channel.property = property;
  const bool is_step = all_have(keys, KeyShape::step), is_linear = all_have(keys, KeyShape::linear);
  channel.interpolation = is_step     ? Interpolation::step
                          : is_linear ? Interpolation::linear
                                      : Interpolation::cubic;
  const bool is_cubic = channel.interpolation == Interpolation::cubic;
  if (property == MotionProperty::rotation) {
    for (Key& key : keys) make_unit(key);
    // step and linear interpolation take the shorter way anyway
    if (is_cubic) turn_the_shorter_way(keys);
  }
  if (is_cubic) follow_neighbors(keys);
  for (const Key& key : keys) {
    channel.times.push_back(key.seconds);
    if (is_cubic) channel.values.insert(channel.values.end(), key.in.begin(), key.in.end());
    channel.values.insert(channel.values.end(), key.value.begin(), key.value.end());
    if (is_cubic) channel.values.insert(channel.values.end(), key.out.begin(), key.out.end());
    if (is_cubic) channel.shapes.push_back(key.shape);
  }
  if (all_have(keys, KeyShape::free)) channel.shapes.clear();
  return channel;
}

const MotionTrack* find_track(const Motion& motion, Id target) { return track_of(motion, target); }

void put_track(Motion& motion, MotionTrack track) {
  if (MotionTrack* const old = track_of(motion, track.target))
    *old = std::move(track);
  else
    motion.tracks.push_back(std::move(track));
}

const MotionChannel* find_channel(const MotionTrack& track, MotionProperty property) {
  return channel_in(track, property);
}

const MotionChannel* find_channel(const Motion& motion, Id target, MotionProperty property) {
  const MotionTrack* track = find_track(motion, target);
  return track == nullptr ? nullptr : channel_in(*track, property);
}

std::optional<Key> find_key(const Motion& motion, const KeyPlace& place) {
  const MotionChannel* channel = find_channel(motion, place.target, place.property);
  if (channel == nullptr) return std::nullopt;
  const auto time = std::lower_bound(channel->times.begin(), channel->times.end(), place.seconds);
  if (time == channel->times.end() || *time != place.seconds) return std::nullopt;
  return keys_of(*channel)[std::size_t(time - channel->times.begin())];
}

KeyPlaces all_keys(const Motion& motion) {
  KeyPlaces places;
  for (const MotionTrack& track : motion.tracks)
    for (const MotionChannel& channel : track.channels)
      for (const float seconds : channel.times)
        places.push_back({track.target, channel.property, seconds});
  std::sort(places.begin(), places.end());
  return places;
}

namespace {

/// The keys of a channel, possibly none. Adds the track if it is missing.
std::vector<Key> keys_to_extend(Motion& motion, const MotionTrack& rest, MotionProperty property) {
  if (find_track(motion, rest.target) == nullptr) {
    motion.tracks.push_back(rest);
    motion.tracks.back().channels.clear();
  }
  const MotionChannel* channel = find_channel(motion, rest.target, property);
  return channel == nullptr ? std::vector<Key>() : keys_of(*channel);
}

}  // namespace

void set_key(Motion& motion, const MotionTrack& rest, MotionProperty property, float seconds,
             std::span<const float> value) {
  std::vector<Key> keys = keys_to_extend(motion, rest, property);
  const auto there = at_or_after(keys, seconds);
  if (there != keys.end() && there->seconds == seconds) {
    there->value.assign(value.begin(), value.end());
  } else {
    Key key{.seconds = seconds, .value = {value.begin(), value.end()}, .in = {}, .out = {}};
    shape_like_neighbors(key, keys);
    put(keys, std::move(key));
  }
  store(motion, rest.target, property, std::move(keys));
}

void put_key(Motion& motion, const MotionTrack& rest, MotionProperty property, Key key) {
  std::vector<Key> keys = keys_to_extend(motion, rest, property);
  put(keys, std::move(key));
  store(motion, rest.target, property, std::move(keys));
}

void delete_keys(Motion& motion, const KeyPlaces& places) {
  for_each_channel(motion, places, [](std::vector<Key>& keys, std::span<const KeyPlace> chosen) {
    std::erase_if(keys, [&](const Key& key) { return is_chosen(chosen, key.seconds); });
  });
}

KeyPlaces retime_keys(Motion& motion, const KeyPlaces& places,
                      const std::function<float(float)>& new_time) {
  KeyPlaces result;
  for_each_channel(motion, places, [&](std::vector<Key>& keys, std::span<const KeyPlace> chosen) {
    std::vector<Key> moved;
    std::vector<float> old_times;
    for (const Key& key : keys) {
      if (!is_chosen(chosen, key.seconds)) continue;
      old_times.push_back(key.seconds);
      moved.push_back(key);
      moved.back().seconds = std::max(new_time(key.seconds), 0.0f);
    }
    std::erase_if(keys, [&](const Key& key) { return is_chosen(chosen, key.seconds); });
    stretch_tangents(moved, old_times);
    for (Key& key : moved) {
      result.push_back({chosen.front().target, chosen.front().property, key.seconds});
      put(keys, std::move(key));
    }
  });
  sort_unique(result);
  return result;
}

void set_shapes(Motion& motion, const KeyPlaces& places, KeyShape shape) {
  for_each_channel(motion, places, [&](std::vector<Key>& keys, std::span<const KeyPlace> chosen) {
    for (Key& key : keys)
      if (is_chosen(chosen, key.seconds)) key.shape = shape;
  });
}

}  // namespace marrow
