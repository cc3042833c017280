// Materials on their way into a glTF file: each once, each picture with the bytes it came with.
#pragma once

#include <map>
#include <tuple>

#include "io/gltf_out.h"
#include "scene/mesh.h"

namespace marrow::io {

class MaterialWriter {
 public:
  explicit MaterialWriter(out::File& file) : file_(file) {}

  /// The index of the material in the file. A texture needs texture coordinates: on a mesh without them it is left out.
  int write(const Material& material, bool has_uvs);

  /// Where in the buffer the bytes of a texture's file stand, of those that were written.
  const std::map<const Texture*, std::uint64_t>& offsets() const { return offsets_; }

 private:
  int texture(const Texture& texture);
  int image(const Texture& texture);

  using Look = std::tuple<std::string, float, float, float, float, int>;  ///< name, colour, texture

  out::File& file_;
  std::map<Look, int> materials_;
  std::map<const Texture*, int> textures_;
  std::vector<const Texture*> images_;  ///< one an image of the file
  std::map<const Texture*, std::uint64_t> offsets_;
};

}  // namespace marrow::io
