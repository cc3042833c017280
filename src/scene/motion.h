// Motion: keys that move joints and nodes over time. scene/keys.h changes them.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// Between two keys: the earlier one's value; linear (rotations: the shorter arc at constant
/// speed); glTF's cubic Hermite spline.
enum class Interpolation { step, linear, cubic };

/// What the curve does at a key of a cubic channel.
enum class KeyShape {
  step,    ///< holds until the next key
  linear,  ///< goes straight to both neighbours
  flat,    ///< comes to rest
  smooth,  ///< Catmull-Rom: as the line from the key before to the key after
  free,    ///< as its tangents say
};

enum class MotionProperty {
  translation,
  rotation,
  scale,
  morph_weights,
  ik_target,  ///< of a joint: where the tip of its bone is drawn to, world space
  pin,        ///< of a joint: how much it is drawn there, 0 not at all to 1; without keys 1
};

/// Whether it is a part of the target's local transform T R S.
constexpr bool is_place(MotionProperty property) { return property <= MotionProperty::scale; }
constexpr bool is_ik(MotionProperty property) {
  return property == MotionProperty::ik_target || property == MotionProperty::pin;
}
/// Numbers of one value; 0: as many as the mesh has morph targets.
std::size_t numbers_of(MotionProperty property);

/// One property of one target over time.
struct MotionChannel {
  MotionProperty property = MotionProperty::translation;
  Interpolation interpolation = Interpolation::linear;
  std::vector<float> times;  ///< K > 0 of them, seconds, >= 0, rising
  /// K keys of numbers_of() each (rotation: unit quaternion x, y, z, w; morph weights: one per
  /// morph target). cubic: three times as many, in-tangent, value, out-tangent per key.
  std::vector<float> values;
  /// cubic only: of each key; none: all are free. Tangents are in the values whatever the shape.
  std::vector<KeyShape> shapes{};
  bool operator==(const MotionChannel&) const = default;
};

/// A motion's effect on one joint (joint -> parent joint, L Ul; a root: -> skeleton) or node (node
/// -> parent node).
struct MotionTrack {
  Id target = kNoId;  ///< a joint's or a node's; a track whose target is gone does nothing
  glm::vec3 translation{0.0f};  ///< where no channel says otherwise; T R S is the local transform
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
  glm::vec3 scale{1.0f};
  std::vector<MotionChannel> channels{};  ///< at most one per property; none: held as above says
  bool operator==(const MotionTrack&) const = default;
};

/// Whether it has keys of its target's local transform.
bool has_place(const MotionTrack& track);

/// When a motion ends and what of it is repeated, as the editor shows it. Keys do not change by it.
struct MotionTiming {
  float length = 0.0f;       ///< seconds; 0: until the last key
  float frame_rate = 30.0f;  ///< frames a second, for display and for snapping; in (0, 1000]
  float loop_begin = 0.0f, loop_end = 0.0f;  ///< seconds; both 0: all of it
  bool operator==(const MotionTiming&) const = default;
};

/// Immutable once made: scenes share it by pointer.
struct Motion {
  std::string name;
  std::vector<MotionTrack> tracks;  ///< at most one per target
  MotionTiming timing{};
  bool operator==(const Motion&) const = default;
};

/// Seconds that it lasts: its timing's length, else until the last key; 0 without either.
float duration_of(const Motion& motion);

/// The value at a time, held before the first key and after the last. A rotation is unit.
std::vector<float> value_at(const MotionChannel& channel, float seconds);

/// The track's local transform T R S at a time.
glm::mat4 local_at(const MotionTrack& track, float seconds);

/// The first broken rule of this header, in words; empty when all is well.
std::string why_invalid(const Motion& motion);

}  // namespace marrow
