#include "io/gltf/material_out.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/editor_data.h"
#include "io/gltf/carried.h"

namespace marrow::io {

namespace {

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

}  // namespace

int MaterialWriter::write(const Material& material, int uv_sets) {
  out::Material made;
  made.name = material.name;
  for (std::size_t c = 0; c < 4; ++c)
    made.base_color[c] = std::clamp(material.base_color[int(c)], 0.0f, 1.0f);
  if (uv_sets > 0 && material.base_color_texture)
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
    const std::size_t index = use.contains("index") && use["index"].is_number_unsigned()
                                  ? use["index"].get<std::size_t>()
                                  : ~std::size_t{0};
    const int set = use.contains("texCoord") && use["texCoord"].is_number_unsigned()
                        ? use["texCoord"].get<int>()
                        : 0;
    if (index >= material.textures.size() || set < 0 || set >= uv_sets) return -1;
    return texture(*material.textures[index]);
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
  offsets_[&texture] = file_.images[index].offset;
  return int(index);
}

}  // namespace marrow::io
