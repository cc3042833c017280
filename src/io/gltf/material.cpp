#include "io/gltf/material.h"

#include <algorithm>
#include <fmt/format.h>
#include <tiny_gltf.h>

#include "base/index.h"
#include "io/codecs/webp.h"
#include "io/counts.h"
#include "io/gltf/carried.h"
#include "io/image_file.h"
#include "io/memory_budget.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

constexpr const char* kSpecularGlossiness = "KHR_materials_pbrSpecularGlossiness";
/// limit, in bytes, for copies of pictures with several samplers
constexpr std::uint64_t kCopies = 512ull << 20;
constexpr std::size_t kMostNamed = 8;  ///< number of broken images that are named individually

glm::vec4 color_of(const std::vector<double>& factor) {
  glm::vec4 color(1.0f);
  for (int c = 0; c < 4 && factor.size() == 4; ++c) color[c] = float(factor[at(c)]);
  return color;
}

}  // namespace

MaterialReader::MaterialReader(const tinygltf::Model& model, CarriedReader& carried,
                               MemoryBudget& budget)
    : model_(model),
      carried_(carried),
      decoder_left_(kPictureBudget),
      copies_left_(kCopies),
      budget_(budget) {}

const Material& MaterialReader::read(int material) {
  const auto [found, is_new] = materials_.try_emplace(material);
  if (is_new) found->second = made(material);
  return found->second;
}

Material MaterialReader::made(int index) {
  const tinygltf::Material& source = model_.materials[at(index)];
  const auto& pbr = source.pbrMetallicRoughness;
  Material material;
  material.name = clean_name(source.name);
  material.base_color = color_of(pbr.baseColorFactor);
  int texture_index = pbr.baseColorTexture.index;
  if (texture_index < 0 && material.base_color == glm::vec4(1.0f))
    use_specular_glossiness(source, material, texture_index);
  const glm::vec4 clamped = glm::clamp(material.base_color, 0.0f, 1.0f);
  clamped_factors_ += clamped != material.base_color;
  material.base_color = clamped;
  if (texture_index >= 0) material.base_color_texture = drawn(texture_index);
  std::map<int, int> places;
  material.carried =
      carried_.of_material(index, material.base_color_texture != nullptr, [&](int texture) {
        if (texture < 0 || at(texture) >= model_.textures.size()) return -1;
        const auto [found, is_new] = places.try_emplace(texture, -1);
        if (is_new) {
          Picture picture = carried(texture);
          found->second = picture ? int(material.textures.size()) : -1;
          if (picture) material.textures.push_back(std::move(picture));
        }
        return found->second;
      });
  read_texture_use(material);
  return material;
}

/// The older material extension, whose diffuse color replaces the base color.
void MaterialReader::use_specular_glossiness(const tinygltf::Material& source, Material& material,
                                             int& texture) const {
  const auto found = source.extensions.find(kSpecularGlossiness);
  if (found == source.extensions.end()) return;
  const tinygltf::Value& factor = found->second.Get("diffuseFactor");
  for (int c = 0; c < 4 && factor.ArrayLen() == 4; ++c)
    material.base_color[c] = float(factor.Get(c).GetNumberAsDouble());
  const tinygltf::Value& diffuse = found->second.Get("diffuseTexture");
  if (diffuse.Has("index") && diffuse.Get("texCoord").GetNumberAsInt() == 0)
    texture = diffuse.Get("index").GetNumberAsInt();
}

/// The texture's own image, else the one that an extension names.
int MaterialReader::image_of(int texture) {
  const int own = model_.textures[at(texture)].source, other = carried_.image_in_extension(texture);
  if (own >= 0 && other >= 0) alternatives_.insert(texture);
  return own >= 0 ? own : other;
}

MaterialReader::Kind MaterialReader::kind_of(int texture) {
  const int sampler = model_.textures[at(texture)].sampler;
  if (sampler < 0) return {image_of(texture), std::string(), true};
  const int s = model_.samplers[at(sampler)].wrapS, t = model_.samplers[at(sampler)].wrapT;
  if (s != t || s == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) odd_wraps_.insert(texture);
  const bool repeats =
      s != TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE || t != TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE;
  return {image_of(texture), carried_.of_sampler(sampler), repeats};
}

MaterialReader::Picture MaterialReader::drawn(int texture) {
  const Kind kind = kind_of(texture);
  const bool is_other = std::get<int>(kind) < 0 || !is_drawable(std::get<int>(kind));
  if (is_other) {
    ++other_kinds_;
    return nullptr;
  }
  const auto [found, is_new] = drawn_.try_emplace(kind);
  if (is_new) found->second = decoded(kind);
  return found->second;
}

/// False for pictures that are only carried: KTX 2, and WebP in a build without libwebp.
bool MaterialReader::is_drawable(int image) const {
  const std::string type = picture_type(bytes_of(image));
  return type != "image/ktx2" && (type != "image/webp" || has_webp_pictures());
}

/// Returns the drawn picture if there is one.
MaterialReader::Picture MaterialReader::carried(int texture) {
  const Kind kind = kind_of(texture);
  const auto twin = drawn_.find(kind);
  if (twin != drawn_.end() && twin->second) return twin->second;
  if (std::get<int>(kind) < 0) return nullptr;
  const auto [found, is_new] = carried_only_.try_emplace(kind);
  if (!is_new) return found->second;
  Texture made = encoded(kind);
  if (made.file.empty() || !budget_.try_take(made.file.size())) return nullptr;
  made.mime = picture_type(made.file);
  return found->second = std::make_shared<const Texture>(std::move(made));
}

bool MaterialReader::try_take_copy(const Texture& texture) {
  const std::uint64_t bytes = texture.file.size() + texture.rgba.size();
  if (bytes > copies_left_ || !budget_.try_take_picture(bytes)) return false;
  copies_left_ -= bytes;
  return true;
}

Texture MaterialReader::encoded(const Kind& kind) const {
  const auto& [image, sampler, repeats] = kind;
  Texture texture;
  texture.name = name_of(image);
  texture.file = bytes_of(image);
  texture.repeats = repeats;
  texture.sampler = sampler;
  return texture;
}

MaterialReader::Picture MaterialReader::decoded(const Kind& kind) {
  const int image = std::get<int>(kind);
  if (broken_.count(image) > 0) return nullptr;
  const auto twin = std::find_if(drawn_.begin(), drawn_.end(), [&](const auto& other) {
    return std::get<int>(other.first) == image && other.second;
  });
  if (twin != drawn_.end()) {
    Texture texture = *twin->second;
    std::tie(std::ignore, texture.sampler, texture.repeats) = kind;
    return try_take_copy(texture) ? std::make_shared<const Texture>(std::move(texture)) : nullptr;
  }
  Texture texture = encoded(kind);
  std::string why = texture.file.empty() ? std::string() : decode_picture(texture, decoder_left_);
  if (why.empty() && !budget_.try_take_picture(texture.file.size() + texture.rgba.size()))
    why = "is more than the file may ask for in all";
  if (!texture.file.empty() && why.empty())
    return std::make_shared<const Texture>(std::move(texture));
  broken_.emplace(image, std::move(why));
  return nullptr;
}

std::vector<std::uint8_t> MaterialReader::bytes_of(int image) const {
  const tinygltf::Image& source = model_.images[at(image)];
  if (source.bufferView < 0) return source.image;
  const tinygltf::BufferView& view = model_.bufferViews[at(source.bufferView)];
  const std::vector<unsigned char>& data = model_.buffers[at(view.buffer)].data;
  if (view.byteOffset > data.size() || view.byteLength > data.size() - view.byteOffset) return {};
  const auto begin = data.begin() + std::ptrdiff_t(view.byteOffset);
  return {begin, begin + std::ptrdiff_t(view.byteLength)};
}

std::string MaterialReader::name_of(int image) const {
  const tinygltf::Image& source = model_.images[at(image)];
  return clean_name(source.name.empty() ? source.uri : source.name);
}

void MaterialReader::report(std::vector<std::string>& warnings) const {
  std::size_t named = 0;
  for (const auto& [image, why] : broken_) {
    if (why.empty()) continue;  // its file could not be read; the parser has already warned of it
    if (named++ < kMostNamed)
      warnings.push_back(fmt::format("/images/{} {} {}; surfaces have their color only", image,
                                     in_quotes(name_of(image)), why));
  }
  std::set<int> kept;
  for (const auto* pictures : {&drawn_, &carried_only_}) {
    for (const auto& [kind, picture] : *pictures) kept.insert(std::get<int>(kind));
  }
  warn_of(
      {{named - std::min(named, kMostNamed), "{} more image[|s] that cannot be decoded"},
       {other_kinds_,
        "{} texture[|s] [is|are] of a kind that is kept but not drawn, such as KTX 2; surfaces "
        "have their color only"},
       {odd_wraps_.size(),
        "{} texture[|s] [is|are] mirrored, or repeat[s|] along one side only; [it|they] [is|are] "
        "drawn repeating"},
       {alternatives_.size(), "not kept: the second picture[|s] of {} texture[|s]"},
       {clamped_factors_, "the colors of {} material[|s] were brought between 0 and 1"},
       {model_.materials.size() - materials_.size(), "not kept: {} material[|s] of no mesh"},
       {model_.images.size() - kept.size(), "not kept: {} image[|s] that [is|are] on no surface"}},
      warnings);
}

}  // namespace marrow::io
