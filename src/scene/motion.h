// Motion: keys that move joints and nodes over time. scene/keys.h changes them.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "scene/mesh.h"

namespace marrow {

/// Between two keys: step holds the earlier key's value; linear goes straight (rotations: the
/// shorter arc at constant speed); cubic is glTF's cubic Hermite spline.
enum class Interpolation { step, linear, cubic };

/// The shape of the curve at a key of a cubic channel.
enum class KeyShape {
  step,    ///< holds its value until the next key
  linear,  ///< straight lines to both neighbors
  flat,    ///< slope 0
  smooth,  ///< Catmull-Rom: the slope of the line from the key before to the key after
  free,    ///< given by its tangents
};

enum class MotionProperty {
  translation,
  rotation,
  scale,
  morph_weights,
  ik_target,  ///< joints only: the place that the bone's tip is pulled to, world space
  pin,        ///< joints only: how strongly, from 0 (not at all) to 1; without keys 1
};

/// True for the parts of the target's local transform T R S.
constexpr bool is_place(MotionProperty property) { return property <= MotionProperty::scale; }
constexpr bool is_ik(MotionProperty property) {
  return property == MotionProperty::ik_target || property == MotionProperty::pin;
}
/// How many numbers one value has; 0: as many as the mesh has morph targets.
std::size_t numbers_of(MotionProperty property);

/// One property of one target over time.
struct MotionChannel {
  MotionProperty property = MotionProperty::translation;
  Interpolation interpolation = Interpolation::linear;
  std::vector<float> times;  ///< K > 0, seconds, >= 0, rising
  /// K values of numbers_of() each (rotation: unit quaternion x, y, z, w; morph weights: one per
  /// morph target). Cubic: three per key, in-tangent, value, out-tangent.
  std::vector<float> values;
  /// Cubic only: one per key; none: all keys are free. `values` holds the tangents of every shape.
  std::vector<KeyShape> shapes{};
  bool operator==(const MotionChannel&) const = default;
};

/// The movement of one joint (joint -> parent joint, L Ul; a root: -> skeleton) or node (node ->
/// parent node).
struct MotionTrack {
  Id target = kNoId;            ///< a joint or a node; a track without its target has no effect
  glm::vec3 translation{0.0f};  ///< used without keys of translation; T R S is the local transform
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
  glm::vec3 scale{1.0f};
  std::vector<MotionChannel> channels{};  ///< at most one per property
  bool operator==(const MotionTrack&) const = default;
};

/// True if the track has keys of the target's local transform.
bool has_place(const MotionTrack& track);

/// Where a motion ends and which part is repeated, as the editor shows it. It does not change keys.
struct MotionTiming {
  float length = 0.0f;       ///< seconds; 0: until the last key
  float frame_rate = 30.0f;  ///< frames per second, for display and for snapping; in (0, 1000]
  float loop_begin = 0.0f, loop_end = 0.0f;  ///< seconds; both 0: the whole motion
  bool operator==(const MotionTiming&) const = default;
};

/// Immutable, because scenes share it by pointer.
struct Motion {
  std::string name;
  std::vector<MotionTrack> tracks;  ///< at most one per target
  MotionTiming timing{};
  bool operator==(const Motion&) const = default;
};

/// Length in seconds: the timing's length, else the time of the last key; 0 without either.
float duration_of(const Motion& motion);

/// The value at a time; constant before the first key and after the last. Rotations are unit.
std::vector<float> value_at(const MotionChannel& channel, float seconds);

/// The track's local transform T R S at a time.
glm::mat4 local_at(const MotionTrack& track, float seconds);

/// The first broken rule of this header, in words; empty if valid.
std::string why_invalid(const Motion& motion);

}  // namespace marrow
