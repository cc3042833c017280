#include "io/gltf/parts_out.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/index.h"
#include "io/gltf/carried.h"
#include "io/gltf/gltf_motion.h"
#include "io/json_members.h"
#include "scene/keys.h"

namespace marrow::io {
namespace {

const GltfProperty& row_of(MotionProperty property) {
  return kGltfProperties[std::size_t(property)];
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
  MotionWriter(const MotionPlaces& places, out::File& file, SharedArrays& shared)
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

  /// Without a channel, adds a key if the node differs from the track: the joint was posed since.
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
        {node, row_of(property).path, times(still.times), values(still), "STEP"});
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
      animation.channels.push_back({node, row_of(written.property).path, times(written.times),
                                    values(written), "CUBICSPLINE"});
      return;
    }
    const int input = times(channel.times);
    shared_[channel.times.data()] = file_.accessors[std::size_t(input)].offset;
    const int output = values(channel);
    shared_[channel.values.data()] = file_.accessors[std::size_t(output)].offset;
    animation.channels.push_back({node, row_of(channel.property).path, input, output,
                                  kGltfInterpolations[std::size_t(channel.interpolation)]});
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
    const GltfProperty& row = row_of(channel.property);
    out::Accessor accessor;
    accessor.type = row.type;
    accessor.count = channel.values.size() / std::size_t(row.width);
    return out::add_accessor(file_, channel.values.data(), channel.values.size() * sizeof(float),
                             std::move(accessor));
  }

  const MotionPlaces& places_;
  out::File& file_;
  SharedArrays& shared_;
  std::map<std::vector<float>, int> times_;
};

using PlainJson = nlohmann::json;

/// Replaces the index of each texture use in the tree by `number_of`(index, set of coordinates), or
/// removes the use.
template <typename NumberOf>
void renumber(PlainJson& at, const NumberOf& number_of) {
  if (!at.is_structured()) return;
  for (auto item = at.begin(); item != at.end();) {
    const bool is_use = at.is_object() && is_texture_member(item.key()) && item->is_object();
    if (!is_use) {
      if (!at.is_object() || item.key() != "extras") renumber(*item, number_of);
      ++item;
    } else if (const int number = number_of(*item); number >= 0) {
      (*item)["index"] = number;
      ++item;
    } else {
      item = at.erase(item);
    }
  }
}

bool is_known(const Texture& texture) {
  return texture.mime == "image/png" || texture.mime == "image/jpeg" ||
         texture.mime == "image/webp" || texture.mime == "image/ktx2";
}

constexpr int kFloat = 5126;

std::size_t size_of(int component) {
  if (component == 5120 || component == 5121) return 1;
  return component == 5122 || component == 5123 ? 2 : 4;
}

const char* type_of(int width) {
  static constexpr const char* kNames[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
  return kNames[width - 1];
}

const VertexAttribute* find(const Mesh& mesh, const std::string& name) {
  const auto found = std::find_if(mesh.attributes.begin(), mesh.attributes.end(),
                                  [&](const VertexAttribute& one) { return one.name == name; });
  return found == mesh.attributes.end() ? nullptr : &*found;
}

bool is_fraction(const VertexAttribute& attribute) {
  return attribute.component_type == kFloat ||
         (attribute.normalized &&
          (attribute.component_type == 5121 || attribute.component_type == 5123));
}

bool is_custom(const VertexAttribute& attribute) {
  return attribute.name.size() > 1 && attribute.name[0] == '_' && attribute.component_type != 5125;
}

/// The attributes that can be written under their own names; numbered families must have no gaps.
std::vector<const VertexAttribute*> writable(const Mesh& mesh, bool has_uvs, int& uv_sets) {
  std::vector<const VertexAttribute*> list;
  if (const VertexAttribute* tangent = find(mesh, "TANGENT");
      tangent && tangent->width == 4 && tangent->component_type == kFloat)
    list.push_back(tangent);
  uv_sets = has_uvs ? 1 : 0;
  for (const VertexAttribute* next = nullptr; uv_sets > 0; ++uv_sets) {
    next = find(mesh, "TEXCOORD_" + std::to_string(uv_sets));
    if (!next || next->width != 2 || !is_fraction(*next)) break;
    list.push_back(next);
  }
  for (int set = 0;; ++set) {
    const VertexAttribute* color = find(mesh, "COLOR_" + std::to_string(set));
    if (!color || color->width < 3 || !is_fraction(*color)) break;
    list.push_back(color);
  }
  std::set<std::string_view> names;
  for (const VertexAttribute& attribute : mesh.attributes) {
    if (is_custom(attribute) && names.insert(attribute.name).second) list.push_back(&attribute);
  }
  return list;
}

/// Adjusts values to the standard's rules for the attribute.
void tidy(const VertexAttribute& attribute, float* values) {
  if (attribute.name.rfind("COLOR_", 0) == 0) {
    for (int c = 0; c < attribute.width; ++c) values[c] = std::clamp(values[c], 0.0f, 1.0f);
  } else if (attribute.name == "TANGENT") {
    const float length =
        std::sqrt(values[0] * values[0] + values[1] * values[1] + values[2] * values[2]);
    const bool is_direction = length > 1e-6f && std::isfinite(length);
    constexpr float kTolerance = 1e-3f;
    for (int c = 0; c < 3 && !(std::abs(length - 1.0f) <= kTolerance); ++c)
      values[c] = is_direction ? values[c] / length : (c == 0 ? 1.0f : 0.0f);
    if (std::abs(values[3]) != 1.0f) values[3] = values[3] < 0.0f ? -1.0f : 1.0f;
  }
}

/// One element per shading vertex, each at a multiple of 4 bytes.
std::string gathered(const VertexAttribute& attribute, const std::vector<std::uint32_t>& source,
                     std::size_t stride) {
  const std::size_t size = size_of(attribute.component_type) * std::size_t(attribute.width);
  std::string bytes(source.size() * stride, '\0');
  for (std::size_t s = 0; s < source.size(); ++s) {
    char* const to = bytes.data() + s * stride;
    std::memcpy(to, attribute.bytes.data() + source[s] * size, size);
    if (attribute.component_type != kFloat) continue;
    float values[4] = {};
    std::memcpy(values, to, size);
    tidy(attribute, values);
    std::memcpy(to, values, size);
  }
  return bytes;
}

int write_attribute(out::File& file, const VertexAttribute& attribute,
                    const std::vector<std::uint32_t>& source, SharedArrays& shared) {
  const std::size_t size = size_of(attribute.component_type) * std::size_t(attribute.width),
                    stride = (size + 3) / 4 * 4;
  const std::string bytes = gathered(attribute, source, stride);
  out::Accessor accessor;
  accessor.stride = stride == size ? 0 : stride;
  accessor.target = out::Target::vertices;
  accessor.component = static_cast<out::Component>(attribute.component_type);
  accessor.normalized = attribute.normalized;
  accessor.type = type_of(attribute.width);
  accessor.count = source.size();
  const int index = out::add_accessor(file, bytes.data(), bytes.size(), std::move(accessor));
  const bool is_same =
      bytes.size() >= attribute.bytes.size() &&
      std::memcmp(bytes.data(), attribute.bytes.data(), attribute.bytes.size()) == 0;
  if (is_same) shared[attribute.bytes.data()] = file.accessors.back().offset;
  return index;
}

int write_differences(out::File& file, const std::vector<glm::vec3>& differences,
                      const std::vector<std::uint32_t>& source, SharedArrays& shared) {
  std::vector<glm::vec3> values;
  values.reserve(source.size());
  out::Accessor accessor;
  accessor.low.assign(3, 0.0f);
  accessor.high.assign(3, 0.0f);
  for (const std::uint32_t vertex : source) {
    const glm::vec3 value = differences.empty() ? glm::vec3(0.0f) : differences[vertex];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float number = value[int(axis)];
      accessor.low[axis] = values.empty() ? number : std::min(accessor.low[axis], number);
      accessor.high[axis] = values.empty() ? number : std::max(accessor.high[axis], number);
    }
    values.push_back(value);
  }
  accessor.target = out::Target::vertices;
  accessor.type = "VEC3";
  accessor.count = values.size();
  const int index = out::add_accessor(file, values.data(), values.size() * sizeof(glm::vec3),
                                      std::move(accessor));
  if (!differences.empty())
    // The first shading vertices are the source vertices.
    shared[differences.data()] = file.accessors.back().offset;
  return index;
}

}  // namespace

std::size_t write_motions(const Scene& scene, const Derived& derived, const MotionPlaces& places,
                          out::File& file, SharedArrays& shared) {
  MotionWriter writer(places, file, shared);
  std::size_t lost = 0;
  for (const std::shared_ptr<const Motion>& motion : scene.motions) {
    const auto keys_alone = derived.motions.find(motion.get());
    lost += writer.write(keys_alone == derived.motions.end() ? *motion : keys_alone->second);
  }
  return lost;
}

int MaterialWriter::write(const Material& material, int uv_sets) {
  out::Material made;
  made.name = material.name;
  for (std::size_t c = 0; c < 4; ++c)
    made.base_color[c] = std::clamp(material.base_color[int(c)], 0.0f, 1.0f);
  if (material.uv_set < uv_sets && material.base_color_texture)
    made.base_color_texture = texture(*material.base_color_texture);
  made.carried = carried(material, uv_sets, made.base_color_texture >= 0);
  const auto& color = made.base_color;
  const auto [found, is_new] = materials_.try_emplace(
      {made.name, color[0], color[1], color[2], color[3], made.base_color_texture, made.carried},
      int(file_.materials.size()));
  if (is_new) file_.materials.push_back(std::move(made));
  return found->second;
}

/// The base color's texture is in the material itself: its carried use has no index.
std::string MaterialWriter::carried(const Material& material, int uv_sets, bool has_base) {
  if (material.carried.empty()) return {};
  PlainJson carried = PlainJson::parse(material.carried, nullptr, false);
  if (!carried.is_object()) return {};
  PlainJson additions;
  if (const PlainJson::json_pointer base("/pbrMetallicRoughness/baseColorTexture");
      carried.contains(base) && !carried[base].contains("index")) {
    additions = carried[base];
    carried["pbrMetallicRoughness"].erase("baseColorTexture");
  }
  renumber(carried, [&](const PlainJson& use) {
    const int index = index_in(use, "index"), set = std::max(0, index_in(use, "texCoord"));
    if (index < 0 || at(index) >= material.textures.size() || set >= uv_sets) return -1;
    return texture(*material.textures[at(index)]);
  });
  if (has_base && additions.is_object())
    carried["pbrMetallicRoughness"]["baseColorTexture"] = std::move(additions);
  return carried.dump(-1, ' ', false, PlainJson::error_handler_t::replace);
}

int MaterialWriter::texture(const Texture& texture) {
  if (!is_known(texture)) {
    unknown_.insert(&texture);
    return -1;
  }
  const auto [found, is_new] = textures_.try_emplace(&texture, int(file_.textures.size()));
  if (is_new) file_.textures.push_back({image(texture), texture.repeats, texture.sampler});
  return found->second;
}

/// Two textures may have the same picture: a file opened twice, or with two wrapping modes.
int MaterialWriter::image(const Texture& texture) {
  const auto twin = std::find_if(images_.begin(), images_.end(), [&](const Texture* other) {
    return other->name == texture.name && other->file == texture.file;
  });
  const auto index = std::size_t(twin - images_.begin());
  if (twin == images_.end()) {
    const std::uint64_t offset =
        append_aligned(file_.buffer, texture.file.data(), texture.file.size());
    file_.images.push_back({texture.name, texture.mime, offset, texture.file.size()});
    images_.push_back(&texture);
  }
  offsets_[texture.file.data()] = file_.images[index].offset;
  return int(index);
}

CarriedVertices write_carried_vertices(out::File& file, const Mesh& mesh,
                                       const std::vector<std::uint32_t>& source, bool has_uvs,
                                       SharedArrays& shared) {
  CarriedVertices written;
  const std::vector<const VertexAttribute*> attributes = writable(mesh, has_uvs, written.uv_sets);
  bool has_tangents = false;
  for (const VertexAttribute* attribute : attributes) {
    has_tangents |= attribute->name == "TANGENT";
    written.attributes.emplace_back(attribute->name,
                                    write_attribute(file, *attribute, source, shared));
  }
  written.left_out = mesh.attributes.size() - attributes.size();
  for (const MorphTarget& target : mesh.morph_targets) {
    out::Attributes list = {
        {"POSITION", write_differences(file, target.positions, source, shared)}};
    if (!target.normals.empty())
      list.emplace_back("NORMAL", write_differences(file, target.normals, source, shared));
    if (!target.tangents.empty() && has_tangents)
      list.emplace_back("TANGENT", write_differences(file, target.tangents, source, shared));
    written.targets.push_back(std::move(list));
  }
  return written;
}

}  // namespace marrow::io
