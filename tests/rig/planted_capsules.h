// Capsules planted on a rig: what weights they make, straight from the definition.
#pragma once

#include <algorithm>
#include <memory>

#include "rig/bones.h"
#include "rig/measure_support.h"

namespace marrow::test {

/// d and t of a point and a bone.
struct Foot {
  double distance = 0.0, place = 0.0;
};

inline Foot foot_on(const Bone& bone, const glm::vec3& point) {
  const glm::dvec3 along = glm::dvec3(bone.end) - glm::dvec3(bone.start),
                   to = glm::dvec3(point) - glm::dvec3(bone.start);
  const double squared = glm::dot(along, along);
  const double t = squared > 0.0 ? glm::clamp(glm::dot(to, along) / squared, 0.0, 1.0) : 0.0;
  return {glm::length(to - t * along), t};
}

inline double falloff_by_hand(Falloff falloff, double d, double r) {
  const double x = (r - d) / r;
  if (falloff == Falloff::inverse) return 1.0 / std::max(d, 1e-6);
  return std::max(falloff == Falloff::linear ? x : x * x * (3.0 - 2.0 * x), 1e-7);
}

/// What capsules make, straight from their definition.
inline ExplicitWeights weights_by_hand(const Skeleton& skeleton, const std::vector<Bone>& bones,
                                       const std::vector<glm::vec3>& positions) {
  ExplicitWeights weights;
  weights.row_begin.push_back(0);
  for (const glm::vec3& position : positions) {
    double sum = 0.0;
    std::vector<double> row;
    for (std::size_t j = 0; j < bones.size(); ++j) {
      const Foot foot = foot_on(bones[j], position);
      const double r = double(skeleton.joints[j].radii().at(foot.place));
      if (!(foot.distance < r)) continue;
      row.push_back(falloff_by_hand(skeleton.falloff, foot.distance, r));
      weights.joint.push_back(skeleton.joints[j].id);
      sum += row.back();
    }
    for (const double one : row) weights.weight.push_back(float(one / sum));
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  return weights;
}

inline std::vector<Bone> bones_by_hand(const Skeleton& skeleton) {
  std::vector<Bone> bones;
  for (int j = 0; j < int(skeleton.joints.size()); ++j) {
    const glm::dmat4 rest = rest_place(skeleton, j);
    bones.push_back({glm::vec3(rest[3]),
                     glm::vec3(rest * glm::dvec4(skeleton.joints[std::size_t(j)].extent, 1.0))});
  }
  return bones;
}

/// Vertices with weights of their own, a triangle over each three.
inline Scene weighted_cloud(Skeleton skeleton, const std::vector<glm::vec3>& positions,
                            ExplicitWeights weights) {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = positions;
  for (std::uint32_t v = 0; v + 2 < positions.size(); v += 3) {
    for (std::uint32_t corner = 0; corner < 3; ++corner) mesh->corner_vertex.push_back(v + corner);
    mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
  }
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

}  // namespace marrow::test
