// Further attributes and morph targets of a mesh on their way into a glTF file.
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
  int uv_sets = 0;           ///< sets of texture coordinates without a gap, the mesh's own included
  std::size_t left_out = 0;  ///< attributes that the standard has no place for
};

/// One element per shading vertex; `source`: shading vertex -> source vertex. Notes in `shared` the
/// arrays that are in the buffer unchanged. Tangents are made unit length, colours clamped to [0,
/// 1], as the standard demands.
CarriedVertices write_carried_vertices(out::File& file, const Mesh& mesh,
                                       const std::vector<std::uint32_t>& source, bool has_uvs,
                                       SharedParts& shared);

}  // namespace marrow::io
