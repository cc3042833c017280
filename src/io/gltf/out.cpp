#include "io/gltf/out.h"

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "io/avatar.h"
#include "io/base64.h"
#include "io/editor_data.h"
#include "io/gltf/check/rules.h"
#include "io/gltf/check/text_check.h"

namespace marrow::io::out {

namespace {

using PlainJson = nlohmann::json;  // for parsing, because ordered_json takes quadratic time
using Json = nlohmann::ordered_json;

/// The listed members of a carried text.
Json carried_of(const std::string& text, std::initializer_list<const char*> members) {
  Json kept = Json::object();
  if (text.empty()) return kept;
  const Json carried(PlainJson::parse(text, nullptr, false));
  for (const char* name : members) {
    if (carried.is_object() && carried.contains(name)) kept[name] = carried[name];
  }
  return kept;
}

/// Extras may be any value; the marker is added only if they are an object.
void add_extra(Json& json, const char* name, Json value) {
  if (!json.contains("extras")) json["extras"] = Json::object();
  if (json["extras"].is_object()) json["extras"][name] = std::move(value);
}

Json numbers(const std::vector<float>& values) {
  Json array = Json::array();
  for (const float value : values) array.push_back(json_number(value));
  return array;
}

Json vector(const glm::dvec3& v) { return numbers({float(v.x), float(v.y), float(v.z)}); }

Json json_of(const Node& node) {
  Json json = Json::object();
  if (!node.name.empty()) json["name"] = node.name;
  const glm::dquat& q = node.local.rotation;
  if (node.local.translation != glm::dvec3(0.0))
    json["translation"] = vector(node.local.translation);
  if (q != glm::dquat(1.0, 0.0, 0.0, 0.0))
    json["rotation"] = numbers({float(q.x), float(q.y), float(q.z), float(q.w)});
  if (node.local.scale != glm::dvec3(1.0)) json["scale"] = vector(node.local.scale);
  if (node.mesh >= 0) json["mesh"] = node.mesh;
  if (node.skin >= 0) json["skin"] = node.skin;
  if (!node.children.empty()) json["children"] = node.children;
  if (!node.weights.empty()) json["weights"] = numbers(node.weights);
  json.update(carried_of(node.carried, {"camera", "extensions", "extras"}));
  if (node.is_derived) add_extra(json, "marrow", "derived");
  return json;
}

template <typename Items>
Json json_of_all(const Items& items);

Json json_of(const Attributes& attributes) {
  Json json = Json::object();
  for (const auto& [name, accessor] : attributes) json[name] = accessor;
  return json;
}

Json json_of(const Primitive& primitive) {
  Json json = {{"attributes", json_of(primitive.attributes)}};
  if (!primitive.targets.empty()) json["targets"] = json_of_all(primitive.targets);
  if (primitive.indices >= 0) json["indices"] = primitive.indices;
  if (primitive.material >= 0) json["material"] = primitive.material;
  if (primitive.is_points) json["mode"] = 0;
  return json;
}

/// Writes a metallic factor, 0 unless carried, because the standard's default is 1.
Json json_of(const Material& material) {
  Json surface = Json::object();
  const std::array<float, 4>& color = material.base_color;
  if (color != std::array{1.0f, 1.0f, 1.0f, 1.0f})
    surface["baseColorFactor"] = numbers({color.begin(), color.end()});
  if (material.base_color_texture >= 0)
    surface["baseColorTexture"] = {{"index", material.base_color_texture}};
  surface["metallicFactor"] = 0;
  Json json = Json::object();
  if (!material.name.empty()) json["name"] = material.name;
  json["pbrMetallicRoughness"] = std::move(surface);
  json.update(
      carried_of(material.carried, {"pbrMetallicRoughness", "normalTexture", "occlusionTexture",
                                    "emissiveTexture", "emissiveFactor", "alphaMode", "alphaCutoff",
                                    "doubleSided", "extensions", "extras"}),
      true);
  return json;
}

Json json_of(const Mesh& mesh) {
  Json json = Json::object();
  if (!mesh.name.empty()) json["name"] = mesh.name;
  json["primitives"] = json_of_all(mesh.primitives);
  json.update(carried_of(mesh.carried, {"extensions", "extras"}));
  if (!mesh.target_names.empty()) add_extra(json, "targetNames", mesh.target_names);
  if (mesh.is_derived) add_extra(json, "marrow", "derived");
  return json;
}

Json json_of(const Skin& skin) {
  Json json = Json::object();
  if (!skin.name.empty()) json["name"] = skin.name;
  json["inverseBindMatrices"] = skin.inverse_bind_matrices;
  json["skeleton"] = skin.skeleton;
  json["joints"] = skin.joints;
  return json;
}

Json json_of(const Animation& animation) {
  Json json = Json::object(), samplers = Json::array(), channels = Json::array();
  if (!animation.name.empty()) json["name"] = animation.name;
  for (const Animation::Channel& channel : animation.channels) {
    channels.push_back({{"sampler", samplers.size()},
                        {"target", {{"node", channel.node}, {"path", channel.path}}}});
    samplers.push_back({{"input", channel.input},
                        {"output", channel.output},
                        {"interpolation", channel.interpolation}});
  }
  json["channels"] = std::move(channels);
  json["samplers"] = std::move(samplers);
  return json;
}

template <typename Items>
Json json_of_all(const Items& items) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(json_of(item));
  return array;
}

/// The views of accessors, then those of images.
Json views_of(const File& file) {
  Json views = Json::array();
  for (const Accessor& accessor : file.accessors) {
    Json view = {{"buffer", 0}, {"byteOffset", accessor.offset}, {"byteLength", accessor.length}};
    if (accessor.stride > 0) view["byteStride"] = accessor.stride;
    if (accessor.target != Target::none) view["target"] = int(accessor.target);
    views.push_back(std::move(view));
  }
  for (const Image& image : file.images)
    views.push_back({{"buffer", 0}, {"byteOffset", image.offset}, {"byteLength", image.length}});
  return views;
}

constexpr int kClampToEdge = 33071;

/// A texture's sampler; an empty object means the defaults.
Json sampler_of(const Texture& texture) {
  if (!texture.sampler.empty())
    return carried_of(texture.sampler,
                      {"magFilter", "minFilter", "wrapS", "wrapT", "name", "extras"});
  return texture.repeats ? Json::object() : Json{{"wrapS", kClampToEdge}, {"wrapT", kClampToEdge}};
}

/// Extension for a picture other than PNG and JPEG; required, because there is no other picture.
const char* extension_for(const std::string& mime) {
  if (mime == "image/webp") return "EXT_texture_webp";
  return mime == "image/ktx2" ? "KHR_texture_basisu" : nullptr;
}

void add_textures(const File& file, Json& json, std::set<std::string>& required) {
  Json textures = Json::array(), samplers = Json::array();
  std::map<std::string, std::size_t> known;
  for (const Texture& texture : file.textures) {
    Json item = Json::object();
    if (const Json sampler = sampler_of(texture); !sampler.empty()) {
      const auto [found, is_new] = known.try_emplace(sampler.dump(), samplers.size());
      if (is_new) samplers.push_back(sampler);
      item["sampler"] = found->second;
    }
    if (const char* extension = extension_for(file.images[std::size_t(texture.image)].mime)) {
      item["extensions"][extension]["source"] = texture.image;
      required.insert(extension);
    } else {
      item["source"] = texture.image;
    }
    textures.push_back(std::move(item));
  }
  json["textures"] = std::move(textures);
  if (!samplers.empty()) json["samplers"] = std::move(samplers);
}

void add_materials(const File& file, Json& json, std::set<std::string>& required) {
  if (!file.materials.empty()) json["materials"] = json_of_all(file.materials);
  if (!file.textures.empty()) add_textures(file, json, required);
  if (file.images.empty()) return;
  Json images = Json::array();
  for (const Image& image : file.images) {
    Json item = Json::object();
    if (!image.name.empty()) item["name"] = image.name;
    item["mimeType"] = image.mime;
    item["bufferView"] = file.accessors.size() + images.size();
    images.push_back(std::move(item));
  }
  json["images"] = std::move(images);
}

constexpr const char* kLights = "KHR_lights_punctual";

/// Adds a value to a list unless an equal one is there; returns its index.
std::size_t listed(Json& list, std::map<std::string, std::size_t>& known, const Json& value) {
  const auto [found, is_new] = known.try_emplace(value.dump(), list.size());
  if (is_new) list.push_back(value);
  return found->second;
}

void list_cameras_and_lights(Json& json) {
  Json cameras = Json::array(), lights = Json::array();
  std::map<std::string, std::size_t> known_cameras, known_lights;
  if (!json.contains("nodes")) return;
  for (Json& node : json["nodes"]) {
    if (node.contains("camera")) node["camera"] = listed(cameras, known_cameras, node["camera"]);
    const Json::json_pointer light(std::string("/extensions/") + kLights + "/light");
    if (node.contains(light)) node[light] = listed(lights, known_lights, node[light]);
  }
  if (!cameras.empty()) json["cameras"] = std::move(cameras);
  if (!lights.empty()) json["extensions"][kLights]["lights"] = std::move(lights);
}

void declare_extensions(Json& json, const Json& carried, std::set<std::string> required) {
  std::set<std::string> used;
  collect_extensions(json, used);
  for (const Json& name : carried.value("extensionsRequired", Json::array())) {
    if (name.is_string() && used.count(name.get<std::string>()) > 0)
      required.insert(name.get<std::string>());
  }
  if (!used.empty()) json["extensionsUsed"] = used;
  if (!required.empty()) json["extensionsRequired"] = required;
}

Json accessors_of(const std::vector<Accessor>& accessors) {
  Json array = Json::array();
  for (const Accessor& accessor : accessors) {
    Json json = {{"bufferView", array.size()},
                 {"componentType", int(accessor.component)},
                 {"count", accessor.count},
                 {"type", accessor.type}};
    if (accessor.normalized) json["normalized"] = true;
    if (!accessor.low.empty()) {
      json["min"] = numbers(accessor.low);
      json["max"] = numbers(accessor.high);
    }
    array.push_back(std::move(json));
  }
  return array;
}

/// Appends the editor's data to the text, because it is large. Extras that are not an object are
/// dropped.
std::string with_editor_data(Json& json, const std::string& editor_data) {
  Json extras =
      json.contains("extras") && json["extras"].is_object() ? json["extras"] : Json::object();
  json.erase("extras");
  extras.erase("marrow");
  std::string text = json.dump(), members = extras.dump();
  text.pop_back();
  members.pop_back();
  text.append(",\"extras\":")
      .append(members)
      .append(extras.empty() ? "" : ",")
      .append("\"marrow\":")
      .append(editor_data)
      .append("}}");
  return text;
}

std::string json_text(const File& file, bool binary) {
  const Json carried =
      carried_of(file.carried, {"asset", "scenes", "extensions", "extras", "extensionsRequired"});
  Json json = {{"asset", {{"version", "2.0"}, {"generator", "Marrow"}}}, {"scene", 0}};
  if (carried.contains("asset"))
    json["asset"].update(
        carried_of(carried["asset"].dump(), {"copyright", "extensions", "extras"}));
  Json scene = Json::object();
  if (carried.contains("scenes") && carried["scenes"].is_array() && !carried["scenes"].empty())
    scene = carried_of(carried["scenes"][0].dump(), {"name", "extensions", "extras"});
  if (!file.roots.empty()) scene["nodes"] = file.roots;
  json["scenes"] = Json::array({std::move(scene)});
  if (!file.nodes.empty()) json["nodes"] = json_of_all(file.nodes);
  if (!file.meshes.empty()) json["meshes"] = json_of_all(file.meshes);
  if (!file.skins.empty()) json["skins"] = json_of_all(file.skins);
  if (!file.animations.empty()) json["animations"] = json_of_all(file.animations);
  std::set<std::string> required;
  add_materials(file, json, required);
  json.update(carried_of(file.carried, {"extensions", "extras"}));
  if (!file.springs.empty()) json["extensions"]["VRMC_springBone"] = Json::parse(file.springs);
  if (!file.avatar.empty()) json["extensions"][kVrm] = Json::parse(file.avatar);
  list_cameras_and_lights(json);
  declare_extensions(json, carried, std::move(required));
  if (!file.accessors.empty() || !file.images.empty()) {
    if (!file.accessors.empty()) json["accessors"] = accessors_of(file.accessors);
    json["bufferViews"] = views_of(file);
  }
  if (!file.buffer.empty()) {
    Json buffer = {{"byteLength", file.buffer.size()}};
    if (!binary) buffer["uri"] = "data:application/octet-stream;base64," + base64(file.buffer);
    json["buffers"] = Json::array({std::move(buffer)});
  }
  return file.editor_data.empty() ? json.dump() : with_editor_data(json, file.editor_data);
}

}  // namespace

int add_accessor(File& file, const void* bytes, std::size_t length, Accessor accessor) {
  accessor.offset = append_aligned(file.buffer, bytes, length);
  accessor.length = length;
  file.accessors.push_back(std::move(accessor));
  return int(file.accessors.size()) - 1;
}

std::string bytes_of(const File& file, bool binary) {
  const std::string text = json_text(file, binary);
  if (!binary) return text + '\n';
  if (std::uint64_t(text.size()) + file.buffer.size() + 64 >
      std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a .glb file cannot exceed 4 GB");
  }
  return joined_glb(text, file.buffer);
}

}  // namespace marrow::io::out
