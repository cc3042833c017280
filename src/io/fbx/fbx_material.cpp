#include "io/fbx/fbx_material.h"

#include <algorithm>
#include <glm/common.hpp>

#include "io/error.h"
#include "io/file.h"
#include "io/image_file.h"

namespace marrow::io {

namespace {

/// Paths where a picture may be, relative to the file's folder: as stated, its bare name, and its
/// name in the folders where exporters put pictures.
std::vector<std::string> names_of_picture(const ufbx_texture& texture, const std::string& stem) {
  std::vector<std::string> names;
  for (const ufbx_string& string : {texture.relative_filename, texture.absolute_filename}) {
    std::string name(string.data, string.length);
    std::replace(name.begin(), name.end(), '\\', '/');
    const std::string own = name.substr(name.rfind('/') + 1);
    if (own.empty()) continue;
    while (name.rfind("./", 0) == 0) name.erase(0, 2);
    for (std::string candidate : {name, own, stem + ".fbm/" + own, "textures/" + own})
      names.push_back(std::move(candidate));
  }
  return names;
}

float in_unit(double number, FbxNotes& notes) {
  return std::clamp(finite(number, notes), 0.0f, 1.0f);
}

FbxJson color_json(const glm::dvec3& color, FbxNotes& notes) {
  return {in_unit(color.x, notes), in_unit(color.y, notes), in_unit(color.z, notes)};
}

double value_or(const ufbx_material_map& map, double otherwise) {
  return map.has_value ? double(map.value_real) : otherwise;
}

}  // namespace

FbxMaterials::FbxMaterials(const std::filesystem::path& path, FbxDocument& document,
                           FbxNotes& notes)
    : folder_(std::filesystem::canonical(path).parent_path()),
      stem_(path.stem().string()),
      document_(document),
      notes_(notes),
      bytes_left_(kFileCap) {}

int FbxMaterials::index_of(const ufbx_material* material) {
  if (!material) return -1;
  const auto [found, is_new] = materials_.try_emplace(material, -1);
  if (is_new) {
    FbxJson json = made(*material);
    found->second = document_.add("materials", std::move(json));
  }
  return found->second;
}

/// A picture replaces the color that it is connected to, as in the programs that write FBX.
FbxJson FbxMaterials::made(const ufbx_material& from) {
  const ufbx_material_pbr_maps& pbr = from.pbr;
  FbxJson material = {{"name", name_of(from.name)}};
  FbxJson& surface = material["pbrMetallicRoughness"];
  const FbxJson base = use_of(pbr.base_color);
  const double opacity = std::clamp(value_or(pbr.opacity, 1.0), 0.0, 1.0);
  surface["baseColorFactor"] =
      base.is_null()
          ? color_json(value_or(pbr.base_factor, 1.0) * vector_of(pbr.base_color.value_vec3),
                       notes_)
          : FbxJson({1.0, 1.0, 1.0});
  surface["baseColorFactor"].push_back(in_unit(opacity, notes_));
  if (!base.is_null()) surface["baseColorTexture"] = base;
  surface["metallicFactor"] = in_unit(value_or(pbr.metalness, 0.0), notes_);
  surface["roughnessFactor"] = in_unit(value_or(pbr.roughness, 1.0), notes_);
  if (const FbxJson use = use_of(pbr.normal_map); !use.is_null()) material["normalTexture"] = use;
  const FbxJson glow = use_of(pbr.emission_color);
  if (!glow.is_null()) material["emissiveTexture"] = glow;
  const FbxJson light = glow.is_null() ? color_json(value_or(pbr.emission_factor, 1.0) *
                                                        vector_of(pbr.emission_color.value_vec3),
                                                    notes_)
                                       : FbxJson({1.0, 1.0, 1.0});
  if (light != FbxJson({0.0f, 0.0f, 0.0f})) material["emissiveFactor"] = light;
  if (opacity < 1.0 || pbr.opacity.texture) material["alphaMode"] = "BLEND";
  if (from.features.double_sided.enabled) material["doubleSided"] = true;
  return material;
}

FbxJson FbxMaterials::use_of(const ufbx_material_map& map) {
  if (!map.texture || !map.texture_enabled) return nullptr;
  const auto [found, is_new] = textures_.try_emplace(map.texture, -1);
  if (is_new) {
    const int texture = texture_of(*map.texture);
    found->second = texture;
  }
  return found->second < 0 ? FbxJson(nullptr) : FbxJson({{"index", found->second}});
}

int FbxMaterials::texture_of(const ufbx_texture& texture) {
  if (texture.file_textures.count == 0) {
    ++notes_.pictures;
    return -1;
  }
  const ufbx_texture& picture = *texture.file_textures.data[0];
  notes_.layered_pictures += texture.file_textures.count > 1;
  notes_.placed_pictures += picture.has_uv_transform;
  const auto [found, is_new] = images_.try_emplace(&picture, -1);
  if (is_new) {
    const int image = image_of(picture);
    found->second = image;
  }
  if (found->second < 0) return -1;
  FbxJson made = {{"source", found->second}};
  constexpr int kClamp = 33071, kRepeat = 10497;
  const auto wrap = [](ufbx_wrap_mode mode) { return mode == UFBX_WRAP_CLAMP ? kClamp : kRepeat; };
  if (picture.wrap_u == UFBX_WRAP_CLAMP || picture.wrap_v == UFBX_WRAP_CLAMP)
    made["sampler"] = document_.add(
        "samplers", {{"wrapS", wrap(picture.wrap_u)}, {"wrapT", wrap(picture.wrap_v)}});
  return document_.add("textures", std::move(made));
}

int FbxMaterials::image_of(const ufbx_texture& texture) {
  const std::vector<unsigned char> bytes = bytes_of(texture);
  const std::string type = picture_type(bytes);
  if (type.empty() || bytes.size() > bytes_left_) {
    ++notes_.pictures;
    return -1;
  }
  bytes_left_ -= bytes.size();
  std::string name = name_of(texture.relative_filename);
  name = name.substr(name.find_last_of("/\\") + 1);
  const int view = document_.add_view(bytes.data(), bytes.size());
  return document_.add("images", {{"name", name.empty() ? name_of(texture.name) : name},
                                  {"bufferView", view},
                                  {"mimeType", type}});
}

std::vector<unsigned char> FbxMaterials::bytes_of(const ufbx_texture& texture) const {
  const ufbx_blob& own = texture.content;
  const ufbx_blob& content = own.size == 0 && texture.video ? texture.video->content : own;
  if (content.size > 0) {
    const auto* bytes = static_cast<const unsigned char*>(content.data);
    return {bytes, bytes + content.size};
  }
  for (const std::string& name : names_of_picture(texture, stem_)) {
    std::error_code error;
    const std::filesystem::path path = path_inside(folder_, name);
    if (path.empty() || !std::filesystem::is_regular_file(path, error)) continue;
    try {
      return read_bytes(path, bytes_left_);
    } catch (const Error&) {
      continue;
    }
  }
  return {};
}

}  // namespace marrow::io
