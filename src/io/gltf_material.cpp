#include "io/gltf_material.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tiny_gltf.h>

#include "io/picture.h"
#include "io/text.h"

namespace marrow::io {

namespace {

constexpr const char* kSpecularGlossiness = "KHR_materials_pbrSpecularGlossiness";
constexpr std::size_t kMostNamed = 8;  ///< broken images that are named one by one

std::size_t at(int index) { return static_cast<std::size_t>(index); }

glm::vec4 color_of(const std::vector<double>& factor) {
  glm::vec4 color(1.0f);
  for (int c = 0; c < 4 && factor.size() == 4; ++c) color[c] = static_cast<float>(factor[at(c)]);
  return color;
}

}  // namespace

MaterialReader::MaterialReader(const tinygltf::Model& model) : model_(model), budget_(kPictureBudget) {}

const Material& MaterialReader::read(int material) {
  const auto [found, is_new] = materials_.try_emplace(material);
  if (is_new) found->second = made(model_.materials[at(material)]);
  return found->second;
}

Material MaterialReader::made(const tinygltf::Material& source) {
  const auto& pbr = source.pbrMetallicRoughness;
  Material material;
  material.name = clean_name(source.name);
  material.base_color = color_of(pbr.baseColorFactor);
  int texture_index = pbr.baseColorTexture.index;
  int uv_set = pbr.baseColorTexture.texCoord;
  if (texture_index < 0 && material.base_color == glm::vec4(1.0f)) use_specular_glossiness(source, material, texture_index);
  const glm::vec4 clamped = glm::clamp(material.base_color, 0.0f, 1.0f);
  clamped_factors_ += clamped != material.base_color;
  material.base_color = clamped;
  other_uv_sets_ += texture_index >= 0 && uv_set != 0;
  if (texture_index >= 0 && uv_set == 0) material.base_color_texture = texture(texture_index);
  count_losses(source);
  return material;
}

/// The older way to say what a material looks like: its diffuse colour stands in for the base colour.
void MaterialReader::use_specular_glossiness(const tinygltf::Material& source, Material& material, int& texture) const {
  const auto found = source.extensions.find(kSpecularGlossiness);
  if (found == source.extensions.end()) return;
  const tinygltf::Value& factor = found->second.Get("diffuseFactor");
  for (int c = 0; c < 4 && factor.ArrayLen() == 4; ++c) material.base_color[c] = static_cast<float>(factor.Get(c).GetNumberAsDouble());
  const tinygltf::Value& diffuse = found->second.Get("diffuseTexture");
  if (diffuse.Has("index") && diffuse.Get("texCoord").GetNumberAsInt() == 0) texture = diffuse.Get("index").GetNumberAsInt();
}

void MaterialReader::count_losses(const tinygltf::Material& source) {
  const auto& pbr = source.pbrMetallicRoughness;
  const auto count = [&](const char* what, bool has) {
    if (has) ++lost_[what];
  };
  count("metal and roughness", pbr.metallicFactor != 0.0 || pbr.roughnessFactor != 1.0 || pbr.metallicRoughnessTexture.index >= 0);
  count("normal maps", source.normalTexture.index >= 0);
  count("occlusion maps", source.occlusionTexture.index >= 0);
  const std::vector<double>& glow = source.emissiveFactor;
  count("emission", source.emissiveTexture.index >= 0 || std::any_of(glow.begin(), glow.end(), [](double part) { return part != 0.0; }));
  count("transparency", !source.alphaMode.empty() && source.alphaMode != "OPAQUE");
  count("two-sidedness", source.doubleSided);
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

MaterialReader::Picture MaterialReader::texture(int index) {
  const int image = model_.textures[at(index)].source;
  if (image < 0) {  // an extension names a picture of another kind
    ++other_kinds_;
    return nullptr;
  }
  const bool wraps = repeats(index);
  const auto [found, is_new] = pictures_.try_emplace({image, wraps});
  if (is_new) found->second = decoded(image, wraps);
  return found->second;
}

bool MaterialReader::repeats(int texture) {
  const int sampler = model_.textures[at(texture)].sampler;
  if (sampler < 0) return true;
  const int s = model_.samplers[at(sampler)].wrapS, t = model_.samplers[at(sampler)].wrapT;
  odd_wraps_ += s != t || s == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT;
  return s != TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE || t != TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE;
}

MaterialReader::Picture MaterialReader::decoded(int image, bool repeats) {
  if (broken_.count(image) > 0) return nullptr;
  Texture texture;
  const auto twin = pictures_.find({image, !repeats});
  if (twin != pictures_.end()) {
    texture = *twin->second;
  } else {
    texture.name = name_of(image);
    texture.file = encoded(image);
    std::string why = texture.file.empty() ? std::string() : decode_picture(texture, budget_);
    if (texture.file.empty() || !why.empty()) {
      broken_.emplace(image, std::move(why));
      return nullptr;
    }
  }
  texture.repeats = repeats;
  return std::make_shared<const Texture>(std::move(texture));
}

std::vector<std::uint8_t> MaterialReader::encoded(int image) const {
  const tinygltf::Image& source = model_.images[at(image)];
  if (source.bufferView < 0) return source.image;
  const tinygltf::BufferView& view = model_.bufferViews[at(source.bufferView)];
  const std::vector<unsigned char>& data = model_.buffers[at(view.buffer)].data;
  if (view.byteOffset > data.size() || view.byteLength > data.size() - view.byteOffset) return {};
  const auto begin = data.begin() + static_cast<std::ptrdiff_t>(view.byteOffset);
  return {begin, begin + static_cast<std::ptrdiff_t>(view.byteLength)};
}

std::string MaterialReader::name_of(int image) const {
  const tinygltf::Image& source = model_.images[at(image)];
  return clean_name(source.name.empty() ? source.uri : source.name);
}

// ---- What is said ---------------------------------------------------------------------------------------------------

void MaterialReader::say(std::vector<std::string>& warnings) const {
  const auto note = [&](std::size_t count, const char* text) {
    if (count > 0) warnings.push_back(fmt::format(fmt::runtime(text), count));
  };
  std::size_t named = 0;
  for (const auto& [image, why] : broken_) {
    if (why.empty()) continue;  // its file could not be read, which was said where it was looked for
    if (named++ < kMostNamed)
      warnings.push_back(fmt::format("/images/{} {} {}; surfaces have their colour only", image, in_quotes(name_of(image)), why));
  }
  note(named - std::min(named, kMostNamed), "{} more images cannot be decoded");
  note(other_kinds_, "not kept: {} textures that are neither PNG nor JPEG");
  note(other_uv_sets_, "not kept: {} textures that use other texture coordinates than the first");
  note(odd_wraps_, "{} textures are mirrored, or repeat along one side only; they repeat");
  note(clamped_factors_, "the colours of {} materials were brought between 0 and 1");
  std::string parts;
  for (const auto& [what, count] : lost_) parts += fmt::format("{}{} ({})", parts.empty() ? "" : ", ", what, count);
  if (!parts.empty()) warnings.push_back("not kept of materials: " + parts);
  std::set<int> kept;
  for (const auto& [key, picture] : pictures_) {
    if (picture) kept.insert(key.first);
  }
  const std::size_t unseen = model_.materials.size() - materials_.size(), images = model_.images.size() - kept.size() - broken_.size();
  if (unseen > 0) warnings.push_back(fmt::format("not kept: {} material{} of no mesh", unseen, unseen == 1 ? "" : "s"));
  if (images > 0)
    warnings.push_back(
        fmt::format("not kept: {} image{} that {} no base colour", images, images == 1 ? "" : "s", images == 1 ? "is" : "are"));
}

}  // namespace marrow::io
