#include "io/gltf/check/model_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tiny_gltf.h>

#include "base/index.h"
#include "io/error.h"
#include "io/gltf/check/faults.h"

namespace marrow::io {

namespace {

using Attributes = std::map<std::string, int>;

/// "TEXCOORD_0" -> "TEXCOORD_"; other names are kept.
std::string_view family_of(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool is_numbered =
      last != std::string_view::npos && last + 1 < name.size() && name[last] == '_';
  const std::string_view number = is_numbered ? name.substr(last + 1) : std::string_view();
  return is_numbered && (number == "0" || number[0] != '0') ? name.substr(0, last + 1) : name;
}

bool is_known(std::string_view name) {
  static constexpr std::string_view kKnown[] = {"POSITION", "NORMAL",  "TANGENT", "TEXCOORD_",
                                                "COLOR_",   "JOINTS_", "WEIGHTS_"};
  return name[0] == '_' ||
         std::find(std::begin(kKnown), std::end(kKnown), family_of(name)) != std::end(kKnown);
}

bool has_right_format(std::string_view name, const tinygltf::Accessor& accessor, bool quantized) {
  const std::string_view family = family_of(name);
  const bool is_float = accessor.componentType == TINYGLTF_COMPONENT_TYPE_FLOAT;
  const bool is_small = accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
                        accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT;
  if (family == "POSITION" || family == "NORMAL")
    return accessor.type == TINYGLTF_TYPE_VEC3 && (is_float || quantized);
  if (family == "TANGENT") return accessor.type == TINYGLTF_TYPE_VEC4 && (is_float || quantized);
  if (family == "TEXCOORD_")
    return accessor.type == TINYGLTF_TYPE_VEC2 && (is_float || is_small || quantized);
  if (family == "COLOR_")
    return accessor.type == TINYGLTF_TYPE_VEC3 || accessor.type == TINYGLTF_TYPE_VEC4;
  if (family == "JOINTS_")
    return accessor.type == TINYGLTF_TYPE_VEC4 && is_small && !accessor.normalized;
  if (family == "WEIGHTS_")
    return accessor.type == TINYGLTF_TYPE_VEC4 && (is_float || (is_small && accessor.normalized));
  return accessor.componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

class ModelChecker {
 public:
  ModelChecker(const std::string& file, const tinygltf::Model& model, const AccessorReader& reader,
               std::vector<std::string>& warnings)
      : file_(file), model_(model), reader_(reader), warnings_(warnings) {}

  void run() {
    const auto& used = model_.extensionsUsed;
    quantized_ = list_has(used, "KHR_mesh_quantization");
    for (std::size_t a = 0; a < model_.accessors.size(); ++a) check_values(a);
    for (std::size_t m = 0; m < model_.meshes.size(); ++m) check_mesh(m);
    for (std::size_t n = 0; n < model_.nodes.size(); ++n) check_node(n);
    for (std::size_t v = 0; v < model_.bufferViews.size(); ++v) check_view(v);
    for (std::size_t c = 0; c < model_.cameras.size(); ++c) check_camera(c);
    for (std::size_t a = 0; a < model_.animations.size(); ++a) check_animation(a);
    faults_.report(warnings_);
  }

 private:
  [[noreturn]] void refuse(const std::string& pointer, const std::string& expected) const {
    throw Error(file_, pointer, expected);
  }

  void warn(const std::string& pointer, const char* fault) { faults_.add(pointer, fault); }

  const tinygltf::Accessor& accessor(int index) const {
    return model_.accessors[std::size_t(index)];
  }

  /// False if the limit of examined values is reached. Accessors may overlap, so checking all could
  /// take any time.
  bool may_look_at(int index) {
    const std::size_t numbers = accessor(index).count * 16;  // the largest matrix has 16 components
    if (accessor(index).sparse.isSparse || numbers > looked_at_left_) return false;
    looked_at_left_ -= numbers;
    return true;
  }

  /// nullptr if may_look_at() is false.
  const AccessorReader::Extremes* extremes_of(int index) {
    const auto [found, is_new] = extremes_.try_emplace(index);
    if (is_new && may_look_at(index)) found->second = reader_.extremes(index);
    return found->second.least.empty() ? nullptr : &found->second;
  }

  void check_values(std::size_t index) {
    const tinygltf::Accessor& its = model_.accessors[index];
    const std::string pointer = fmt::format("/accessors/{}", index);
    const bool is_fraction = its.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT &&
                             its.componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    if (its.normalized && !is_fraction)
      warn(pointer + "/normalized", "only bytes and shorts can be normalized");
    if (its.minValues.empty() && its.maxValues.empty()) return;
    const AccessorReader::Extremes* found = extremes_of(int(index));
    if (!found) return;
    const bool is_float = its.componentType == TINYGLTF_COMPONENT_TYPE_FLOAT;
    const auto same = [&](const std::vector<double>& stated, const std::vector<double>& real) {
      if (stated.empty()) return true;
      if (stated.size() != real.size()) return false;
      for (std::size_t c = 0; c < real.size(); ++c) {
        if (!std::isfinite(real[c])) continue;
        if ((is_float ? double(float(stated[c])) : stated[c]) != real[c]) return false;
      }
      return true;
    };
    if (!same(its.minValues, found->least) || !same(its.maxValues, found->greatest))
      warn(pointer, "min and max are not those of its values");
  }

  void check_node(std::size_t n) {
    const tinygltf::Node& node = model_.nodes[n];
    if (node.weights.empty()) return;
    const std::size_t targets =
        node.mesh < 0 ? 0 : model_.meshes[std::size_t(node.mesh)].primitives.front().targets.size();
    if (node.weights.size() != targets)
      warn(fmt::format("/nodes/{}/weights", n), "expected a weight for each morph target");
  }

  void check_mesh(std::size_t m) {
    const tinygltf::Mesh& mesh = model_.meshes[m];
    const std::string pointer = fmt::format("/meshes/{}", m);
    const std::size_t targets = mesh.primitives.front().targets.size();
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
      const std::string place = fmt::format("{}/primitives/{}", pointer, p);
      check_attributes(mesh.primitives[p].attributes, place + "/attributes");
      check_targets(mesh.primitives[p], place + "/targets");
      check_indices(mesh.primitives[p], place + "/indices");
      if (mesh.primitives[p].targets.size() != targets)
        warn(place + "/targets", "expected as many morph targets as the first primitive has");
    }
    if (!mesh.weights.empty() && mesh.weights.size() != targets)
      warn(pointer + "/weights", "expected a weight for each morph target");
  }

  void check_indices(const tinygltf::Primitive& primitive, const std::string& pointer) {
    const int index = primitive.indices;
    if (index < 0) return;
    const int component = accessor(index).componentType;
    if (!is_unsigned(component) || accessor(index).type != TINYGLTF_TYPE_SCALAR)
      return warn(pointer, "expected indices of an unsigned integer type");
    const AccessorReader::Extremes* found = extremes_of(index);
    if (primitive.attributes.empty() || !found) return;
    const double greatest = found->greatest[0],
                 vertices = double(accessor(primitive.attributes.begin()->second).count);
    const double restart = component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE    ? 0xFF
                           : component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ? 0xFFFF
                                                                                 : 0xFFFFFFFF;
    if (greatest == restart) {
      warn(pointer, "the largest index of its type restarts primitives, which glTF does not allow");
    } else if (greatest >= vertices) {
      warn(pointer, "an index is beyond the primitive's vertices");
    }
  }

  void check_attributes(const Attributes& attributes, const std::string& pointer) {
    if (attributes.empty()) return warn(pointer, "expected at least the attribute POSITION");
    const std::size_t count = accessor(attributes.begin()->second).count;
    for (const auto& [name, index] : attributes) {
      const std::string place = pointer + "/" + name;
      if (accessor(index).count != count)
        refuse(place, fmt::format("expected {} elements as in {}, found {}", count,
                                  attributes.begin()->first, accessor(index).count));
      if (name.empty() || !is_known(name)) {
        warn(place, "this attribute is not known and was not read");
      } else if (!has_right_format(name, accessor(index), quantized_)) {
        warn(place, "glTF does not allow this type of accessor here");
      } else if (name == "NORMAL") {
        check_length(index, place, "normals are not of unit length");
      } else if (name == "TANGENT") {
        check_length(index, place, "tangents are not of unit length");
      }
      if (name == "POSITION") check_bounds(accessor(index), place);
      check_place(accessor(index), place);
      if (family_of(name) == "COLOR_") check_color(index, place);
    }
    check_pairs(attributes, pointer);
  }

  /// JOINTS_n and WEIGHTS_n come in pairs, n without gaps.
  void check_pairs(const Attributes& attributes, const std::string& pointer) const {
    std::size_t joints = 0, weights = 0;
    for (const auto& [name, index] : attributes) {
      joints += family_of(name) == "JOINTS_";
      weights += family_of(name) == "WEIGHTS_";
    }
    for (std::size_t set = 0; set < std::max(joints, weights); ++set) {
      const bool has_both = attributes.count(fmt::format("JOINTS_{}", set)) > 0 &&
                            attributes.count(fmt::format("WEIGHTS_{}", set)) > 0;
      if (!has_both)
        refuse(pointer, fmt::format("expected JOINTS_{0} and WEIGHTS_{0} together", set));
    }
  }

  /// Offsets and strides of vertex attributes must be multiples of 4.
  void check_place(const tinygltf::Accessor& its, const std::string& pointer) {
    if (its.bufferView < 0) return;
    const tinygltf::BufferView& view = model_.bufferViews[std::size_t(its.bufferView)];
    const std::size_t element =
        std::size_t(tinygltf::GetComponentSizeInBytes(std::uint32_t(its.componentType)) *
                    tinygltf::GetNumComponentsInType(std::uint32_t(its.type)));
    const std::size_t stride = view.byteStride == 0 ? element : view.byteStride;
    if (its.byteOffset % 4 != 0 || view.byteOffset % 4 != 0 || (stride % 4 != 0 && its.count > 1))
      warn(pointer, "a vertex attribute is not aligned to 4 bytes; it was read all the same");
  }

  void check_color(int index, const std::string& pointer) {
    if (accessor(index).componentType != TINYGLTF_COMPONENT_TYPE_FLOAT) return;
    const AccessorReader::Extremes* found = extremes_of(index);
    if (!found) return;
    const auto is_outside = [](double number) {
      return std::isfinite(number) && (number < 0.0 || number > 1.0);
    };
    if (std::any_of(found->least.begin(), found->least.end(), is_outside) ||
        std::any_of(found->greatest.begin(), found->greatest.end(), is_outside))
      warn(pointer, "colors lie outside of 0 to 1");
  }

  void check_length(int index, const std::string& pointer, const char* fault) {
    const auto [known, is_new] = is_unit_.try_emplace(index, true);
    if (is_new && may_look_at(index)) known->second = reader_.has_unit_vectors(index);
    if (!known->second) warn(pointer, fault);
  }

  void check_bounds(const tinygltf::Accessor& positions, const std::string& pointer) {
    if (positions.minValues.size() != 3 || positions.maxValues.size() != 3)
      warn(pointer, "expected min and max on positions");
  }

  void check_targets(const tinygltf::Primitive& primitive, const std::string& pointer) {
    for (std::size_t t = 0; t < primitive.targets.size(); ++t) {
      for (const auto& [name, index] : primitive.targets[t]) {
        const std::string place = fmt::format("{}/{}/{}", pointer, t, name);
        const auto base = primitive.attributes.find(name);
        if (name.empty() || !is_known(name)) {
          warn(place, "this attribute is not known and was not read");
        } else if (base == primitive.attributes.end()) {
          warn(place, "a morph target changes an attribute that the primitive does not have");
        } else if (accessor(base->second).count != accessor(index).count) {
          warn(place, "expected as many elements in the morph target as in the primitive");
        }
        if (name == "POSITION") check_bounds(accessor(index), place);
      }
    }
  }

  void check_view(std::size_t v) {
    const tinygltf::BufferView& view = model_.bufferViews[v];
    const std::string pointer = fmt::format("/bufferViews/{}/byteStride", v);
    if (view.byteStride > view.byteLength) warn(pointer, "the stride is longer than the view");
    if (view.byteStride > 0 && view.target != TINYGLTF_TARGET_ARRAY_BUFFER)
      warn(pointer, "a stride belongs to vertex attributes only");
  }

  void check_camera(std::size_t c) {
    const tinygltf::Camera& camera = model_.cameras[c];
    const std::string pointer = fmt::format("/cameras/{}", c);
    if (camera.type == "perspective") {
      const auto& lens = camera.perspective;
      if (!(lens.yfov > 0.0 && lens.znear > 0.0)) warn(pointer, "expected yfov and znear above 0");
      if (lens.zfar != 0.0 && !(lens.zfar > lens.znear))
        warn(pointer, "expected zfar beyond znear");
    } else if (camera.type == "orthographic") {
      const auto& lens = camera.orthographic;
      if (lens.xmag == 0.0 || lens.ymag == 0.0)
        warn(pointer, "expected xmag and ymag other than 0");
      if (!(lens.zfar > lens.znear)) warn(pointer, "expected zfar beyond znear");
    } else {
      warn(pointer + "/type", "expected perspective or orthographic");
    }
  }

  void check_animation(std::size_t a) {
    const tinygltf::Animation& animation = model_.animations[a];
    std::set<std::pair<int, std::string>> targets;
    std::set<std::size_t> moves_weights;  // indices of samplers
    for (std::size_t c = 0; c < animation.channels.size(); ++c) {
      const tinygltf::AnimationChannel& channel = animation.channels[c];
      if (channel.target_path == "weights") moves_weights.insert(std::size_t(channel.sampler));
      const std::string pointer = fmt::format("/animations/{}/channels/{}/target", a, c);
      if (channel.target_node >= 0 &&
          !targets.emplace(channel.target_node, channel.target_path).second) {
        warn(pointer, "two channels of an animation move the same thing");
      }
      const bool has_matrix = channel.target_node >= 0 &&
                              !model_.nodes[std::size_t(channel.target_node)].matrix.empty();
      if (has_matrix && channel.target_path != "weights")
        warn(pointer, "an animated node has a matrix, which was taken apart");
    }
    for (std::size_t s = 0; s < animation.samplers.size(); ++s)
      check_sampler(animation.samplers[s], moves_weights.count(s) > 0,
                    fmt::format("/animations/{}/samplers/{}", a, s));
  }

  void check_sampler(const tinygltf::AnimationSampler& sampler, bool moves_weights,
                     const std::string& pointer) {
    const tinygltf::Accessor &input = accessor(sampler.input), &output = accessor(sampler.output);
    const bool is_cubic = sampler.interpolation == "CUBICSPLINE";
    if (!is_cubic && sampler.interpolation != "LINEAR" && sampler.interpolation != "STEP")
      warn(pointer + "/interpolation", "expected LINEAR, STEP or CUBICSPLINE");
    if (input.type != TINYGLTF_TYPE_SCALAR ||
        input.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT) {
      return warn(pointer + "/input", "expected times as float scalars");
    }
    if (input.minValues.size() != 1 || input.maxValues.size() != 1)
      warn(pointer + "/input", "expected min and max on times");
    const std::size_t wanted = input.count * (is_cubic ? 3 : 1);
    if (moves_weights ? output.count % wanted != 0 : output.count != wanted)
      warn(pointer + "/output", "expected as many values as the times ask for");
    // many samplers may share one long accessor of times
    const auto [known, is_new] = rising_.try_emplace(sampler.input, false);
    if (is_new) known->second = times_increase(input);
    if (!known->second)
      warn(pointer + "/input", "expected times that are finite, not negative and increase");
  }

  /// Precondition: the accessor's range was checked.
  bool times_increase(const tinygltf::Accessor& times) const {
    if (times.bufferView < 0 || times.sparse.isSparse) return times.count < 2;
    const tinygltf::BufferView& view = model_.bufferViews[std::size_t(times.bufferView)];
    const unsigned char* data =
        model_.buffers[std::size_t(view.buffer)].data.data() + view.byteOffset + times.byteOffset;
    const std::size_t stride = view.byteStride == 0 ? sizeof(float) : view.byteStride;
    float before = -1.0f;
    for (std::size_t i = 0; i < times.count; ++i) {
      float time = 0.0f;
      std::memcpy(&time, data + i * stride, sizeof time);
      if (!(time > before) || !std::isfinite(time) || time < 0.0f) return false;
      before = time;
    }
    return true;
  }

  const std::string& file_;
  const tinygltf::Model& model_;
  const AccessorReader& reader_;
  std::vector<std::string>& warnings_;
  std::map<int, AccessorReader::Extremes> extremes_;
  std::size_t looked_at_left_ = 800'000'000;
  bool quantized_ = false;
  std::map<int, bool> rising_;   ///< cached results of times_increase(), by accessor
  std::map<int, bool> is_unit_;  ///< cached results of has_unit_vectors(), by accessor
  Faults faults_;
};

}  // namespace

void check_model(const std::string& file, const tinygltf::Model& model,
                 const AccessorReader& reader, std::vector<std::string>& warnings) {
  ModelChecker(file, model, reader, warnings).run();
}

}  // namespace marrow::io
