// One glTF mesh, its primitives put together, as a Mesh.
#pragma once

#include <memory>

#include "io/gltf/access.h"
#include "io/gltf/material.h"
#include "scene/mesh.h"

namespace marrow::io {

/// Counts of what was repaired or left out while meshes were read, over the whole file; reported
/// once.
struct MeshNotes {
  std::size_t bad_positions = 0, bad_normals = 0, bad_uvs = 0, bad_weights = 0,
              unnormalised_rows = 0, repeated_joints = 0;
  std::size_t unweighted_vertices = 0, lines_and_points = 0, leftover_corners = 0, bad_carried = 0,
              unread_attributes = 0;
  std::size_t primitives_without_positions = 0;
  void say(std::vector<std::string>& warnings) const;
};

/// `joints`: the id of each joint of the skin, in the skin's order, and `order` the order in which
/// a row lists them; empty: weights are not read. Primitives that use the same attributes share
/// vertices; others stand one after the other. Strips and fans become triangles. Texture
/// coordinates are turned to an origin at the lower left. The materials of the primitives stand in
/// the order of their first face; a primitive without one is clay. Further attributes and morph
/// targets are carried; `target_names`: of the latter. Throws Error with a JSON pointer.
std::shared_ptr<Mesh> read_mesh(AccessorReader& reader, const tinygltf::Model& model, int mesh,
                                const std::vector<Id>& joints,
                                const std::vector<std::string>& target_names,
                                MaterialReader& materials, MeshNotes& notes);

}  // namespace marrow::io
