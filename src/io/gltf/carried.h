// Data of a foreign glTF that the editor only carries, as JSON text (scene/mesh.h). Keeps only
// members that the standard defines; except for those of lights, their types and ranges are valid.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

/// True for the name of a material's member that uses a texture, such as baseColorTexture.
bool is_texture_member(const std::string& name);

/// Sets uv_set and texel_from_uv of a material from its carried text. Invalid members count as
/// missing.
void read_texture_use(Material& material);

class CarriedReader {
 public:
  /// `document`: the file's JSON after check_gltf_shape(); accessors, views and buffers may be
  /// missing.
  explicit CarriedReader(const std::string& document);
  ~CarriedReader();
  CarriedReader(const CarriedReader&) = delete;
  CarriedReader& operator=(const CarriedReader&) = delete;

  /// Data of the document: asset, extras, extensions, the default scene's members, required
  /// extensions.
  std::string of_document();
  /// Data of a node. Camera and light are included as objects instead of indices, because a node
  /// may be moved to another file.
  std::string of_node(int node);
  bool has_node_data(int node);  ///< of_node() is not empty; much faster
  bool hides(int node) const;    ///< true if KHR_node_visibility hides the node and all below
  std::string of_mesh(int mesh);
  /// extras.targetNames of a mesh.
  std::vector<std::string> target_names(int mesh) const;

  /// Data of a material without its name and base color factor. `place_of` maps a texture's index
  /// in the file to its index in the material, -1: none. If `base_is_drawn`, the use of the base
  /// color's texture is carried without its index.
  std::string of_material(int material, bool base_is_drawn,
                          const std::function<int(int)>& place_of);

  /// The index of the image that an extension gives instead of the texture's own; -1: none.
  int image_in_extension(int texture) const;
  /// Data of a sampler; empty if it only repeats or only clamps.
  std::string of_sampler(int sampler) const;

  /// Adds a warning for each kind of data that was left out.
  void report(std::vector<std::string>& warnings) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A node's carried text with KHR_node_visibility set to `visible`.
std::string carried_visibility(const std::string& carried, bool visible);

/// Removes carried texts with which a saved file would not open again, with a warning. Needed for
/// scenes from Marrow's own files, whose texts may have been edited; for foreign files
/// CarriedReader makes valid texts. The scene must not share its meshes, materials and textures.
void drop_unreadable_carried(Scene& scene, std::vector<std::string>& warnings);

}  // namespace marrow::io
