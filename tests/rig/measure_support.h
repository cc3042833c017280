// Rigs whose meters can be worked out by hand, shared by the tests of measure.h.
#pragma once

#include <cmath>
#include <limits>

#include "rig/measure/measure.h"
#include "rig/support.h"
#include "support/random_rig.h"

namespace marrow::test {

inline constexpr Id kRig = 1, kSkin = 2, kLower = 100, kUpper = 101;

/// Two bones of length 1 on top of each other along y; the upper one is the lower one's child.
inline Skeleton two_bones(float radius = 0.75f, Falloff falloff = Falloff::inverse) {
  Skeleton skeleton = bone_pair(kLower, kUpper, radius);
  skeleton.falloff = falloff;
  return skeleton;
}

/// The capped cylinder of radius 0.5 around them.
inline Scene two_bone_cylinder(int rings, int around, float radius = 0.75f,
                               Falloff falloff = Falloff::inverse) {
  return bound_scene(two_bones(radius, falloff),
                     std::make_shared<const Mesh>(capped_cylinder(rings, around)));
}

inline void pose_joint(Scene& scene, std::size_t joint, const glm::mat4& user_local) {
  edit_skeleton(scene, 0).joints[joint].user_local = user_local;
}

/// A scene with its deformer and measures.
struct Measured {
  Scene scene;
  Deformer deformer;
  Measures measures;
  Measured(Scene of, const Tasks& tasks) : scene(std::move(of)), deformer(tasks) { update(); }
  void update() {
    deformer.update(scene);
    measures.update(scene, deformer);
  }
  const DeformedMesh& mesh() const { return *deformer.mesh(kSkin); }
  Meters model() { return measures.model(kRig); }
};

/// Distance of every position (skeleton space) to a bone.
inline std::vector<float> distances_to(const Bone& bone, const std::vector<glm::vec3>& positions) {
  std::vector<float> distances;
  for (const glm::vec3& position : positions)
    distances.push_back(float(distance_to(bone, position)));
  return distances;
}

/// The mesh split at every seam: each corner has its own vertex. `place[v]` is the old vertex of a
/// new one.
inline Mesh split_at_seams(const Mesh& mesh, std::vector<std::uint32_t>& place) {
  Mesh split;
  split.face_begin = mesh.face_begin;
  place = mesh.corner_vertex;
  for (const std::uint32_t v : place) {
    split.corner_vertex.push_back(std::uint32_t(split.positions.size()));
    split.positions.push_back(mesh.positions[v]);
  }
  return split;
}

/// Each edge once, its first end before the other, in the order of (a, b).
inline std::vector<EdgePlace> edges_of(const Connectivity& graph) {
  std::vector<EdgePlace> edges;
  for (std::uint32_t a = 0; a + 1 < graph.neighbor_begin.size(); ++a) {
    for (std::uint32_t k = graph.neighbor_begin[a]; k < graph.neighbor_begin[a + 1]; ++k) {
      if (a < graph.neighbors[k]) edges.push_back({.mesh = kNoId, .a = a, .b = graph.neighbors[k]});
    }
  }
  return edges;
}

/// Equal, or both unknown.
inline bool is_same(double a, double b, double tolerance = 0.0) {
  return std::isnan(a) || std::isnan(b) ? std::isnan(a) && std::isnan(b)
                                        : std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

}  // namespace marrow::test
