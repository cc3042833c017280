#include "io/gltf_material_out.h"

#include <algorithm>

#include "io/editor_data.h"

namespace marrow::io {

int MaterialWriter::write(const Material& material, bool has_uvs) {
  out::Material made;
  made.name = material.name;
  for (std::size_t c = 0; c < 4; ++c) made.base_color[c] = std::clamp(material.base_color[static_cast<int>(c)], 0.0f, 1.0f);
  if (has_uvs && material.base_color_texture) made.base_color_texture = texture(*material.base_color_texture);
  const auto& color = made.base_color;
  const auto [found, is_new] = materials_.try_emplace({made.name, color[0], color[1], color[2], color[3], made.base_color_texture},
                                                      static_cast<int>(file_.materials.size()));
  if (is_new) file_.materials.push_back(std::move(made));
  return found->second;
}

int MaterialWriter::texture(const Texture& texture) {
  const auto [found, is_new] = textures_.try_emplace(&texture, static_cast<int>(file_.textures.size()));
  if (is_new) file_.textures.push_back({image(texture), texture.repeats});
  return found->second;
}

/// Two textures may show one picture: a file that was opened twice, or one that repeats here and does not there.
int MaterialWriter::image(const Texture& texture) {
  const auto twin = std::find_if(images_.begin(), images_.end(),
                                 [&](const Texture* other) { return other->name == texture.name && other->file == texture.file; });
  const auto index = static_cast<std::size_t>(twin - images_.begin());
  if (twin == images_.end()) {
    const std::uint64_t offset = append_aligned(file_.buffer, texture.file.data(), texture.file.size());
    file_.images.push_back({texture.name, texture.mime, offset, texture.file.size()});
    images_.push_back(&texture);
  }
  offsets_[&texture] = file_.images[index].offset;
  return static_cast<int>(index);
}

}  // namespace marrow::io
