#include "io/fbx/fbx_motion.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "base/index.h"
#include "io/gltf/access.h"

namespace marrow::io {

namespace {

struct FbxKeys {
  std::vector<double> times;  ///< seconds, strictly rising as floats
  std::vector<float> values;  ///< `width` numbers per time
  std::size_t width = 3;
  bool is_step = false;

  const float* at(std::size_t key) const { return &values[key * width]; }
  bool is_same(std::size_t a, std::size_t b) const {
    return std::equal(at(a), at(a) + width, at(b));
  }
  /// The first number at a time, interpolated.
  double value_at(double time) const {
    const auto next =
        std::size_t(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    if (next == 0) return values.front();
    if (is_step || next == times.size()) return *at(next - 1);
    const double share = (time - times[next - 1]) / (times[next] - times[next - 1]);
    return (1.0 - share) * double(*at(next - 1)) + share * double(*at(next));
  }
};

double rounded_time(double time) { return double(float(time)); }

/// Makes keys of ufbx's numbers. Two keys at the same time are the sides of a step: the first one
/// moves to the previous float. If all changes are such pairs, the keys become steps.
class FbxKeyReader {
 public:
  FbxKeyReader(double begin, FbxNotes& notes) : begin_(begin), notes_(notes) {}

  FbxKeys read(const ufbx_baked_vec3_list& list) const {
    return read(list, 3, [&](std::size_t k, std::vector<float>& values) {
      for (const double number : list.data[k].value.v) values.push_back(finite(number, notes_));
    });
  }

  FbxKeys read(const ufbx_baked_quat_list& list) const {
    return read(list, 4, [&](std::size_t k, std::vector<float>& values) {
      for (const double number : list.data[k].value.v) values.push_back(finite(number, notes_));
    });
  }

 private:
  template <typename List, typename Append>
  FbxKeys read(const List& list, std::size_t width, const Append& append) const {
    FbxKeys keys;
    keys.width = width;
    for (std::size_t k = 0; k < list.count; ++k) {
      const double time = rounded_time(list.data[k].time - begin_);
      if (!fits_float(time) || time < 0.0) continue;
      // drops the left side of a step at 0, and all but the last of times that are equal as floats
      if (!keys.times.empty() && time <= keys.times.back() && !make_room(keys, time)) {
        keys.times.pop_back();
        keys.values.resize(keys.values.size() - width);
      }
      keys.times.push_back(time);
      append(k, keys.values);
    }
    make_steps(keys);
    return keys;
  }

  /// Moves the last key to the float before `time`; false if no room is left there.
  static bool make_room(FbxKeys& keys, double time) {
    const auto before = double(std::nextafter(float(time), -1.0f));
    const std::size_t count = keys.times.size();
    if (before < 0.0 || (count > 1 && keys.times[count - 2] >= before)) return false;
    keys.times.back() = before;
    return true;
  }

  static void make_steps(FbxKeys& keys) {
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
      const bool changes = k > 0 && !keys.is_same(k, k - 1);
      if (changes && keys.times[k] != double(std::nextafter(float(keys.times[k - 1]), 1e30f)))
        return;
      if (k == 0 || changes) kept.push_back(k);
    }
    if (kept.empty()) return;
    const std::size_t last = keys.times.size() - 1;
    if (kept.size() > 1 && kept.back() != last) kept.push_back(last);  // keeps the motion's length
    FbxKeys steps;
    steps.width = keys.width;
    steps.is_step = kept.size() > 1;
    for (const std::size_t k : kept) {
      steps.times.push_back(keys.times[k]);
      steps.values.insert(steps.values.end(), keys.at(k), keys.at(k) + keys.width);
    }
    keys = std::move(steps);
  }

  double begin_;
  FbxNotes& notes_;
};

class FbxMotionWriter {
 public:
  FbxMotionWriter(const ufbx_scene& scene, const std::vector<int>& node_of,
                  const std::vector<FbxMorphs>& morphs, MemoryBudget& budget, FbxDocument& document,
                  FbxNotes& notes)
      : scene_(scene),
        node_of_(node_of),
        morphs_(morphs),
        budget_(budget),
        document_(document),
        notes_(notes) {}

  void add(const ufbx_baked_anim& baked, const std::string& name) {
    channels_ = FbxJson::array();
    samplers_ = FbxJson::array();
    const double first = std::min(baked.playback_time_begin, baked.key_time_min);
    const double begin = first < 0.0 ? first : 0.0;
    notes_.shifted_times |= begin < 0.0;
    const FbxKeyReader reader(begin, notes_);
    for (std::size_t n = 0; n < baked.nodes.count; ++n) add_node(baked.nodes.data[n], reader);
    add_shapes(baked, reader);
    if (channels_.empty()) return;
    document_.add(
        "animations",
        {{"name", name}, {"channels", std::move(channels_)}, {"samplers", std::move(samplers_)}});
  }

 private:
  void add_node(const ufbx_baked_node& baked, const FbxKeyReader& reader) {
    const int node = node_of_[baked.typed_id];
    if (node < 0) return;
    add_channel(node, "translation", "VEC3", reader.read(baked.translation_keys));
    add_channel(node, "rotation", "VEC4", reader.read(baked.rotation_keys));
    add_channel(node, "scale", "VEC3", reader.read(baked.scale_keys));
  }

  /// Leaves out a property that keeps the node's value.
  void add_channel(int node, const char* path, const char* type, const FbxKeys& keys) {
    if (keys.times.empty()) return;
    const FbxJson& rest = document_.root["nodes"][at(node)][path];
    if (keys.times.size() == 1) {
      bool is_rest = true;
      for (std::size_t i = 0; i < keys.width; ++i)
        is_rest = is_rest && std::abs(rest[i].get<double>() - double(keys.values[i])) <= 1e-7;
      if (is_rest) return;
    }
    add_sampler(node, path, type, keys);
  }

  void add_sampler(int node, const char* path, const char* type, const FbxKeys& keys) {
    const std::vector<float> times(keys.times.begin(), keys.times.end());
    const std::size_t width = std::string_view(type) == "SCALAR" ? 1 : keys.width;
    samplers_.push_back({{"input", document_.add_floats(times, "SCALAR", 1)},
                         {"output", document_.add_floats(keys.values, type, width)},
                         {"interpolation", keys.is_step ? "STEP" : "LINEAR"}});
    channels_.push_back(
        {{"sampler", samplers_.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }

  void add_shapes(const ufbx_baked_anim& baked, const FbxKeyReader& reader) {
    std::map<const ufbx_blend_channel*, FbxKeys> keys_of;
    for (std::size_t e = 0; e < baked.elements.count; ++e) {
      const ufbx_baked_element& element = baked.elements.data[e];
      const ufbx_blend_channel* channel =
          ufbx_as_blend_channel(scene_.elements.data[element.element_id]);
      for (std::size_t p = 0; p < element.props.count; ++p) {
        const ufbx_baked_prop& prop = element.props.data[p];
        const bool is_weight = channel && name_of(prop.name) == "DeformPercent";
        notes_.other_tracks += !is_weight && !prop.constant_value;
        if (is_weight && prop.keys.count > 0) keys_of.emplace(channel, reader.read(prop.keys));
      }
    }
    for (const FbxMorphs& morphs : morphs_) add_weights(morphs, keys_of);
  }

  void add_weights(const FbxMorphs& morphs,
                   const std::map<const ufbx_blend_channel*, FbxKeys>& keys_of) {
    FbxKeys all;
    all.width = morphs.targets->size();
    all.is_step = true;
    for (const FbxTarget& target : *morphs.targets) {
      const auto found = keys_of.find(target.channel);
      if (target.key > 0 || found == keys_of.end() || found->second.times.empty()) continue;
      add_times(found->second, *target.channel, all.times);
      all.is_step = all.is_step && (found->second.is_step || found->second.times.size() == 1);
    }
    if (all.times.empty()) return;
    sort_unique(all.times);
    if (!budget_.try_take(all.times.size() * all.width * sizeof(float))) {
      ++notes_.long_shapes;
      return;
    }
    all.values.reserve(all.times.size() * all.width);
    for (const double time : all.times) {
      for (const FbxTarget& target : *morphs.targets) {
        if (target.key > 0) continue;  // the first shape of a channel represents the whole channel
        const auto found = keys_of.find(target.channel);
        const double weight = found == keys_of.end() || found->second.times.empty()
                                  ? double(target.channel->weight)
                                  : found->second.value_at(time) / 100.0;
        for (const double share : shares_of(*target.channel, weight))
          all.values.push_back(finite(share, notes_));
      }
    }
    add_sampler(morphs.node, "weights", "SCALAR", all);
  }

  /// Adds the channel's key times, and times between them at which another pair of shapes begins.
  static void add_times(const FbxKeys& keys, const ufbx_blend_channel& channel,
                        std::vector<double>& times) {
    times.insert(times.end(), keys.times.begin(), keys.times.end());
    for (std::size_t k = 0; k + 1 < keys.times.size() && !keys.is_step; ++k) {
      const double from = *keys.at(k), to = *keys.at(k + 1);
      for (std::size_t s = 0; s <= channel.keyframes.count; ++s) {
        const double bend = s == channel.keyframes.count
                                ? 0.0
                                : 100.0 * double(channel.keyframes.data[s].target_weight);
        const double share = (bend - from) / (to - from);
        if (share > 0.0 && share < 1.0)
          times.push_back(
              rounded_time(keys.times[k] + share * (keys.times[k + 1] - keys.times[k])));
      }
    }
  }

  const ufbx_scene& scene_;
  const std::vector<int>& node_of_;
  const std::vector<FbxMorphs>& morphs_;
  MemoryBudget& budget_;
  FbxDocument& document_;
  FbxNotes& notes_;
  FbxJson channels_, samplers_;
};

}  // namespace

void add_motions(const ufbx_scene& scene, const std::vector<int>& node_of,
                 const std::vector<FbxMorphs>& morphs, FbxMotionLimits limits,
                 FbxDocument& document, FbxNotes& notes) {
  FbxMotionWriter writer(scene, node_of, morphs, limits.budget, document, notes);
  const double stated = scene.settings.frames_per_second;
  const double frames = stated >= 1.0 ? std::min(stated, 1000.0) : 1.0;  // also for NaN
  ufbx_bake_opts options = {};
  options.resample_rate = options.minimum_sample_rate = frames * std::ceil(kSampleRate / frames);
  options.max_keyframe_segments = std::size_t(1) << 20;
  options.step_handling = UFBX_BAKE_STEP_HANDLING_IDENTICAL_TIME;
  options.key_reduction_enabled = options.key_reduction_rotation = true;
  options.key_reduction_threshold = kSampleError;
  std::size_t left = 2 * limits.memory;  // bounds the time, too
  limits.progress.begin_stage(kFbxMoved, scene.anim_stacks.count);
  for (std::size_t s = 0; s < scene.anim_stacks.count; ++s, limits.progress.advance()) {
    const ufbx_anim_stack& stack = *scene.anim_stacks.data[s];
    const std::size_t most = std::min(limits.memory, left);
    options.temp_allocator.memory_limit = options.result_allocator.memory_limit = most + 1;
    const std::unique_ptr<ufbx_baked_anim, void (*)(ufbx_baked_anim*)> baked(
        ufbx_bake_anim(&scene, stack.anim, &options, nullptr), ufbx_free_baked_anim);
    left -= std::min(left, baked ? baked->metadata.temp_memory_used : most / 2);
    if (baked)
      writer.add(*baked, name_of(stack.name));
    else
      ++notes.long_motions;
  }
}

}  // namespace marrow::io
