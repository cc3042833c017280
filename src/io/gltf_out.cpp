#include "io/gltf_out.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/editor_data.h"
#include "io/gltf_text.h"

namespace marrow::io::out {

namespace {

using Json = nlohmann::ordered_json;

Json derived_mark() { return {{"marrow", "derived"}}; }

Json numbers(const std::vector<float>& values) {
  Json array = Json::array();
  for (const float value : values) array.push_back(json_number(value));
  return array;
}

Json vector(const glm::dvec3& v) { return numbers({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}); }

Json json_of(const Node& node) {
  Json json = Json::object();
  if (!node.name.empty()) json["name"] = node.name;
  const glm::dquat& q = node.local.rotation;
  if (node.local.translation != glm::dvec3(0.0)) json["translation"] = vector(node.local.translation);
  if (q != glm::dquat(1.0, 0.0, 0.0, 0.0)) {
    json["rotation"] = numbers({static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)});
  }
  if (node.local.scale != glm::dvec3(1.0)) json["scale"] = vector(node.local.scale);
  if (node.mesh >= 0) json["mesh"] = node.mesh;
  if (node.skin >= 0) json["skin"] = node.skin;
  if (!node.children.empty()) json["children"] = node.children;
  if (node.is_derived) json["extras"] = derived_mark();
  return json;
}

template <typename Items>
Json json_of_all(const Items& items);

Json json_of(const Primitive& primitive) {
  Json attributes = Json::object();
  for (const auto& [name, accessor] : primitive.attributes) attributes[name] = accessor;
  Json json = {{"attributes", std::move(attributes)}};
  if (primitive.indices >= 0) json["indices"] = primitive.indices;
  if (primitive.material >= 0) json["material"] = primitive.material;
  if (primitive.is_points) json["mode"] = 0;
  return json;
}

/// Neither metal nor glossy, which the standard would assume of a material that does not say.
Json json_of(const Material& material) {
  Json surface = Json::object();
  const std::array<float, 4>& color = material.base_color;
  if (color != std::array{1.0f, 1.0f, 1.0f, 1.0f}) surface["baseColorFactor"] = numbers({color.begin(), color.end()});
  if (material.base_color_texture >= 0) surface["baseColorTexture"] = {{"index", material.base_color_texture}};
  surface["metallicFactor"] = 0;
  Json json = Json::object();
  if (!material.name.empty()) json["name"] = material.name;
  json["pbrMetallicRoughness"] = std::move(surface);
  return json;
}

Json json_of(const Mesh& mesh) {
  Json json = Json::object();
  if (!mesh.name.empty()) json["name"] = mesh.name;
  json["primitives"] = json_of_all(mesh.primitives);
  if (mesh.is_derived) json["extras"] = derived_mark();
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
    if (accessor.target != Target::none) view["target"] = static_cast<int>(accessor.target);
    views.push_back(std::move(view));
  }
  for (const Image& image : file.images) views.push_back({{"buffer", 0}, {"byteOffset", image.offset}, {"byteLength", image.length}});
  return views;
}

constexpr int kClampToEdge = 33071;

void add_materials(const File& file, Json& json) {
  if (!file.materials.empty()) json["materials"] = json_of_all(file.materials);
  if (file.textures.empty()) return;
  Json textures = Json::array(), images = Json::array();
  for (const Texture& texture : file.textures) {
    textures.push_back({{"source", texture.image}});
    if (texture.repeats) continue;  // as is assumed of a texture without a sampler
    textures.back()["sampler"] = 0;
    json["samplers"] = Json::array({{{"wrapS", kClampToEdge}, {"wrapT", kClampToEdge}}});
  }
  for (const Image& image : file.images) {
    Json item = Json::object();
    if (!image.name.empty()) item["name"] = image.name;
    item["mimeType"] = image.mime;
    item["bufferView"] = file.accessors.size() + images.size();
    images.push_back(std::move(item));
  }
  json["textures"] = std::move(textures);
  json["images"] = std::move(images);
}

Json accessors_of(const std::vector<Accessor>& accessors) {
  Json array = Json::array();
  for (const Accessor& accessor : accessors) {
    Json json = {{"bufferView", array.size()},
                 {"componentType", static_cast<int>(accessor.component)},
                 {"count", accessor.count},
                 {"type", accessor.type}};
    if (!accessor.low.empty()) {
      json["min"] = numbers(accessor.low);
      json["max"] = numbers(accessor.high);
    }
    array.push_back(std::move(json));
  }
  return array;
}

std::string base64(const std::string& bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto byte = [&](std::size_t k) { return k < left ? static_cast<unsigned char>(bytes[i + k]) : 0u; };
    const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
    text += kDigits[group >> 18];
    text += kDigits[group >> 12 & 63];
    text += left > 1 ? kDigits[group >> 6 & 63] : '=';
    text += left > 2 ? kDigits[group & 63] : '=';
  }
  return text;
}

std::string json_text(const File& file, bool binary) {
  Json json = {{"asset", {{"version", "2.0"}, {"generator", "Marrow"}}}, {"scene", 0}};
  Json scene = Json::object();
  if (!file.roots.empty()) scene["nodes"] = file.roots;
  json["scenes"] = Json::array({std::move(scene)});
  if (!file.nodes.empty()) json["nodes"] = json_of_all(file.nodes);
  if (!file.meshes.empty()) json["meshes"] = json_of_all(file.meshes);
  if (!file.skins.empty()) json["skins"] = json_of_all(file.skins);
  add_materials(file, json);
  if (!file.accessors.empty()) {
    json["accessors"] = accessors_of(file.accessors);
    json["bufferViews"] = views_of(file);
  }
  if (!file.buffer.empty()) {
    Json buffer = {{"byteLength", file.buffer.size()}};
    if (!binary) buffer["uri"] = "data:application/octet-stream;base64," + base64(file.buffer);
    json["buffers"] = Json::array({std::move(buffer)});
  }
  std::string text = json.dump();
  if (!file.editor_data.empty()) {
    text.pop_back();
    text.append(",\"extras\":{\"marrow\":").append(file.editor_data).append("}}");
  }
  return text;
}

}  // namespace

std::string bytes_of(const File& file, bool binary) {
  const std::string text = json_text(file, binary);
  if (!binary) return text + '\n';
  if (text.size() + file.buffer.size() + 64 > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a .glb file cannot exceed 4 GB");
  }
  return joined_glb(text, file.buffer);
}

}  // namespace marrow::io::out
