#include "edit/motions/travel.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/index.h"
#include "edit/keying.h"
#include "edit/motions/sampled.h"
#include "scene/joint_places.h"
#include "scene/keys.h"
#include "scene/stance.h"

namespace marrow {

namespace {

const MotionChannel* translation_of(const Motion& motion, Id target) {
  return find_channel(motion, target, MotionProperty::translation);
}

/// Whether its values differ by more than rounding.
bool travels(const MotionChannel& channel) {
  const std::vector<Key> keys = keys_of(channel);
  return std::any_of(keys.begin(), keys.end(),
                     [&](const Key& key) { return key.value != keys.front().value; });
}

glm::dvec3 vector_of(const std::vector<float>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

std::vector<float> numbers_of_vector(const glm::dvec3& v) {
  return {float(v.x), float(v.y), float(v.z)};
}

/// A channel with the same times and shapes; `place` makes each value of the old one, `slope` each
/// tangent.
template <typename Place, typename Slope>
MotionChannel remade(const MotionChannel& channel, const Place& place, const Slope& slope) {
  std::vector<Key> keys = keys_of(channel);
  for (Key& key : keys) {
    key.value = numbers_of_vector(place(vector_of(key.value)));
    if (!key.in.empty()) key.in = numbers_of_vector(slope(vector_of(key.in)));
    if (!key.out.empty()) key.out = numbers_of_vector(slope(vector_of(key.out)));
  }
  return channel_of(channel.property, std::move(keys));
}

glm::dvec3 first_value(const MotionChannel& channel) {
  return vector_of(keys_of(channel).front().value);
}

void replace_channel(Motion& motion, Id target, MotionChannel channel) {
  for (MotionTrack& track : motion.tracks)
    if (track.target == target)
      for (MotionChannel& one : track.channels)
        if (one.property == channel.property) {
          one = std::move(channel);
          return;
        }
}

}  // namespace

std::optional<Carrier> carrier_of(const Scene& scene, const Motion& motion) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    const Skeleton& skeleton = *scene.nodes[n].skeleton;
    for (const Joint& joint : skeleton.joints) {
      const MotionChannel* channel = translation_of(motion, joint.id);
      if (channel == nullptr || !travels(*channel)) continue;
      const glm::dmat3 place(joint.parent < 0 ? glm::dmat4(1.0)
                                              : rest_place(skeleton, joint.parent));
      const std::optional<UpAxis> moved = up_in_motion(skeleton, motion);
      const glm::dvec3 up = direction_of(moved ? *moved : up_at_rest(skeleton).value_or(UpAxis::y));
      const glm::dmat3 across = glm::dmat3(1.0) - glm::outerProduct(up, up);
      return Carrier{int(n), joint.id, glm::inverse(place) * across * place, place};
    }
  }
  return std::nullopt;
}

Motion in_place(const Scene& scene, const Motion& motion) {
  const std::optional<Carrier> carrier = carrier_of(scene, motion);
  if (!carrier) return motion;
  Motion result = motion;
  const MotionChannel& channel = *translation_of(motion, carrier->joint);
  const glm::dvec3 first = first_value(channel);
  const glm::dmat3 across = carrier->across;
  replace_channel(result, carrier->joint,
                  remade(
                      channel, [&](const glm::dvec3& v) { return v - across * (v - first); },
                      [&](const glm::dvec3& slope) { return slope - across * slope; }));
  return result;
}

std::string why_no_travel_on_node(const Scene& scene, const Motion& motion) {
  const std::optional<Carrier> carrier = carrier_of(scene, motion);
  if (!carrier) return "The motion translates no joint: its figure stays where it is.";
  const Node& node = scene.nodes[at(carrier->node)];
  const MotionTrack* track = find_track(motion, node.id);
  return track != nullptr && !track->channels.empty()
             ? fmt::format("{} has keys of its own in this motion; delete them first.", node.name)
             : "";
}

Motion travel_on_node(const Scene& scene, const Motion& motion) {
  if (!why_no_travel_on_node(scene, motion).empty()) return motion;
  const Carrier carrier = *carrier_of(scene, motion);
  const Node& node = scene.nodes[at(carrier.node)];
  const MotionChannel& channel = *translation_of(motion, carrier.joint);
  const glm::dvec3 first = first_value(channel), place(node.local[3]);
  const glm::dmat3 way = glm::dmat3(node.local) * carrier.skeleton_from_parent * carrier.across;
  Motion result = in_place(scene, motion);
  MotionTrack track = track_as_it_stands(scene, node.id);
  track.channels = {remade(
      channel, [&](const glm::dvec3& v) { return place + way * (v - first); },
      [&](const glm::dvec3& slope) { return way * slope; })};
  put_track(result, std::move(track));
  return result;
}

}  // namespace marrow
