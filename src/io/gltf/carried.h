// Data of a foreign glTF that the editor neither draws nor edits, as JSON text to be carried (see
// scene/mesh.h). Only members that the standard knows, with the right type and range, are kept, so
// that they can be written again without a check.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace marrow::io {

class CarriedReader {
 public:
  /// `document`: the file's JSON, its shape checked; accessors, views and buffers may be missing.
  explicit CarriedReader(const std::string& document);
  ~CarriedReader();
  CarriedReader(const CarriedReader&) = delete;
  CarriedReader& operator=(const CarriedReader&) = delete;

  /// Of the document: asset, extras, extensions, what the default scene says of itself, extensions
  /// that a reader must know.
  std::string of_document();
  /// Camera and light of a node stand there whole, in place of their indices: a node can go to
  /// another file.
  std::string of_node(int node);
  std::string of_mesh(int mesh);
  /// A mesh's extras.targetNames.
  std::vector<std::string> target_names(int mesh) const;

  /// Of a material all but its name and base colour factor. `place_of`: from a texture's index in
  /// the file to where the material keeps it, -1 where it cannot. `base_is_drawn`: of the base
  /// colour's texture only what goes with the picture is carried.
  std::string of_material(int material, bool base_is_drawn,
                          const std::function<int(int)>& place_of);

  /// The image that an extension names in place of the texture's own; -1: none.
  int image_in_extension(int texture) const;
  /// Empty for one that says nothing but whether to repeat.
  std::string of_sampler(int sampler) const;

  /// Reports what was left out.
  void say(std::vector<std::string>& warnings) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marrow::io
