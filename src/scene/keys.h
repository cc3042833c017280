// Changes to the keys of a motion. All leave it valid (why_invalid()), and the tangents of keys
// that are not free follow their neighbours.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "scene/motion.h"

namespace marrow {

/// One key of a motion.
struct KeyPlace {
  Id target = kNoId;
  MotionProperty property = MotionProperty::translation;
  float seconds = 0.0f;
  auto operator<=>(const KeyPlace&) const = default;
};
using KeyPlaces = std::vector<KeyPlace>;  ///< in order, each once

/// A key's numbers, each as many as its channel's values have.
struct Key {
  float seconds = 0.0f;
  std::vector<float> value;
  std::vector<float> in, out;  ///< tangents, per second
  KeyShape shape = KeyShape::smooth;
  bool operator==(const Key&) const = default;
};

KeyShape shape_of(const MotionChannel& channel, std::size_t key);
std::vector<Key> keys_of(const MotionChannel& channel);
/// The channel with these keys: K > 0, times rising from 0 or later. Its interpolation is step or
/// linear where all keys are; otherwise cubic. Rotations are made unit and turn the shorter way.
MotionChannel channel_of(MotionProperty property, std::vector<Key> keys);

const MotionTrack* find_track(const Motion& motion, Id target);
const MotionChannel* find_channel(const MotionTrack& track, MotionProperty property);
const MotionChannel* find_channel(const Motion& motion, Id target, MotionProperty property);
/// The key at exactly that time; nullopt without one.
std::optional<Key> find_key(const Motion& motion, const KeyPlace& place);
KeyPlaces all_keys(const Motion& motion);

/// Sets the value at a time >= 0: of the key there, or of a new one. A new one has the shape of the
/// key before it (else after it; smooth in a new channel); among free keys it gets the curve's own
/// tangents, so that a value on the curve leaves the curve as it is. `rest` names the target and
/// says what a new track holds where it has no channels.
void set_key(Motion& motion, const MotionTrack& rest, MotionProperty property, float seconds,
             std::span<const float> value);
/// Puts a whole key in place of what is at its time; `rest` as for set_key().
void put_key(Motion& motion, const MotionTrack& rest, MotionProperty property, Key key);
/// Deletes keys; channels and tracks that have none left go.
void delete_keys(Motion& motion, const KeyPlaces& places);
/// Moves keys to other times, at least 0; unchosen keys that are there already are replaced. Free
/// tangents are stretched with the time around them. Returns where the keys are now; of two that
/// come to one time the later one stays.
KeyPlaces retime_keys(Motion& motion, const KeyPlaces& places,
                      const std::function<float(float)>& new_time);
void set_shapes(Motion& motion, const KeyPlaces& places, KeyShape shape);

}  // namespace marrow
