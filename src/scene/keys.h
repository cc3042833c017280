// Edits the keys of a motion. Every function leaves the motion valid (why_invalid()) and recomputes
// tangents from the neighboring keys, except those of free keys.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "scene/motion.h"

namespace marrow {

/// Identifies one key of a motion.
struct KeyPlace {
  Id target = kNoId;
  MotionProperty property = MotionProperty::translation;
  float seconds = 0.0f;
  auto operator<=>(const KeyPlace&) const = default;
};
using KeyPlaces = std::vector<KeyPlace>;  ///< sorted, without duplicates

/// A key. `value`, `in` and `out` have as many numbers as one value of the channel.
struct Key {
  float seconds = 0.0f;
  std::vector<float> value;
  std::vector<float> in, out;  ///< tangents, per second
  KeyShape shape = KeyShape::smooth;
  bool operator==(const Key&) const = default;
};

KeyShape shape_of(const MotionChannel& channel, std::size_t key);
std::vector<Key> keys_of(const MotionChannel& channel);
/// The channel with these keys. Precondition: at least one key, times >= 0 and rising. The
/// interpolation is step or linear if all keys are; otherwise cubic. Normalizes rotations and makes
/// them turn the shorter way.
MotionChannel channel_of(MotionProperty property, std::vector<Key> keys);

const MotionTrack* find_track(const Motion& motion, Id target);
/// Replaces the track with the same target, or appends.
void put_track(Motion& motion, MotionTrack track);
const MotionChannel* find_channel(const MotionTrack& track, MotionProperty property);
const MotionChannel* find_channel(const Motion& motion, Id target, MotionProperty property);
/// The key at exactly that time, or none.
std::optional<Key> find_key(const Motion& motion, const KeyPlace& place);
KeyPlaces all_keys(const Motion& motion);

/// Sets the value of the key at a time >= 0, or adds a key there. A new key has the shape of the
/// key before it (else of the key after it; smooth in a new channel). Among free keys it gets the
/// curve's own tangents, so that a value on the curve does not change the curve. `rest` has the
/// target; a new track also gets its values for properties without a channel.
void set_key(Motion& motion, const MotionTrack& rest, MotionProperty property, float seconds,
             std::span<const float> value);
/// Adds a whole key, or replaces the key that the channel has at its time. `rest`: see set_key().
void put_key(Motion& motion, const MotionTrack& rest, MotionProperty property, Key key);
/// Deletes keys, then channels and tracks that have none left.
void delete_keys(Motion& motion, const KeyPlaces& places);
/// Moves keys to new times, at least 0, where they replace keys that do not move. Stretches free
/// tangents with the time around them. Returns the new places. Of two keys moved to one time the
/// later stays.
KeyPlaces retime_keys(Motion& motion, const KeyPlaces& places,
                      const std::function<float(float)>& new_time);
void set_shapes(Motion& motion, const KeyPlaces& places, KeyShape shape);

}  // namespace marrow
