// Materials on their way into a glTF file: each once, each picture with the bytes it came with.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "io/gltf/out.h"
#include "scene/mesh.h"

namespace marrow::io {

class MaterialWriter {
 public:
  explicit MaterialWriter(out::File& file) : file_(file) {}

  /// The index of the material in the file. A texture needs texture coordinates: where the mesh has
  /// fewer than `uv_sets` it is left out, as is a picture of a kind that no reader of glTF knows.
  int write(const Material& material, int uv_sets);

  /// Pictures that were left out for what they are.
  std::size_t unknown_pictures() const { return unknown_.size(); }

  /// Where in the buffer the bytes of a texture's file stand, of those that were written.
  const std::map<const Texture*, std::uint64_t>& offsets() const { return offsets_; }

 private:
  std::string carried(const Material& material, int uv_sets, bool has_base);
  int texture(const Texture& texture);
  int image(const Texture& texture);

  using Look = std::tuple<std::string, float, float, float, float, int,
                          std::string>;  ///< name, colour, texture, what it carries

  out::File& file_;
  std::map<Look, int> materials_;
  std::map<const Texture*, int> textures_;
  std::vector<const Texture*> images_;  ///< one per image of the file
  std::map<const Texture*, std::uint64_t> offsets_;
  std::set<const Texture*> unknown_;
};

}  // namespace marrow::io
