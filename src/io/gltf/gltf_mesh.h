// One glTF mesh, with its primitives joined, as a Mesh.
#pragma once

#include <memory>

#include "io/gltf/access.h"
#include "io/gltf/material.h"
#include "scene/mesh.h"

namespace marrow::io {

/// Counts of repairs and omissions in all of the file's meshes; reported once.
struct MeshNotes {
  std::size_t bad_positions = 0, bad_normals = 0, bad_uvs = 0, bad_weights = 0,
              unnormalized_rows = 0, repeated_joints = 0;
  std::size_t unweighted_vertices = 0, lines_and_points = 0, leftover_corners = 0, bad_carried = 0,
              unread_attributes = 0;
  std::size_t primitives_without_positions = 0;
  void report(std::vector<std::string>& warnings) const;
};

struct WeightEntry {
  Id joint = kNoId;
  double weight = 0.0;
};

/// Appends a vertex's row, sorted by joint ids (which are in the skeleton's order), with repeated
/// joints merged, and scaled to sum 1. Changes `row`. Precondition: no weight is negative.
void add_weights_row(std::vector<WeightEntry>& row, ExplicitWeights& weights, MeshNotes& notes);

/// `joints`: the id of each joint of the skin, in the skin's order; empty: weights are not read.
/// Primitives with the same attributes share vertices, others are appended. Strips and fans become
/// triangles. The origin of texture coordinates becomes the lower left. Materials are in the order
/// of their first face; faces without one are clay. Further attributes and morph targets are
/// carried; `target_names`: names of the morph targets. Throws Error with a JSON pointer.
std::shared_ptr<Mesh> read_mesh(AccessorReader& reader, const tinygltf::Model& model, int mesh,
                                const std::vector<Id>& joints,
                                const std::vector<std::string>& target_names,
                                MaterialReader& materials, MeshNotes& notes);

}  // namespace marrow::io
