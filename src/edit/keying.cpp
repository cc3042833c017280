#include "edit/keying.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "rig/joint_pose.h"

namespace marrow {

namespace {

constexpr float kSameTime = 1e-3f;   // seconds
constexpr float kSameValue = 1e-5f;  // of translations and scales relative, of rotations 1 - |cos|
constexpr float kSameTurn = 1e-11f;

/// What keys say of a joint or a node.
struct KeyedStand {
  JointPose place;
  std::vector<float> weights;
};

std::optional<KeyedStand> keyed_stand(const Scene& scene, Id target) {
  if (const Joint* joint = joint_of(scene, target))
    return KeyedStand{decompose(joint->bind_local * joint->user_local), {}};
  if (const Node* node = find_node(scene, target))
    return KeyedStand{decompose(node->local), weights_of(*node)};
  return std::nullopt;
}

std::vector<float> numbers_of(const glm::vec3& vector) { return {vector.x, vector.y, vector.z}; }

std::vector<float> value_of(const KeyedStand& stand, MotionProperty property) {
  const glm::quat turn = glm::normalize(stand.place.rotation);
  switch (property) {
    case MotionProperty::translation:
      return numbers_of(stand.place.translation);
    case MotionProperty::rotation:
      return {turn.x, turn.y, turn.z, turn.w};
    case MotionProperty::scale:
      return numbers_of(stand.place.scale);
    case MotionProperty::morph_weights:
      break;
  }
  return stand.weights;
}

bool differs(const glm::vec3& a, const glm::vec3& b) {
  return glm::distance(a, b) > kSameValue * std::max(glm::length(a), glm::length(b));
}

bool turns(const glm::quat& a, const glm::quat& b) {
  const double cosine =
      double(a.x) * b.x + double(a.y) * b.y + double(a.z) * b.z + double(a.w) * b.w;
  return 1.0 - std::abs(cosine) > double(kSameTurn);
}

bool differs(const KeyedStand& a, const KeyedStand& b, MotionProperty property) {
  switch (property) {
    case MotionProperty::translation:
      return differs(a.place.translation, b.place.translation);
    case MotionProperty::rotation:
      return turns(glm::normalize(a.place.rotation), glm::normalize(b.place.rotation));
    case MotionProperty::scale:
      return differs(a.place.scale, b.place.scale);
    case MotionProperty::morph_weights:
      break;
  }
  return a.weights != b.weights;
}

constexpr MotionProperty kProperties[] = {MotionProperty::translation, MotionProperty::rotation,
                                          MotionProperty::scale, MotionProperty::morph_weights};

/// How a target stands without pose: a joint in its bind pose. A node has none.
KeyedStand stand_at_rest(const Scene& scene, Id target, const KeyedStand& stand) {
  const Joint* joint = joint_of(scene, target);
  return joint != nullptr ? KeyedStand{decompose(joint->bind_local), {}}
                          : KeyedStand{{}, stand.weights};
}

MotionTrack track_at(const KeyedStand& stand, Id target) {
  return {
      target, stand.place.translation, glm::normalize(stand.place.rotation), stand.place.scale, {}};
}

/// The time of a key that is already there, where one is near enough.
float time_in(const Motion& motion, Id target, MotionProperty property, float seconds) {
  const MotionChannel* channel = find_channel(motion, target, property);
  if (channel == nullptr) return seconds;
  for (const float time : channel->times)
    if (std::abs(time - seconds) < kSameTime) return time;
  return seconds;
}

void key_property(Motion& motion, Id target, MotionProperty property, float seconds,
                  const KeyedStand& before, const KeyedStand& after) {
  const std::vector<float> value = value_of(after, property);
  if (value.empty()) return;
  const MotionTrack rest = track_at(before, target);
  const bool is_first = find_channel(motion, target, property) == nullptr;
  if (is_first && seconds > kSameTime)
    set_key(motion, rest, property, 0.0f, value_of(before, property));
  set_key(motion, rest, property, time_in(motion, target, property, seconds), value);
}

void key_target(Motion& motion, const Scene& before, const Scene& after, float seconds, Id target,
                Keyed keyed) {
  const std::optional<KeyedStand> from = keyed_stand(before, target),
                                  to = keyed_stand(after, target);
  if (!from || !to) return;
  const KeyedStand rest = stand_at_rest(after, target, *to);
  bool any = false;
  for (const MotionProperty property : kProperties) {
    const bool is_wanted = keyed == Keyed::changes
                               ? differs(*from, *to, property)
                               : property == MotionProperty::rotation ||
                                     find_channel(motion, target, property) != nullptr ||
                                     differs(rest, *to, property);
    if (is_wanted) key_property(motion, target, property, seconds, *from, *to);
    any |= is_wanted;
  }
  // A change below what is told apart, and not nothing.
  if (!any) key_property(motion, target, MotionProperty::rotation, seconds, *from, *to);
}

}  // namespace

std::vector<Operation> pose_edits(const Scene& from, const Scene& to) {
  std::vector<Operation> edits;
  op::SetUserLocal pose;
  for (const Id target : posed_between(from, to)) {
    if (const Joint* joint = joint_of(to, target)) {
      pose.entries.push_back({target, joint->user_local});
      continue;
    }
    const Node &now = *find_node(from, target), &wanted = *find_node(to, target);
    if (now.local != wanted.local) edits.push_back(op::SetNodeLocal{target, wanted.local});
    const std::vector<float> weights = weights_of(wanted);
    if (weights_of(now) == weights) continue;
    op::SetMorphWeights shapes{target, std::vector<std::size_t>(weights.size()), weights};
    std::iota(shapes.shapes.begin(), shapes.shapes.end(), std::size_t{0});
    edits.push_back(std::move(shapes));
  }
  if (!pose.entries.empty()) edits.insert(edits.begin(), Operation(std::move(pose)));
  return edits;
}

op::SetTracks key_edit(const Scene& before, const Scene& after, const MotionTime& at,
                       const std::vector<Id>& targets, Keyed keyed, std::string what) {
  Motion motion = *before.motions[at.motion];
  for (const Id target : targets) key_target(motion, before, after, at.seconds, target, keyed);
  return op::set_tracks(before, at.motion, motion, std::move(what));
}

MotionTrack track_as_it_stands(const Scene& scene, Id target) {
  return track_at(*keyed_stand(scene, target), target);
}

Motion held_motion(const Scene& scene, const std::vector<Id>& targets, std::string name) {
  Motion motion;
  motion.name = std::move(name);
  for (const Id target : targets) key_target(motion, scene, scene, 0.0f, target, Keyed::pose);
  return motion;
}

}  // namespace marrow
