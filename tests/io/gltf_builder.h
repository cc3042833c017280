// Small glTF files made by hand, to be broken one member at a time.
#pragma once

#include "io/support.h"
#include "support/gltf_bytes.h"

namespace marrow::test {

struct Gltf : GltfBytes {
  io::Loaded load(const Scratch& folder) const { return io::load(put(folder / "x.glb", glb())); }
  std::string refused(const Scratch& folder) const {
    return refusal([&] { load(folder); });
  }
};

/// A strip of 4 vertices on two joints, the second posed; node 0 above joints 1 and 2, node 3 the
/// skinned mesh.
inline Gltf skinned_gltf() {
  Gltf gltf;
  const int positions = gltf.add_floats({0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0}, "VEC3");
  const int indices = gltf.add(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3}, 5123, "SCALAR");
  const int joints = gltf.add(
      std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, 5121, "VEC4");
  const int weights =
      gltf.add_floats({1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0, 1, 0, 0, 0}, "VEC4");
  const int inverse = gltf.add_floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},
                                      "MAT4");
  gltf.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}},
          {"indices", indices}}}}}};
  gltf.json["skins"] = {{{"joints", {1, 2}}, {"inverseBindMatrices", inverse}}};
  gltf.json["nodes"] = {
      {{"name", "armature"}, {"translation", {5, 0, 0}}, {"children", {1}}},
      {{"name", "hip"}, {"children", {2}}},
      {{"name", "head"}, {"translation", {0, 1, 0}}, {"rotation", {0, 0, 0.6, 0.8}}},
      {{"name", "man"}, {"mesh", 0}, {"skin", 0}}};
  gltf.json["scenes"] = {{{"nodes", {0, 3}}}};
  gltf.json["scene"] = 0;
  return gltf;
}

/// World positions of all mesh nodes of an imported scene, in node order.
inline std::vector<std::vector<glm::dvec3>> imported_positions(const Scene& scene) {
  std::vector<std::vector<glm::dvec3>> result;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    const Influences rows = node.explicit_weights ? rows_of(scene, node) : Influences();
    result.push_back(world_positions(scene, n, node.explicit_weights ? &rows : nullptr));
  }
  return result;
}

/// Each list of points of the specification has an imported one at the same places.
inline void check_as_specified(const SpecGltf& gltf, const Scene& scene, double tolerance) {
  const auto found = imported_positions(scene);
  double most = 1e-3;  // for what is scaled to nothing
  for (const auto& points : gltf.world_positions()) most = std::max(most, size_of(points));
  for (const auto& points : gltf.world_positions()) {
    double best = 1e30;
    for (const auto& candidate : found) best = std::min(best, farthest(points, candidate));
    const double size = size_of(points);
    CHECK(best <= tolerance * (size > 1e-9 ? std::max(1e-3, size) : most));
  }
}

}  // namespace marrow::test
