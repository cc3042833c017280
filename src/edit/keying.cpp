#include "edit/keying.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/index.h"
#include "edit/pose_edit.h"
#include "rig/ik/bone_stand.h"
#include "rig/ik/ik.h"
#include "rig/joint_pose.h"
#include "rig/playback.h"

namespace marrow {

namespace {

constexpr float kSameTime = 1e-3f;   // seconds
constexpr float kSameValue = 1e-5f;  // values that differ by less, relative to length, are equal
constexpr float kSameTurn = 1e-11f;  // 1 - |cos| of rotations that are equal

/// The values of a joint or a node that keys can hold.
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
    default:
      return stand.weights;
  }
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
    default:
      return a.weights != b.weights;
  }
}

constexpr MotionProperty kProperties[] = {MotionProperty::translation, MotionProperty::rotation,
                                          MotionProperty::scale, MotionProperty::morph_weights};

/// A target without its pose: a joint as bound, a node with the identity as its transform.
KeyedStand stand_at_rest(const Scene& scene, Id target, const KeyedStand& stand) {
  const Joint* joint = joint_of(scene, target);
  return joint != nullptr ? KeyedStand{decompose(joint->bind_local), {}}
                          : KeyedStand{{}, stand.weights};
}

MotionTrack track_at(const KeyedStand& stand, Id target) {
  return {
      target, stand.place.translation, glm::normalize(stand.place.rotation), stand.place.scale, {}};
}

/// The time of an existing key near `seconds`, else `seconds`.
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

/// `by_keys`: the pose without inverse kinematics, for a first key at 0.
void key_target(Motion& motion, const Scene& by_keys, const Scene& before, const Scene& after,
                float seconds, Id target, Keyed keyed) {
  const std::optional<KeyedStand> base = keyed_stand(by_keys, target),
                                  from = keyed_stand(before, target),
                                  to = keyed_stand(after, target);
  if (!base || !from || !to) return;
  const KeyedStand rest = stand_at_rest(after, target, *to);
  bool any = false;
  for (const MotionProperty property : kProperties) {
    const bool is_wanted = keyed == Keyed::changes
                               ? differs(*from, *to, property)
                               : property == MotionProperty::rotation ||
                                     find_channel(motion, target, property) != nullptr ||
                                     differs(rest, *to, property);
    if (is_wanted) key_property(motion, target, property, seconds, *base, *to);
    any |= is_wanted;
  }
  // For a change that is below all tolerances.
  if (!any) key_property(motion, target, MotionProperty::rotation, seconds, *base, *to);
}

// ---- Tips with an IK target

/// The scene at a time that gets keys: by keys alone, and as shown (with IK and edit).
struct Moment {
  const Scene& keyed;
  const Scene& shown;
  float seconds = 0.0f;
};

/// The joints that turn when the joint's tip is drawn. Precondition: the joint exists.
std::vector<Id> limb_of(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  const Skeleton& skeleton = *scene.nodes[at(ref.node)].skeleton;
  std::vector<Id> limb;
  for (const int j : ik_limb(skeleton, ref.joint)) limb.push_back(skeleton.joints[at(j)].id);
  return limb;
}

bool has_any_of(const std::vector<Id>& ids, const std::vector<Id>& of) {
  return std::any_of(ids.begin(), ids.end(), [&](Id id) { return list_has(of, id); });
}

std::vector<Id> with_ancestors(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  std::vector<Id> ids;
  if (ref.node < 0) return ids;
  const std::vector<Joint>& joints = scene.nodes[at(ref.node)].skeleton->joints;
  for (int j = ref.joint; j >= 0; j = joints[at(j)].parent) ids.push_back(joints[at(j)].id);
  return ids;
}

/// Joints of the scene for which the motion has an IK target.
std::vector<Id> drawn_joints(const Scene& scene, const Motion& motion) {
  std::vector<Id> drawn;
  for (const MotionTrack& track : motion.tracks)
    if (find_channel(track, MotionProperty::ik_target) != nullptr &&
        find_joint(scene, track.target).node >= 0)
      drawn.push_back(track.target);
  return drawn;
}

/// Keys the joints that inverse kinematics has turned, so that the limb stays as it is shown,
/// whatever draws its tip. `always`: keys all joints of the limb.
void key_limb(Motion& motion, const Moment& now, Id drawn, bool always = false) {
  for (const Id joint : limb_of(now.shown, drawn)) {
    const std::optional<KeyedStand> keyed = keyed_stand(now.keyed, joint),
                                    shown = keyed_stand(now.shown, joint);
    if (keyed && shown && (always || differs(*keyed, *shown, MotionProperty::rotation)))
      key_property(motion, joint, MotionProperty::rotation, now.seconds, *keyed, *shown);
  }
}

void set_ik_key(Motion& motion, const MotionTrack& rest, MotionProperty property, float seconds,
                std::vector<float> value) {
  const Id target = rest.target;
  const float when = time_in(motion, target, property, seconds);
  if (find_channel(motion, target, property) != nullptr)
    return set_key(motion, rest, property, when, value);
  // A pin holds and releases at once; a target rests at each of its keys.
  const KeyShape shape = property == MotionProperty::pin ? KeyShape::step : KeyShape::flat;
  put_key(motion, rest, property, {when, std::move(value), {}, {}, shape});
}

/// Keys a limb as it is shown: its joints, and its IK target if the tip is elsewhere.
void key_drawn(Motion& motion, const Moment& now, Id joint) {
  constexpr double kSamePlace = 1e-5;  // share of the limb's length: the error of a held tip
  const std::optional<glm::dvec3> tip = world_tip(now.shown, joint);
  if (!tip || !(pin_at(motion, joint, now.seconds) > 0.0)) return;
  key_limb(motion, now, joint);
  const std::vector<float> v =
      value_at(*find_channel(motion, joint, MotionProperty::ik_target), now.seconds);
  const double off = glm::distance(*tip, glm::dvec3(v[0], v[1], v[2]));
  if (off > kSamePlace * limb_length(now.shown, find_joint(now.shown, joint)))
    set_ik_key(motion, *find_track(motion, joint), MotionProperty::ik_target, now.seconds,
               numbers_of(glm::vec3(*tip)));
}

/// Adds keys with the present values to the channels of IK target and pin, if they exist.
void key_ik_as_it_is(Motion& motion, float seconds, Id joint) {
  for (const MotionProperty property : {MotionProperty::ik_target, MotionProperty::pin})
    if (const MotionChannel* channel = find_channel(motion, joint, property))
      set_ik_key(motion, *find_track(motion, joint), property, seconds,
                 value_at(*channel, seconds));
}

void pin_joint(Motion& motion, const Moment& now, Id joint) {
  const std::optional<glm::dvec3> tip = world_tip(now.shown, joint);
  if (!tip) return;
  key_limb(motion, now, joint, true);  // the motion until then stays
  const MotionTrack rest = track_at(*keyed_stand(now.keyed, joint), joint);
  const bool is_first = find_channel(motion, joint, MotionProperty::ik_target) == nullptr;
  set_ik_key(motion, rest, MotionProperty::ik_target, now.seconds, numbers_of(glm::vec3(*tip)));
  if (is_first && now.seconds > kSameTime)
    set_ik_key(motion, rest, MotionProperty::pin, 0.0f, {0.0f});
  set_ik_key(motion, rest, MotionProperty::pin, now.seconds, {1.0f});
}

/// Without earlier keys the pin is 1, which a first key at 0 keeps.
void set_pin(Motion& motion, Id joint, float seconds, float share) {
  const MotionTrack rest = *find_track(motion, joint);
  if (find_channel(motion, joint, MotionProperty::pin) == nullptr && seconds > kSameTime)
    set_ik_key(motion, rest, MotionProperty::pin, 0.0f, {1.0f});
  set_ik_key(motion, rest, MotionProperty::pin, seconds, {share});
}

void release_pin(Motion& motion, const Moment& now, Id joint) {
  const MotionChannel* target = find_channel(motion, joint, MotionProperty::ik_target);
  if (target == nullptr) return;
  const std::vector<float> place = value_at(*target, now.seconds);
  set_ik_key(motion, *find_track(motion, joint), MotionProperty::ik_target, now.seconds, place);
  set_pin(motion, joint, now.seconds, 0.0f);
}

}  // namespace

std::vector<Operation> pose_edits(const Scene& from, const Scene& to) {
  std::vector<Operation> edits;
  op::SetUserLocal pose;
  for (const Id target : changed_poses(from, to)) {
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

op::SetTracks key_edit(const Scene& own, const Scene& after, const MotionTime& at,
                       const std::vector<Id>& targets, Keyed keyed, std::string what) {
  Motion motion = *own.motions[at.motion];
  const Scene by_keys = keyed_at_time(own, motion, at.seconds),
              before = at_time(own, motion, at.seconds);
  const Moment now{by_keys, after, at.seconds};
  const std::vector<Id> drawn = drawn_joints(after, motion);
  for (const Id target : targets)
    key_target(motion, by_keys, before, after, at.seconds, target, keyed);
  std::vector<Id> touched = targets;
  for (const Id joint : drawn)
    if (has_any_of(with_ancestors(after, joint), targets))
      for (const Id turned : limb_of(after, joint)) touched.push_back(turned);
  for (const Id joint : drawn)
    if (has_any_of(limb_of(after, joint), touched)) key_drawn(motion, now, joint);
  if (keyed == Keyed::pose)
    for (const Id target : targets) key_ik_as_it_is(motion, at.seconds, target);
  return op::set_tracks(own, at.motion, motion, std::move(what));
}

op::SetTracks pin_edit(const Scene& own, const MotionTime& at, const std::vector<Id>& joints,
                       bool pinned, std::string what) {
  Motion motion = *own.motions[at.motion];
  const Scene by_keys = keyed_at_time(own, motion, at.seconds),
              shown = at_time(own, motion, at.seconds);
  const Moment now{by_keys, shown, at.seconds};
  for (const Id joint : joints) {
    if (find_joint(own, joint).node < 0) continue;
    const std::vector<Id> limb = limb_of(own, joint);
    for (const Id drawn : drawn_joints(own, motion))
      if (has_any_of(limb_of(own, drawn), limb)) key_drawn(motion, now, drawn);
    if (pinned)
      pin_joint(motion, now, joint);
    else
      release_pin(motion, now, joint);
  }
  return op::set_tracks(own, at.motion, motion, std::move(what));
}

Operation motion_edit(const Scene& scene, std::size_t motion, const Motion& after,
                      std::string what) {
  op::SetTracks tracks = op::set_tracks(scene, motion, after, what);
  if (after.timing == scene.motions[motion]->timing) return tracks;
  return op::Sequence{{std::move(tracks), op::SetMotionTiming{motion, after.timing}},
                      std::move(what)};
}

op::SetTracks pin_share_edit(const Scene& own, const MotionTime& at, Id joint, float share,
                             std::string what) {
  Motion motion = *own.motions[at.motion];
  set_pin(motion, joint, at.seconds, std::clamp(share, 0.0f, 1.0f));
  return op::set_tracks(own, at.motion, motion, std::move(what));
}

MotionTrack track_as_it_stands(const Scene& scene, Id target) {
  return track_at(*keyed_stand(scene, target), target);
}

Motion held_motion(const Scene& scene, const std::vector<Id>& targets, std::string name) {
  Motion motion;
  motion.name = std::move(name);
  for (const Id target : targets)
    key_target(motion, scene, scene, scene, 0.0f, target, Keyed::pose);
  return motion;
}

}  // namespace marrow
