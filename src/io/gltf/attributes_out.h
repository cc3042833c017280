// Writes further attributes and morph targets of a mesh to a glTF file.
#pragma once

#include <cstdint>
#include <vector>

#include "io/editor_data.h"
#include "io/gltf/out.h"
#include "scene/mesh.h"

namespace marrow::io {

struct CarriedVertices {
  out::Attributes attributes;
  std::vector<out::Attributes> targets;
  int uv_sets = 0;           ///< consecutive sets of texture coordinates, including the mesh's own
  std::size_t left_out = 0;  ///< attributes that glTF cannot hold
};

/// Writes one element per shading vertex; `source`: shading vertex -> source vertex. Records in
/// `shared` the arrays that are in the buffer unchanged. As the standard demands, tangents are
/// normalized and colors clamped to [0, 1].
CarriedVertices write_carried_vertices(out::File& file, const Mesh& mesh,
                                       const std::vector<std::uint32_t>& source, bool has_uvs,
                                       SharedParts& shared);

}  // namespace marrow::io
