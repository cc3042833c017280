#include "io/gltf/motion_out.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "scene/keys.h"

namespace marrow::io {

namespace {

const char* path_of(MotionProperty property) {
  switch (property) {
    case MotionProperty::translation:
      return "translation";
    case MotionProperty::rotation:
      return "rotation";
    case MotionProperty::scale:
      return "scale";
    default:
      return "weights";
  }
}

const char* name_of(Interpolation interpolation) {
  if (interpolation == Interpolation::step) return "STEP";
  return interpolation == Interpolation::cubic ? "CUBICSPLINE" : "LINEAR";
}

/// glTF's cubic channels have no keys that hold, so the value is written again just before the next
/// key.
MotionChannel standard_channel(const MotionChannel& channel) {
  std::vector<Key> keys = keys_of(channel), written;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    written.push_back(keys[k]);
    if (keys[k].shape != KeyShape::step || k + 1 == keys.size()) continue;
    Key held = keys[k];
    held.seconds = std::nextafter(keys[k + 1].seconds, 0.0f);
    if (held.seconds > keys[k].seconds) written.push_back(std::move(held));
  }
  for (Key& key : written) key.shape = KeyShape::free;
  return channel_of(channel.property, std::move(written));
}

class MotionWriter {
 public:
  MotionWriter(const MotionPlaces& places, out::File& file, SharedParts& shared)
      : places_(places), file_(file), shared_(shared) {}

  /// Returns the number of tracks that move nothing.
  std::size_t write(const Motion& motion) {
    std::size_t lost = 0;
    out::Animation animation;
    animation.name = motion.name;
    for (const MotionTrack& track : motion.tracks) {
      const std::size_t before = animation.channels.size();
      write_place(track, animation);
      write_weights(track, animation);
      lost += animation.channels.size() == before && !track.channels.empty();
    }
    if (!animation.channels.empty()) file_.animations.push_back(std::move(animation));
    return lost;
  }

 private:
  void write_place(const MotionTrack& track, out::Animation& animation) {
    const auto found = places_.places.find(track.target);
    const bool moves = track.channels.empty() || has_place(track);
    if (found == places_.places.end() || !moves) return;
    const MotionPlaces::Place& place = found->second;
    const Trs& stands = file_.nodes[std::size_t(place.node)].local;
    std::vector<float> turn = {track.rotation.x, track.rotation.y, track.rotation.z,
                               track.rotation.w};
    keep_still(track, MotionProperty::translation,
               {track.translation.x, track.translation.y, track.translation.z},
               glm::distance(glm::dvec3(track.translation), stands.translation), place.node,
               animation);
    keep_still(track, MotionProperty::rotation, std::move(turn),
               1.0 - std::abs(glm::dot(glm::dquat(track.rotation), stands.rotation)), place.node,
               animation);
    keep_still(track, MotionProperty::scale, {track.scale.x, track.scale.y, track.scale.z},
               glm::distance(glm::dvec3(track.scale), stands.scale), place.node, animation);
    if (place.lower >= 0)
      hold(MotionProperty::rotation, {0.0f, 0.0f, 0.0f, 1.0f}, place.lower, animation);
    for (const MotionChannel& channel : track.channels) {
      if (is_place(channel.property)) write_channel(channel, place.node, animation);
    }
  }

  /// A node's transform may differ from the track's, because its joint was posed since.
  void keep_still(const MotionTrack& track, MotionProperty property, std::vector<float> value,
                  double away, int node, out::Animation& animation) {
    constexpr double kSameValue = 1e-6;
    const bool has_channel =
        std::any_of(track.channels.begin(), track.channels.end(),
                    [&](const MotionChannel& channel) { return channel.property == property; });
    if (!has_channel && away > kSameValue) hold(property, std::move(value), node, animation);
  }

  void hold(MotionProperty property, std::vector<float> value, int node,
            out::Animation& animation) {
    const MotionChannel still{property, Interpolation::step, {0.0f}, std::move(value)};
    animation.channels.push_back(
        {node, path_of(property), times(still.times), values(still), "STEP"});
  }

  void write_weights(const MotionTrack& track, out::Animation& animation) {
    const auto found = places_.meshes.find(track.target);
    if (found == places_.meshes.end()) return;
    const int mesh = file_.nodes[std::size_t(found->second)].mesh;
    const std::size_t targets =
        mesh < 0 ? 0 : file_.meshes[std::size_t(mesh)].primitives.front().targets.size();
    for (const MotionChannel& channel : track.channels) {
      const std::size_t rows =
          channel.times.size() * (channel.interpolation == Interpolation::cubic ? 3 : 1);
      const bool fits = channel.property == MotionProperty::morph_weights && targets > 0 &&
                        channel.values.size() == rows * targets;
      if (fits) write_channel(channel, found->second, animation);
    }
  }

  void write_channel(const MotionChannel& channel, int node, out::Animation& animation) {
    if (list_has(channel.shapes, KeyShape::step)) {
      const MotionChannel written = standard_channel(channel);
      animation.channels.push_back(
          {node, path_of(written.property), times(written.times), values(written), "CUBICSPLINE"});
      return;
    }
    const int input = times(channel.times);
    shared_.arrays[channel.times.data()] = file_.accessors[std::size_t(input)].offset;
    const int output = values(channel);
    shared_.arrays[channel.values.data()] = file_.accessors[std::size_t(output)].offset;
    animation.channels.push_back(
        {node, path_of(channel.property), input, output, name_of(channel.interpolation)});
  }

  /// Tracks often have keys at the same times, which are written once.
  int times(const std::vector<float>& seconds) {
    const auto [found, is_new] = times_.try_emplace(seconds, 0);
    if (!is_new) return found->second;
    out::Accessor accessor;
    accessor.count = seconds.size();
    accessor.low = {seconds.front()};
    accessor.high = {seconds.back()};
    return found->second = out::add_accessor(file_, seconds.data(), seconds.size() * sizeof(float),
                                             std::move(accessor));
  }

  int values(const MotionChannel& channel) {
    const bool is_scalar = channel.property == MotionProperty::morph_weights,
               is_turn = channel.property == MotionProperty::rotation;
    out::Accessor accessor;
    accessor.type = is_scalar ? "SCALAR" : is_turn ? "VEC4" : "VEC3";
    accessor.count = channel.values.size() / (is_scalar ? 1 : is_turn ? 4 : 3);
    return out::add_accessor(file_, channel.values.data(), channel.values.size() * sizeof(float),
                             std::move(accessor));
  }

  const MotionPlaces& places_;
  out::File& file_;
  SharedParts& shared_;
  std::map<std::vector<float>, int> times_;
};

}  // namespace

std::size_t write_motions(const Scene& scene, const Derived& derived, const MotionPlaces& places,
                          out::File& file, SharedParts& shared) {
  MotionWriter writer(places, file, shared);
  std::size_t lost = 0;
  for (const std::shared_ptr<const Motion>& motion : scene.motions) {
    const auto keys_alone = derived.motions.find(motion.get());
    lost += writer.write(keys_alone == derived.motions.end() ? *motion : keys_alone->second);
  }
  return lost;
}

}  // namespace marrow::io
