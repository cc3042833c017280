#include <exception>
#include <fmt/format.h>
#include <map>
#include <span>

#include "io/gltf/carried.h"
#include "io/gltf/out.h"
#include "io/gltf/parse.h"
#include "io/gltf/parts_out.h"

namespace marrow::io {

namespace {

/// A text and the number of textures to which its indices may refer (only in materials).
using Item = std::pair<std::string, std::size_t>;
using Items = std::map<Item, std::vector<std::string*>>;  ///< item -> all strings that hold it
using Add = void (*)(out::File& file, const Item& item);

void add_document(out::File& file, const Item& item) { file.carried = item.first; }

void add_node(out::File& file, const Item& item) {
  file.nodes.push_back({.name = "", .local = {}, .carried = item.first});
}

void add_mesh(out::File& file, const Item& item) {
  if (file.accessors.empty()) {
    const float origin[3] = {};
    out::Accessor accessor;
    accessor.type = "VEC3";
    accessor.count = 1;
    out::add_accessor(file, origin, sizeof origin, std::move(accessor));
  }
  out::Primitive primitive;
  primitive.attributes = {{"POSITION", 0}};
  file.meshes.push_back({.name = "", .primitives = {primitive}, .carried = item.first});
}

std::shared_ptr<const Texture> any_texture(const std::string& sampler) {
  Texture texture;
  texture.mime = "image/png";
  texture.file = {0};
  texture.sampler = sampler;
  return std::make_shared<const Texture>(std::move(texture));
}

void write_material(out::File& file, const Material& material) {
  constexpr int kManySets = 255;
  MaterialWriter(file).write(material, kManySets);
}

void add_material(out::File& file, const Item& item) {
  Material material;
  material.carried = item.first;
  material.textures.assign(item.second, any_texture({}));
  write_material(file, material);
}

void add_sampler(out::File& file, const Item& item) {
  Material material;
  material.base_color_texture = any_texture(item.first);
  write_material(file, material);
}

bool opens(std::span<const Item* const> items, Add add) {
  out::File file;
  try {
    for (const Item* item : items) add(file, *item);
    check_gltf_json(bytes_of(file, false));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

/// Finds the texts that do not open, by repeated halving. After kMostBad of them, all others count
/// as bad.
void find_bad(std::span<const Item* const> items, Add add, std::vector<const Item*>& bad) {
  constexpr std::size_t kMostBad = 200;
  if (items.empty() || (bad.size() < kMostBad && opens(items, add))) return;
  if (items.size() == 1 || bad.size() >= kMostBad) {
    bad.insert(bad.end(), items.begin(), items.end());
    return;
  }
  find_bad(items.first(items.size() / 2), add, bad);
  find_bad(items.subspan(items.size() / 2), add, bad);
}

void drop(Items& items, Add add, const char* whose, std::vector<std::string>& warnings) {
  std::vector<const Item*> all, bad;
  for (const auto& entry : items) all.push_back(&entry.first);
  find_bad(all, add, bad);
  for (const Item* item : bad) {
    for (std::string* holder : items.at(*item)) holder->clear();
  }
  if (!bad.empty())
    warnings.push_back(fmt::format(
        "not kept: other programs' data in {}, which breaks glTF's rules ({})", whose, bad.size()));
}

void collect(std::string& text, Items& items, std::size_t textures = 0) {
  if (!text.empty()) items[{text, textures}].push_back(&text);
}

}  // namespace

void drop_unreadable_carried(Scene& scene, std::vector<std::string>& warnings) {
  Items document, nodes, meshes, materials, samplers;
  const auto own = []<typename T>(const std::shared_ptr<const T>& part) {
    return const_cast<T*>(part.get());
  };
  collect(scene.carried, document);
  for (Node& node : scene.nodes) {
    collect(node.carried, nodes);
    if (node.skeleton) {
      for (Joint& joint : own(node.skeleton)->joints) collect(joint.carried, nodes);
    }
    if (!node.mesh) continue;
    Mesh& mesh = *own(node.mesh);
    collect(mesh.carried, meshes);
    for (Material& material : mesh.materials) {
      collect(material.carried, materials, material.textures.size());
      if (material.base_color_texture) collect(own(material.base_color_texture)->sampler, samplers);
      for (const auto& texture : material.textures) {
        if (texture) collect(own(texture)->sampler, samplers);
      }
    }
  }
  drop(document, add_document, "the document", warnings);
  drop(nodes, add_node, "nodes", warnings);
  drop(meshes, add_mesh, "meshes", warnings);
  drop(materials, add_material, "materials", warnings);
  drop(samplers, add_sampler, "textures", warnings);
}

}  // namespace marrow::io
