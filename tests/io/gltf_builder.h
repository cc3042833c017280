// Small glTF files made by hand; tests break one member at a time.
#pragma once

#include <map>
#include <set>

#include "io/support.h"
#include "scene/motion_sampling.h"
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

/// skinned_gltf(), and a folder for it.
struct SkinnedFile {
  Scratch folder{"gltf"};
  Gltf gltf = skinned_gltf();
};

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

/// Checks that each list of points that the specification gives equals an imported one.
inline void check_as_specified(const SpecGltf& gltf, const Scene& scene, double tolerance) {
  const auto found = imported_positions(scene);
  double most = 1e-3;  // for meshes that are scaled to nothing
  for (const auto& points : gltf.world_positions()) most = std::max(most, size_of(points));
  for (const auto& points : gltf.world_positions()) {
    double best = 1e30;
    for (const auto& candidate : found) best = std::min(best, farthest(points, candidate));
    const double size = size_of(points);
    CHECK(best <= tolerance * (size > 1e-9 ? std::max(1e-3, size) : most));
  }
}

/// Checks that specification and scene agree about vertices at some times of an animation.
inline void check_animation(SpecGltf gltf, const Scene& scene, std::size_t animation, int samples,
                            double tolerance) {
  const Motion& motion = *scene.motions[animation];
  for (int i = 0; i <= samples; ++i) {
    const double seconds = double(duration_of(motion)) * 1.01 * i / samples;
    CAPTURE(seconds);
    gltf.pose(animation, seconds);
    check_as_specified(gltf, keyed_at_time(scene, motion, float(seconds)), tolerance);
  }
}

/// A node or joint of a scene, and the nodes of a file that it may be. They are found by name, but
/// names in files repeat, and then get suffixes.
struct Placed {
  std::string name;
  std::size_t node = 0;
  int joint = -1;                            ///< -1: the node itself
  std::map<std::size_t, double> candidates;  ///< by node of the file: the largest distance so far
};

/// True if a scene may call `base` so: the name itself, or with a suffix such as .001.
inline bool may_be_called(const std::string& name, const std::string& base) {
  if (name.substr(0, base.size()) != base || base.empty()) return false;
  const std::string rest = name.substr(base.size());
  return rest.empty() ||
         (rest[0] == '.' && rest.find_first_not_of("0123456789", 1) == std::string::npos);
}

/// World matrices of all joints (S L Ul ...) and nodes, in the order of placed_parts().
inline std::vector<glm::dmat4> placed_matrices(const Scene& scene,
                                               const std::vector<Placed>& parts) {
  std::map<std::size_t, std::vector<glm::dmat4>> joints;
  std::vector<glm::dmat4> nodes, result;
  for (const Node& node : scene.nodes) {
    nodes.push_back(exact_world_from_node(scene, int(nodes.size())));
    if (node.skeleton) joints[nodes.size() - 1] = posed_joints(*node.skeleton, false);
  }
  for (const Placed& part : parts)
    result.push_back(part.joint < 0
                         ? nodes[part.node]
                         : nodes[part.node] * joints[part.node][std::size_t(part.joint)]);
  return result;
}

/// A node's name in the file: its own, else its mesh's, else the name that a scene gives it.
inline std::string name_in_file(const SpecGltf::Json& json, std::size_t n, bool is_joint) {
  const auto& node = json["nodes"][n];
  std::string name = node.value("name", "");
  if (name.empty() && node.contains("mesh") && !is_joint)
    name = json["meshes"][node["mesh"].get<std::size_t>()].value("name", "mesh");
  return !name.empty() ? name : is_joint ? "joint" : "node";
}

/// The parts of a scene that have a name in a file. Left out: skinned meshes, whose place the
/// standard ignores, and skeletons' nodes, which a file need not have.
inline std::vector<Placed> placed_parts(const SpecGltf& gltf, const Scene& scene) {
  std::vector<Placed> parts;
  const auto add = [&](Placed part, const std::set<std::size_t>& among) {
    for (const std::size_t n : among) {
      if (may_be_called(part.name, name_in_file(gltf.json, n, part.joint >= 0)))
        part.candidates[n] = 0.0;
    }
    if (!part.candidates.empty()) parts.push_back(std::move(part));
  };
  std::set<std::size_t> joints, nodes(gltf.order().begin(), gltf.order().end());
  for (const auto& skin : gltf.json.value("skins", SpecGltf::Json::array()))
    for (const auto& joint : skin["joints"]) joints.insert(joint.get<std::size_t>());
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.bound_to == kNoId && !node.skeleton) add({node.name, n, -1, {}}, nodes);
    for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j)
      add({node.skeleton->joints[j].name, n, int(j), {}}, joints);
  }
  return parts;
}

/// The diagonal of all points of a file, as placed.
inline double size_of_file(const SpecGltf& gltf) {
  std::vector<glm::dvec3> points;
  for (const std::vector<glm::dvec3>& mesh : gltf.world_positions())
    points.insert(points.end(), mesh.begin(), mesh.end());
  for (const std::size_t node : gltf.order()) points.emplace_back(gltf.world(node)[3]);
  return std::max(size_of(points), 1e-3);
}

/// The distance of two transforms: of the origins over `size`, of the axes over their lengths.
inline double apart(const glm::dmat4& expected, const glm::dmat4& found, double size) {
  double most = glm::distance(glm::dvec3(expected[3]), glm::dvec3(found[3])) / size;
  double length = 0.0;
  for (int axis = 0; axis < 3; ++axis) length = std::max(length, glm::length(expected[axis]));
  if (length < 1e-9) length = 1.0;  // scaled to nothing
  for (int axis = 0; axis < 3; ++axis)
    most = std::max(most, glm::distance(expected[axis], found[axis]) / length);
  return most;
}

/// The joint or node that is farthest from its place by the specification, at `times` random
/// moments.
struct Farthest {
  double apart = 0.0;
  std::string name;
  std::size_t parts = 0;  ///< joints and nodes that were compared
};
inline Farthest farthest_in_motion(SpecGltf gltf, const Scene& scene, std::size_t animation,
                                   int times, unsigned seed, double size) {
  Random random(seed);
  std::vector<Placed> parts = placed_parts(gltf, scene);
  const Motion& motion = *scene.motions[animation];
  for (int i = 0; i < times; ++i) {
    const auto seconds = random.number(0.0f, 1.02f * float(gltf.duration(animation)));
    gltf.pose(animation, double(seconds));
    const Scene played = keyed_at_time(scene, motion, seconds);
    const std::vector<glm::dmat4> found = placed_matrices(played, parts);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (auto& [node, most] : parts[p].candidates)
        most = std::max(most, apart(gltf.world(node), found[p], size));
    }
  }
  Farthest farthest{0.0, {}, parts.size()};
  for (const Placed& part : parts) {
    double best = 1e30;
    for (const auto& [node, most] : part.candidates) best = std::min(best, most);
    if (best > farthest.apart) farthest.apart = best, farthest.name = part.name;
  }
  return farthest;
}

}  // namespace marrow::test
