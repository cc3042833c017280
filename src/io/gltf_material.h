// Materials of a glTF file: what of them is drawn, their pictures decoded once.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/mesh.h"

namespace tinygltf {
class Model;
struct Material;
}  // namespace tinygltf

namespace marrow::io {

class MaterialReader {
 public:
  /// Keeps a reference to the model, whose shape was checked.
  explicit MaterialReader(const tinygltf::Model& model);

  /// A material by its index: read when first asked for, the same texture for all that show the same image. A picture that cannot be read
  /// is left out.
  const Material& read(int material);

  /// What was left out or changed, of the materials that were asked for; which materials and images nobody asked for.
  void say(std::vector<std::string>& warnings) const;

 private:
  using Picture = std::shared_ptr<const Texture>;

  Material made(const tinygltf::Material& source);
  void use_specular_glossiness(const tinygltf::Material& source, Material& material, int& texture) const;
  Picture texture(int index);
  Picture decoded(int image, bool repeats);
  std::vector<std::uint8_t> encoded(int image) const;
  std::string name_of(int image) const;
  bool repeats(int texture);
  void count_losses(const tinygltf::Material& source);

  const tinygltf::Model& model_;
  std::map<int, Material> materials_;
  std::map<std::pair<int, bool>, Picture> pictures_;  ///< by image and whether it repeats; null: it cannot be read
  std::uint64_t budget_;                              ///< bytes that may still be decoded
  std::map<int, std::string> broken_;                 ///< images that cannot be decoded, and why; empty: there are no bytes
  std::map<std::string_view, std::size_t> lost_;      ///< what materials have that is not kept, in words
  std::size_t clamped_factors_ = 0, other_uv_sets_ = 0, odd_wraps_ = 0, other_kinds_ = 0;
};

}  // namespace marrow::io
