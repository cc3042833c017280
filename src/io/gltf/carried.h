// Data of a foreign glTF that the editor only carries, as JSON text (scene/mesh.h). Keeps only
// members that the standard knows, with the right type and range, so that writing needs no check.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace marrow::io {

/// True for the name of a material's member that uses a texture: baseColorTexture, texture.
bool is_texture_member(const std::string& name);

class CarriedReader {
 public:
  /// `document`: the file's JSON of checked shape; accessors, views and buffers may be missing.
  explicit CarriedReader(const std::string& document);
  ~CarriedReader();
  CarriedReader(const CarriedReader&) = delete;
  CarriedReader& operator=(const CarriedReader&) = delete;

  /// Of the document: asset, extras, extensions, the default scene's members, required extensions.
  std::string of_document();
  /// A node's, with camera and light whole instead of their indices: a node can go to another file.
  std::string of_node(int node);
  std::string of_mesh(int mesh);
  /// A mesh's extras.targetNames.
  std::vector<std::string> target_names(int mesh) const;

  /// A material's without its name and base colour factor. `place_of`: from a texture's index in
  /// the file to that in the material, -1 for none. `base_is_drawn`: of the base colour's texture
  /// only what belongs to the picture is carried.
  std::string of_material(int material, bool base_is_drawn,
                          const std::function<int(int)>& place_of);

  /// The image that an extension names in place of the texture's own; -1: none.
  int image_in_extension(int texture) const;
  /// Empty for one with nothing but wrapping modes.
  std::string of_sampler(int sampler) const;

  /// Reports what was left out.
  void say(std::vector<std::string>& warnings) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow::io
