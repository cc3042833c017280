// Materials of a glTF file: drawn parts, decoded pictures, and the carried rest.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "scene/mesh.h"

namespace tinygltf {
class Model;
struct Material;
}  // namespace tinygltf

namespace marrow::io {

class CarriedReader;
class MemoryBudget;

class MaterialReader {
 public:
  /// Keeps references to the model, whose shape was checked, to the reader and to the file's
  /// budget.
  MaterialReader(const tinygltf::Model& model, CarriedReader& carried, MemoryBudget& budget);

  /// A material by its index, read at its first use; equal uses of an image share a texture. A
  /// picture that cannot be decoded is not drawn but carried; one without a file is left out.
  const Material& read(int material);

  /// Reports faults of the materials that were used, and unused materials and images.
  void say(std::vector<std::string>& warnings) const;

 private:
  using Picture = std::shared_ptr<const Texture>;

  using Kind = std::tuple<int, std::string, bool>;  ///< image, sampler, whether it repeats

  Material made(int index);
  void use_specular_glossiness(const tinygltf::Material& source, Material& material,
                               int& texture) const;
  Kind kind_of(int texture);
  Picture drawn(int texture);
  Picture carried(int texture);
  Picture decoded(const Kind& kind);
  Texture encoded(const Kind& kind) const;
  bool takes_copy(const Texture& texture);
  std::vector<std::uint8_t> bytes_of(int image) const;
  std::string name_of(int image) const;
  int image_of(int texture);

  const tinygltf::Model& model_;
  CarriedReader& carried_;
  std::map<int, Material> materials_;
  std::map<Kind, Picture> drawn_;         ///< null: it cannot be decoded
  std::map<Kind, Picture> carried_only_;  ///< null: there are no bytes
  std::uint64_t decoder_left_;            ///< what decode_picture() may still take
  std::uint64_t copies_left_;             ///< bytes of pictures that are kept once more
  MemoryBudget& budget_;
  std::map<int, std::string>
      broken_;  ///< images that cannot be decoded, and why; empty: there are no bytes
  std::size_t clamped_factors_ = 0, other_uv_sets_ = 0, other_kinds_ = 0;
  std::set<int> odd_wraps_, alternatives_;  ///< textures
};

}  // namespace marrow::io
