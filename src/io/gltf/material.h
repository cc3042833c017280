// Reads materials of a glTF file: what Marrow draws, and what it only keeps for saving.
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
  /// Keeps references to all three. Precondition: io/gltf/check/shape.cpp accepted the model.
  MaterialReader(const tinygltf::Model& model, CarriedReader& carried, MemoryBudget& budget);

  /// Returns a material by its index, and reads it at its first use. Uses of an image with the same
  /// wrapping share a texture. A picture that cannot be decoded is kept for saving but not drawn;
  /// one without bytes is left out.
  const Material& read(int material);

  /// Adds warnings about faults of the used materials, and about unused materials and images.
  void report(std::vector<std::string>& warnings) const;

 private:
  using Picture = std::shared_ptr<const Texture>;

  using Kind = std::tuple<int, std::string, bool>;  ///< image, sampler, whether it repeats

  Material made(int index);
  void use_specular_glossiness(const tinygltf::Material& source, Material& material,
                               int& texture) const;
  Kind kind_of(int texture);
  bool is_drawable(int image) const;
  Picture drawn(int texture);
  Picture carried(int texture);
  Picture decoded(const Kind& kind);
  Texture encoded(const Kind& kind) const;
  bool try_take_copy(const Texture& texture);
  std::vector<std::uint8_t> bytes_of(int image) const;
  std::string name_of(int image) const;
  int image_of(int texture);

  const tinygltf::Model& model_;
  CarriedReader& carried_;
  std::map<int, Material> materials_;
  std::map<Kind, Picture> drawn_;         ///< null: it cannot be decoded
  std::map<Kind, Picture> carried_only_;  ///< null: there are no bytes
  std::uint64_t decoder_left_;            ///< budget of decode_picture()
  std::uint64_t copies_left_;             ///< budget for copies of picture files, bytes
  MemoryBudget& budget_;
  /// images that cannot be decoded, with the reason; empty reason: there are no bytes
  std::map<int, std::string> broken_;
  std::size_t clamped_factors_ = 0, other_kinds_ = 0;
  std::set<int> odd_wraps_, alternatives_;  ///< textures with other wrapping; with a second picture
};

}  // namespace marrow::io
