// Writes the parts of a glTF file that are long lists: motions as animations, materials, further
// attributes and morph targets.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "io/editor_data.h"
#include "io/export.h"
#include "io/gltf/out.h"
#include "scene/mesh.h"
#include "scene/scene.h"

namespace marrow::io {

/// The file's nodes for the nodes and joints that may move.
struct MotionPlaces {
  struct Place {
    int node = -1;
    int lower = -1;  ///< the second node if the matrix shears; -1: none
  };
  std::map<Id, Place> places;  ///< by id of the node or joint
  std::map<Id, int> meshes;    ///< by id of a mesh node: the file's node with its mesh
};

/// Writes the keys of each motion, or of its replacement in `derived`, unchanged. A property that a
/// track holds at another value than the file's node gets one key. Returns the number of tracks
/// whose target is not in the file.
std::size_t write_motions(const Scene& scene, const Derived& derived, const MotionPlaces& places,
                          out::File& file, SharedArrays& shared);

class MaterialWriter {
 public:
  explicit MaterialWriter(out::File& file) : file_(file) {}

  /// Writes a material unless it is there already; returns its index in the file. `uv_sets`: how
  /// many sets of texture coordinates the mesh has. A texture is left out if it needs a further
  /// set, or if its picture is of a type that glTF readers do not know.
  int write(const Material& material, int uv_sets);

  /// Pictures that were left out because of their type.
  std::size_t unknown_pictures() const { return unknown_.size(); }

  /// Offsets in the buffer of the picture files that were written.
  const SharedArrays& offsets() const { return offsets_; }

 private:
  std::string carried(const Material& material, int uv_sets, bool has_base);
  int texture(const Texture& texture);
  int image(const Texture& texture);

  /// Name, color, texture, carried text.
  using Key = std::tuple<std::string, float, float, float, float, int, std::string>;

  out::File& file_;
  std::map<Key, int> materials_;
  std::map<const Texture*, int> textures_;
  std::vector<const Texture*> images_;  ///< one per image of the file
  SharedArrays offsets_;
  std::set<const Texture*> unknown_;
};

struct CarriedVertices {
  out::Attributes attributes;
  std::vector<out::Attributes> targets;
  int uv_sets = 0;  ///< number of consecutive sets of texture coordinates, with the mesh's own
  std::size_t left_out = 0;  ///< attributes that glTF cannot hold
};

/// Writes one element per shading vertex; `source`: shading vertex -> source vertex. Records in
/// `shared` the arrays that are in the buffer unchanged. As the standard demands, tangents are
/// normalized and colors clamped to [0, 1].
CarriedVertices write_carried_vertices(out::File& file, const Mesh& mesh,
                                       const std::vector<std::uint32_t>& source, bool has_uvs,
                                       SharedArrays& shared);

}  // namespace marrow::io
