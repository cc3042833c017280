#include "io/gltf/gltf_motion.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>
#include <tiny_gltf.h>

#include "base/index.h"
#include "io/counts.h"
#include "io/trs.h"

namespace marrow::io {
namespace {

std::optional<MotionProperty> property_of(const std::string& path) {
  for (std::size_t p = 0; p < kGltfProperties.size(); ++p)
    if (path == kGltfProperties[p].path) return static_cast<MotionProperty>(p);
  return std::nullopt;
}

void use_trs(MotionTrack& track, const Trs& trs) {
  track.translation = glm::vec3(trs.translation);
  track.rotation = glm::quat(trs.rotation);
  track.scale = glm::vec3(trs.scale);
}

/// A track without channels that has the node's transform.
MotionTrack resting_track(const tinygltf::Node& node, const glm::dmat4& local) {
  MotionTrack track;
  TrsChain chain = trs_of(local);
  if (node.matrix.empty()) {  // keeps the file's numbers: a mirror stays on its axis
    const auto& t = node.translation;
    const auto& r = node.rotation;
    const auto& s = node.scale;
    if (t.size() == 3) chain.upper.translation = {t[0], t[1], t[2]};
    if (s.size() == 3) chain.upper.scale = {s[0], s[1], s[2]};
    const glm::dquat rotation =
        r.size() == 4 ? glm::dquat(r[3], r[0], r[1], r[2]) : glm::dquat(1.0, 0.0, 0.0, 0.0);
    if (s.empty()) chain.upper.scale = glm::dvec3(1.0);
    const double length = glm::length(rotation);
    chain.upper.rotation = length > 1e-9 ? rotation / length : glm::dquat(1.0, 0.0, 0.0, 0.0);
  }
  use_trs(track, chain.upper);
  return track;
}

/// A rotation's key may be slightly off unit length (small integers); if it is farther off, the key
/// and its tangents are normalized.
void make_unit(MotionChannel& channel, MotionNotes& notes) {
  constexpr float kTolerance = 5e-4f;
  const std::size_t rows = channel.interpolation == Interpolation::cubic ? 3 : 1;
  for (std::size_t key = 0; key < channel.times.size(); ++key) {
    float* const first = &channel.values[4 * rows * key];
    float* const value = first + (rows == 3 ? 4 : 0);
    const double length = std::hypot(std::hypot(double(value[0]), double(value[1])),
                                     std::hypot(double(value[2]), double(value[3])));
    if (std::abs(length - 1.0) <= kTolerance) continue;
    ++notes.bad_rotations;
    for (float* number = first; number < first + 4 * rows; ++number) {
      const double scaled = length > 1e-9 ? *number / length : 0.0;
      *number = std::abs(scaled) <= std::numeric_limits<float>::max() ? float(scaled) : 0.0f;
    }
    if (!(length > 1e-9)) value[3] = 1.0f;
  }
}

/// Indices of the keys whose times are finite, not before 0 and increasing.
std::vector<std::size_t> rising_keys(const Values& times) {
  std::vector<std::size_t> keys;
  float before = -1.0f;
  for (std::size_t key = 0; key < times.count; ++key) {
    const double wide = times.numbers[key];
    const auto time = float(std::abs(wide) <= std::numeric_limits<float>::max() ? wide : -1.0);
    if (!(time >= 0.0f && time > before)) continue;
    keys.push_back(key);
    before = time;
  }
  return keys;
}

/// `width`: numbers per value.
std::optional<MotionChannel> read_channel(AccessorReader& reader, const tinygltf::Model& model,
                                          const tinygltf::AnimationSampler& sampler,
                                          MotionProperty property, std::size_t width,
                                          const std::string& pointer, MotionNotes& notes) {
  MotionChannel channel;
  channel.property = property;
  for (std::size_t i = 0; i < kGltfInterpolations.size(); ++i)
    if (sampler.interpolation == kGltfInterpolations[i])
      channel.interpolation = static_cast<Interpolation>(i);
  const GltfProperty& row = kGltfProperties[std::size_t(property)];
  const bool has_types = model.accessors[at(sampler.input)].type == TINYGLTF_TYPE_SCALAR &&
                         model.accessors[at(sampler.output)].type ==
                             (row.width == 1 ? TINYGLTF_TYPE_SCALAR : row.width);
  if (!has_types || width == 0) return std::nullopt;
  const Values times = reader.read(sampler.input, "SCALAR", pointer + "/input");
  const Values values = reader.read(sampler.output, row.type, pointer + "/output");
  const std::size_t numbers = (channel.interpolation == Interpolation::cubic ? 3 : 1) * width;
  const std::vector<std::size_t> keys = rising_keys(times);
  if (values.numbers.size() != times.count * numbers || keys.empty()) return std::nullopt;
  notes.bad_times += keys.size() < times.count;
  for (const std::size_t key : keys) {
    channel.times.push_back(float(times.numbers[key]));
    for (std::size_t i = 0; i < numbers; ++i) {
      const double number = values.numbers[key * numbers + i];
      if (!(std::abs(number) <= std::numeric_limits<float>::max())) return std::nullopt;
      channel.values.push_back(float(number));
    }
  }
  if (property == MotionProperty::rotation) make_unit(channel, notes);
  return channel;
}

std::size_t width_of(const tinygltf::Model& model, int node, MotionProperty property) {
  if (property != MotionProperty::morph_weights)
    return std::size_t(kGltfProperties[std::size_t(property)].width);
  const int mesh = model.nodes[at(node)].mesh;
  return mesh < 0 ? 0 : model.meshes[at(mesh)].primitives.front().targets.size();
}

/// A matrix of translation, rotation and, up to rounding, uniform scale (negative: it mirrors). Its
/// product with a T R S is a T R S again.
struct EvenPlace {
  glm::dmat4 matrix;
  glm::dquat rotation;
  double scale;
};

std::optional<EvenPlace> even_place_of(const glm::dmat4& matrix) {
  const glm::dmat3 linear(matrix);
  const double scale = std::cbrt(glm::determinant(linear));
  if (!(std::abs(scale) > 1e-12)) return std::nullopt;
  const glm::dmat3 turn = linear / scale, residue = turn * glm::transpose(turn) - glm::dmat3(1.0);
  for (int c = 0; c < 3; ++c) {
    if (glm::length(residue[c]) > kShearOfFloats) return std::nullopt;
  }
  return EvenPlace{matrix, glm::normalize(glm::quat_cast(turn)), scale};
}

void place_rows(const EvenPlace& place, MotionChannel& channel) {
  const bool is_cubic = channel.interpolation == Interpolation::cubic;
  const std::size_t width = channel.property == MotionProperty::rotation ? 4 : 3;
  for (std::size_t row = 0; row * width < channel.values.size(); ++row) {
    float* const v = &channel.values[row * width];
    if (channel.property == MotionProperty::rotation) {
      const glm::dquat turned = place.rotation * glm::dquat(v[3], v[0], v[1], v[2]);
      v[0] = float(turned.x), v[1] = float(turned.y);
      v[2] = float(turned.z), v[3] = float(turned.w);
      continue;
    }
    const bool is_point =
        channel.property == MotionProperty::translation && (!is_cubic || row % 3 == 1);
    const glm::dvec3 from(v[0], v[1], v[2]);
    const glm::dvec3 to = channel.property == MotionProperty::scale
                              ? place.scale * from
                              : glm::dvec3(place.matrix * glm::dvec4(from, is_point ? 1.0 : 0.0));
    for (int i = 0; i < 3; ++i) v[i] = float(to[i]);
  }
}

MotionTrack placed(MotionTrack track, const EvenPlace& place) {
  track.translation = glm::vec3(place.matrix * glm::dvec4(glm::dvec3(track.translation), 1.0));
  track.rotation = glm::quat(place.rotation * glm::dquat(track.rotation));
  track.scale = glm::vec3(place.scale * glm::dvec3(track.scale));
  for (MotionChannel& channel : track.channels) place_rows(place, channel);
  return track;
}

/// Sample times: all keys, for steps also the moment before the next key, and enough times in
/// between for curves.
std::vector<float> sample_times(const NodeTracks& tracks, const std::vector<int>& chain) {
  constexpr float kRate = 60.0f;
  constexpr std::size_t kMostBetween = 20000;
  std::set<float> keys;
  for (const int node : chain) {
    const auto found = tracks.find(node);
    if (found == tracks.end()) continue;
    for (const MotionChannel& channel : found->second.channels) {
      keys.insert(channel.times.begin(), channel.times.end());
      if (channel.interpolation != Interpolation::step) continue;
      for (const float time : channel.times) {
        if (time > 0.0f) keys.insert(std::nextafter(time, 0.0f));
      }
    }
  }
  std::vector<float> times(keys.begin(), keys.end());
  const std::size_t count = times.size();
  const bool is_long = (times.back() - times.front()) * kRate > float(kMostBetween);
  for (std::size_t k = 0; k + 1 < count && !is_long; ++k) {
    const float span = times[k + 1] - times[k];
    const int parts = int(std::ceil(span * kRate));
    for (int part = 1; part < parts; ++part)
      times.push_back(times[k] + span * float(part) / float(parts));
  }
  sort_unique(times);
  return times;
}

/// The nearest T R S of a matrix; sets `is_sheared` if they differ.
Trs nearest_trs(const glm::dmat4& matrix, bool& is_sheared) {
  const TrsChain chain = trs_of(matrix);
  if (!chain.lower) return chain.upper;
  is_sheared = true;
  Trs trs = chain.upper;
  trs.rotation = glm::normalize(chain.upper.rotation * chain.lower->rotation);
  const double side = glm::determinant(glm::dmat3(matrix)) < 0.0 ? -1.0 : 1.0;
  for (int axis = 0; axis < 3; ++axis)
    trs.scale[axis] = side * glm::length(glm::dvec3(matrix[axis]));
  return trs;
}

/// If all keys are equal, keeps only the first and the last.
MotionChannel without_equal_keys(MotionChannel channel) {
  const std::size_t width = channel.property == MotionProperty::rotation ? 4 : 3;
  for (std::size_t i = width; i < channel.values.size(); ++i) {
    if (channel.values[i] != channel.values[i - width]) return channel;
  }
  channel.times.erase(channel.times.begin() + 1, channel.times.end() - (channel.times.size() > 1));
  channel.values.resize(channel.times.size() * width);
  return channel;
}

/// The error of the interpolated middle of two keys against `truth`: translation relative to the
/// distance from the parent, rotation in radians, scale relative to the largest.
double off_middle(const Trs& a, const Trs& b, const Trs& truth) {
  const double far = std::max({glm::length(a.translation), glm::length(b.translation), 1e-30}),
               large = std::max({glm::length(a.scale), glm::length(b.scale), 1e-30});
  const glm::dquat turn = glm::slerp(a.rotation, b.rotation, 0.5);
  const double same = std::abs(glm::dot(turn, truth.rotation));
  return std::max({glm::distance(0.5 * (a.translation + b.translation), truth.translation) / far,
                   2.0 * std::sqrt(std::max(0.0, 2.0 - 2.0 * same)),
                   glm::distance(0.5 * (a.scale + b.scale), truth.scale) / large});
}

struct SampledKey {
  float time = 0.0f;
  Trs trs;
  bool may_be_off = true;  ///< the span that begins here may need more keys
};

/// Halves spans whose interpolated middle is off, up to twice, because fast turns need more than 60
/// keys per second. `at`: returns the exact transform at a time.
template <typename At>
std::vector<SampledKey> sampled_finely(const std::vector<float>& times, const At& at) {
  constexpr std::size_t kMost = 20000;
  constexpr float kLeastSpan = 1e-3f;  // seconds; closer times are a step
  constexpr double kOff = 4e-6;
  std::vector<SampledKey> keys;
  for (const float time : times) keys.push_back({time, at(time)});
  for (int round = 0; round < 2; ++round) {
    std::vector<SampledKey> finer;
    finer.reserve(2 * keys.size());
    for (std::size_t k = 0; k < keys.size(); ++k) {
      finer.push_back(keys[k]);
      if (k + 1 == keys.size() || !keys[k].may_be_off) continue;
      finer.back().may_be_off = false;
      if (keys[k + 1].time - keys[k].time < kLeastSpan) continue;
      const float middle = keys[k].time + 0.5f * (keys[k + 1].time - keys[k].time);
      const Trs truth = at(middle);
      if (!(off_middle(keys[k].trs, keys[k + 1].trs, truth) > kOff)) continue;
      finer.back().may_be_off = true;
      finer.push_back({middle, truth});
    }
    if (finer.size() == keys.size() || finer.size() > kMost) break;
    keys = std::move(finer);
  }
  return keys;
}

MotionTrack sampled(const NodeTracks& tracks, const std::vector<int>& chain,
                    const glm::dmat4& outer, const NodeTree& tree, MotionNotes& notes) {
  bool is_sheared = false;
  const std::vector<SampledKey> keys =
      sampled_finely(sample_times(tracks, chain), [&](const float time) {
        glm::dmat4 matrix(1.0);
        for (const int node : chain) {
          const auto found = tracks.find(node);
          matrix = (found == tracks.end() ? tree.local[at(node)]
                                          : glm::dmat4(local_at(found->second, time))) *
                   matrix;
        }
        return nearest_trs(outer * matrix, is_sheared);
      });
  MotionTrack track;
  use_trs(track, keys.front().trs);
  MotionChannel translation{MotionProperty::translation, Interpolation::linear, {}, {}};
  for (const SampledKey& key : keys) translation.times.push_back(key.time);
  MotionChannel rotation{MotionProperty::rotation, Interpolation::linear, translation.times, {}};
  MotionChannel scale{MotionProperty::scale, Interpolation::linear, translation.times, {}};
  glm::quat before(1.0f, 0.0f, 0.0f, 0.0f);
  for (const SampledKey& key : keys) {
    const Trs& trs = key.trs;
    glm::quat turn(trs.rotation);
    if (glm::dot(turn, before) < 0.0f) turn = -turn;
    before = turn;
    translation.values.insert(
        translation.values.end(),
        {float(trs.translation.x), float(trs.translation.y), float(trs.translation.z)});
    rotation.values.insert(rotation.values.end(), {turn.x, turn.y, turn.z, turn.w});
    scale.values.insert(scale.values.end(),
                        {float(trs.scale.x), float(trs.scale.y), float(trs.scale.z)});
  }
  for (MotionChannel* channel : {&translation, &rotation, &scale})
    track.channels.push_back(without_equal_keys(std::move(*channel)));
  ++notes.sampled;
  notes.sheared += is_sheared;
  return track;
}

void drop_morph_weights(MotionTrack& track) {
  track.channels.erase(std::remove_if(track.channels.begin(), track.channels.end(),
                                      [](const MotionChannel& channel) {
                                        return channel.property == MotionProperty::morph_weights;
                                      }),
                       track.channels.end());
}

}  // namespace

NodeTracks read_node_tracks(AccessorReader& reader, const tinygltf::Model& model, int index,
                            const NodeTree& tree, MotionNotes& notes) {
  NodeTracks tracks;
  std::set<std::pair<int, MotionProperty>> seen;
  const tinygltf::Animation& animation = model.animations[at(index)];
  for (const tinygltf::AnimationChannel& source : animation.channels) {
    const auto property = property_of(source.target_path);
    if (source.target_node < 0 || !property) {
      ++notes.pointers;
      continue;
    }
    if (!seen.emplace(source.target_node, *property).second) {
      ++notes.repeated_targets;
      continue;
    }
    const std::string pointer = fmt::format("/animations/{}/samplers/{}", index, source.sampler);
    const std::size_t width = width_of(model, source.target_node, *property);
    auto channel = read_channel(reader, model, animation.samplers[at(source.sampler)], *property,
                                width, pointer, notes);
    if (!channel) {
      ++notes.bad_channels;
      continue;
    }
    const auto [track, is_new] = tracks.try_emplace(source.target_node);
    if (is_new)
      track->second =
          resting_track(model.nodes[at(source.target_node)], tree.local[at(source.target_node)]);
    track->second.channels.push_back(std::move(*channel));
  }
  return tracks;
}

MotionTrack joint_track(const NodeTracks& tracks, const std::vector<int>& chain,
                        const glm::dmat4& outer, const NodeTree& tree, MotionNotes& notes) {
  const auto own = tracks.find(chain.front());
  bool only_own = own != tracks.end();
  glm::dmat4 above = outer;
  for (std::size_t i = chain.size(); i-- > 1;) {
    const auto found = tracks.find(chain[i]);
    only_own = only_own && (found == tracks.end() || !has_place(found->second));
    above *= tree.local[at(chain[i])];
  }
  const auto place = only_own ? even_place_of(above) : std::nullopt;
  if (!place) return sampled(tracks, chain, outer, tree, notes);
  MotionTrack track = own->second;
  drop_morph_weights(track);
  return above == glm::dmat4(1.0) ? track : placed(std::move(track), *place);
}

void MotionNotes::report(std::vector<std::string>& warnings) const {
  warn_of(
      {{bad_channels, "not kept: {} channel[|s] of animations that break[s|] the standard's rules"},
       {bad_times,
        "{} channel[|s] of animations had times that do not rise from 0; those keys were left out"},
       {bad_rotations,
        "{} rotation[|s] of animations [was|were] not of unit length and [was|were] scaled"},
       {repeated_targets,
        "not kept: {} channel[|s] that move[s|] what another channel of the animation moves "
        "already"},
       {pointers, "not kept: {} channel[|s] of animations that move[s|] no node"},
       {ignored, "not kept: {} animated node[|s] that the scene does not have"},
       {sampled,
        "{} track[|s] of joints [was|were] sampled, because nodes that are folded into the joints "
        "move or scale unevenly"},
       {sheared, "{} of the sampled tracks lost their shear, which no key can hold"}},
      warnings);
}

}  // namespace marrow::io
