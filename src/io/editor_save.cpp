#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/hash.h"
#include "base/index.h"
#include "io/editor_fields.h"
#include "platform/numbers.h"

namespace marrow::io {

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

namespace {

using Json = nlohmann::ordered_json;

/// Writes an object if it reads back as the same text, as all text that Marrow has read does; else
/// writes a text.
void add_carried(Json& json, const std::string& carried) {
  if (carried.empty()) return;
  const nlohmann::json parsed = nlohmann::json::parse(carried, nullptr, false);
  if (parsed.is_object() &&
      parsed.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) == carried) {
    json["carried"] = Json(parsed);  // parsing directly into Json would take quadratic time
  } else {
    json["carried"] = carried;
  }
}

int version_needed(const Mesh& mesh) {
  const auto carries = [](const Material& material) {
    const auto& picture = material.base_color_texture;
    return !material.carried.empty() || !material.textures.empty() ||
           (picture && !picture->sampler.empty());
  };
  const bool is_plain = mesh.attributes.empty() && mesh.morph_targets.empty() &&
                        mesh.groups.empty() && mesh.face_group.empty() && mesh.carried.empty() &&
                        std::none_of(mesh.materials.begin(), mesh.materials.end(), carries);
  return is_plain ? 1 : 2;
}

/// Version 7 has no tapered capsules and no centers of rotation, version 6 would use linear
/// blending, and version 5 would measure straight distances.
int version_needed(const Skeleton& skeleton) {
  const auto any = [&](const auto& is_one) {
    return std::any_of(skeleton.joints.begin(), skeleton.joints.end(), is_one);
  };
  if (skeleton.blend == Blend::centers ||
      any([](const Joint& joint) { return joint.tip_radius.has_value(); }))
    return 8;
  if (skeleton.blend != Blend::linear) return 7;
  if (skeleton.metric != Metric::straight) return 6;
  return any([](const Joint& joint) { return !joint.carried.empty(); }) ? 2 : 1;
}

/// Version 7 has no touch-ups, and version 2 no props.
int version_needed(const Node& node) {
  if (node.touch_ups || node.touch_up_strength != 1.0f) return 8;
  const bool is_plain = node.carried.empty() && node.morph_weights.empty();
  return std::max({is_plain ? 1 : 2, node.joint == kNoId ? 1 : 3,
                   node.mesh ? version_needed(*node.mesh) : 1,
                   node.skeleton ? version_needed(*node.skeleton) : 1});
}

/// Version 4 has no inverse kinematics in motions; version 3 would play a holding key between other
/// keys as one that slows to rest.
int version_needed(const MotionChannel& channel) {
  return is_ik(channel.property) ? 5 : list_has(channel.shapes, KeyShape::step) ? 4 : 2;
}

/// The lowest version whose readers show the scene correctly. Version 8 has no tapered colliders.
int version_needed(const Scene& scene) {
  int version = scene.carried.empty() && scene.motions.empty() ? 1 : 2;
  for (const Node& node : scene.nodes) version = std::max(version, version_needed(node));
  for (const std::shared_ptr<const Motion>& motion : scene.motions)
    for (const MotionTrack& track : motion->tracks)
      for (const MotionChannel& channel : track.channels)
        version = std::max(version, version_needed(channel));
  const auto is_tapered = [](const SpringCollider& collider) {
    return collider.tail_radius.has_value();
  };
  const bool has_tapered = scene.springs && std::any_of(scene.springs->colliders.begin(),
                                                        scene.springs->colliders.end(), is_tapered);
  return has_tapered ? 9 : version;
}

/// Writes the scene's parts; meshes and textures are listed once each.
class DataWriter {
 public:
  DataWriter(std::string& buffer, const SharedArrays& shared) : buffer_(buffer), shared_(shared) {}

  template <typename T>
  Json json_of(const T& value);

  std::size_t mesh(const std::shared_ptr<const Mesh>& mesh) {
    const auto [found, is_new] = mesh_index_.emplace(mesh.get(), meshes.size());
    if (is_new) meshes.push_back(json_of(*mesh));
    return found->second;
  }

  std::size_t texture(const Texture& texture) {
    const auto [found, is_new] = texture_index_.emplace(&texture, textures.size());
    if (is_new) {
      textures.push_back(
          {{"name", texture.name}, {"repeats", texture.repeats}, {"file", array(texture.file)}});
      if (texture.rgba.empty()) textures.back()["carried"] = true;
      if (!texture.sampler.empty()) textures.back()["sampler"] = texture.sampler;
    }
    return found->second;
  }

  template <typename T>
  Json array(const std::vector<T>& values) {
    const auto found = values.empty() ? shared_.end() : shared_.find(values.data());
    const std::uint64_t offset =
        found != shared_.end() ? found->second
                               : append_aligned(buffer_, values.data(), values.size() * sizeof(T));
    return {{"offset", offset}, {"count", values.size()}};
  }

  Json meshes = Json::array(), textures = Json::array();

 private:
  std::string& buffer_;
  const SharedArrays& shared_;
  std::map<const Mesh*, std::size_t> mesh_index_;
  std::map<const Texture*, std::size_t> texture_index_;
};

/// The `io` of fields() that adds members to an object.
class FieldWriter {
 public:
  FieldWriter(DataWriter& data, Json& json) : data_(data), json_(json) {}

  template <typename T>
  void operator()(const char* name, const T& value) {
    json_[name] = data_.json_of(value);
  }
  template <typename T>
  void unless(const char* name, const T& value, const T& usual) {
    if (!(value == usual)) (*this)(name, value);
  }
  template <typename T>
  void maybe(const char* name, const T& value) {
    if constexpr (requires { value.empty(); }) {
      if (!value.empty()) (*this)(name, value);
    } else {
      if (value) (*this)(name, *value);
    }
  }
  template <typename T>
  void array(const char* name, const std::vector<T>& values) {
    json_[name] = data_.array(values);
  }
  template <typename T>
  void maybe_array(const char* name, const std::vector<T>& values) {
    if (!values.empty()) array(name, values);
  }
  using Names = std::span<const std::string_view>;
  template <typename Enum>
  void named(const char* name, Enum value, Names names) {
    json_[name] = names[std::size_t(value)];
  }
  template <typename Enum>
  void maybe_named(const char* name, const std::vector<Enum>& values, Names names) {
    for (const Enum value : values) json_[name].push_back(names[std::size_t(value)]);
  }
  void whole(const char* name, int value, int) { json_[name] = value; }
  void exact(const char* name, float value) { json_[name] = value; }
  void carried(const std::string& text) { add_carried(json_, text); }

  /// Corner indices often equal corner_vertex; then the name of that array is written instead.
  void corners(const char* name, const std::vector<std::uint32_t>& values, const Mesh& mesh) {
    if (!values.empty() && values == mesh.corner_vertex)
      json_[name] = "corner_vertex";
    else
      array(name, values);
  }
  void textures_of(const Material& material) {
    if (material.base_color_texture) json_["texture"] = data_.texture(*material.base_color_texture);
    for (const std::shared_ptr<const Texture>& carried : material.textures)
      json_["textures"].push_back(data_.texture(*carried));
  }
  void texture_use_of(const Material&) {}  // saved with the carried data
  void mesh_of(const Node& node) {
    if (node.mesh) {
      json_["mesh"] = data_.mesh(node.mesh);
      json_["bound_to"] = node.bound_to;
      json_["explicit_weights"] = node.explicit_weights;
    }
    maybe("touch_ups", node.touch_ups);
  }

 private:
  DataWriter& data_;
  Json& json_;
};

Json list_of(const float* values, int count) {
  Json list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(json_number(values[i]));
  return list;
}

template <typename T>
Json DataWriter::json_of(const T& value) {
  if constexpr (std::is_same_v<T, float>) {
    return json_number(value);
  } else if constexpr (std::is_same_v<T, glm::quat>) {
    return list_of(std::array{value.x, value.y, value.z, value.w}.data(), 4);
  } else if constexpr (std::is_same_v<T, glm::vec3> || std::is_same_v<T, glm::vec4>) {
    return list_of(&value.x, T::length());
  } else if constexpr (std::is_same_v<T, glm::mat4>) {
    return list_of(&value[0].x, 16);
  } else if constexpr (NamedChoice<T>) {
    return choice_row(value).id;
  } else if constexpr (requires { value.capacity(); } && !std::is_same_v<T, std::string>) {
    Json list = Json::array();
    for (const auto& item : value) list.push_back(json_of(item));
    return list;
  } else if constexpr (requires(FieldWriter io, T & part) { fields(io, part); }) {
    Json json;
    FieldWriter io(*this, json);
    fields(io, const_cast<T&>(value));  // a writer changes nothing
    return json;
  } else {
    return value;
  }
}

}  // namespace

double json_number(float value) {
  char buffer[32];
  const auto text = platform::to_chars(buffer, buffer + sizeof buffer, value);
  double wide = 0.0;
  platform::from_chars(buffer, text.ptr, wide);
  // the shortest decimal of the largest float is slightly larger than that float
  const bool fits = std::abs(wide) <= std::numeric_limits<float>::max();
  return fits && float(wide) == value ? wide : double(value);
}

std::string checksum(std::span<const unsigned char> bytes) {
  Fnv1a hash;
  for (const unsigned char byte : bytes) hash.add(byte);
  return hex_digits(hash.value());
}

std::uint64_t append_aligned(std::string& buffer, const void* data, std::size_t size) {
  buffer.resize((buffer.size() + 3) / 4 * 4, '\0');
  const std::uint64_t offset = buffer.size();
  if (size > 0) buffer.append(static_cast<const char*>(data), size);
  return offset;
}

std::string editor_data(const Scene& scene, const SharedArrays& shared, std::string& buffer) {
  DataWriter writer(buffer, shared);
  Json nodes = writer.json_of(scene.nodes);
  Json data = {{"version", version_needed(scene)}, {"next_id", scene.next_id}};
  FieldWriter io(writer, data);
  io.maybe("camera", scene.camera);
  io.maybe("camera_move", scene.camera_move);
  io.maybe("springs", scene.springs);
  data["nodes"] = std::move(nodes);
  data["meshes"] = std::move(writer.meshes);
  if (!writer.textures.empty()) data["textures"] = std::move(writer.textures);
  for (const std::shared_ptr<const Motion>& motion : scene.motions)
    data["motions"].push_back(writer.json_of(*motion));
  add_carried(data, scene.carried);
  const auto* bytes = reinterpret_cast<const unsigned char*>(buffer.data());
  data["buffer"] = {{"length", buffer.size()}, {"checksum", checksum({bytes, buffer.size()})}};
  return data.dump();
}

}  // namespace marrow::io
