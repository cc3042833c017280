// Writes materials to a glTF file: each material once, each picture with its original bytes.
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

  /// Writes a material unless it is there already; returns its index in the file. `uv_sets`: the
  /// mesh's sets of texture coordinates. A texture is left out if it needs a further set, or if its
  /// picture is of a type that glTF readers do not know.
  int write(const Material& material, int uv_sets);

  /// Pictures that were left out because of their type.
  std::size_t unknown_pictures() const { return unknown_.size(); }

  /// Offsets in the buffer of the picture files that were written.
  const std::map<const Texture*, std::uint64_t>& offsets() const { return offsets_; }

 private:
  std::string carried(const Material& material, int uv_sets, bool has_base);
  int texture(const Texture& texture);
  int image(const Texture& texture);

  using Key = std::tuple<std::string, float, float, float, float, int,
                         std::string>;  ///< name, color, texture, what it carries

  out::File& file_;
  std::map<Key, int> materials_;
  std::map<const Texture*, int> textures_;
  std::vector<const Texture*> images_;  ///< one per image of the file
  std::map<const Texture*, std::uint64_t> offsets_;
  std::set<const Texture*> unknown_;
};

}  // namespace marrow::io
