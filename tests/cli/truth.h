// Evaluates design/math.md in double, without code of rig/. It holds code of the tasks, so the
// handout has neither this file nor the tests that include it.
#pragma once

#include "cli/support.h"

namespace marrow::test {

inline glm::dmat4 world_of(const Scene& scene, int node) {
  glm::dmat4 world(1.0);
  for (; node >= 0; node = scene.nodes[std::size_t(node)].parent) {
    world = glm::dmat4(scene.nodes[std::size_t(node)].local) * world;
  }
  return world;
}

/// Parents first: B (rest) or W (posed), in skeleton space.
inline std::vector<glm::dmat4> chain_of(const Skeleton& skeleton, bool posed) {
  std::vector<glm::dmat4> chain;
  for (const Joint& joint : skeleton.joints) {
    glm::dmat4 local(joint.bind_local);
    if (posed) local = local * glm::dmat4(joint.user_local);
    chain.push_back(joint.parent < 0 ? local : chain[std::size_t(joint.parent)] * local);
  }
  return chain;
}

inline double segment_distance(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& p) {
  const glm::dvec3 ab = b - a;
  const double length2 = glm::dot(ab, ab);
  const double t =
      length2 > 0.0 ? std::min(1.0, std::max(0.0, glm::dot(p - a, ab) / length2)) : 0.0;
  return glm::length(p - (a + t * ab));
}

/// One bound mesh of a scene, with everything that math.md defines for it.
struct Truth {
  const Node* node = nullptr;
  const Skeleton* skeleton = nullptr;
  glm::dmat4 world_from_skeleton{1.0}, world_from_mesh{1.0};
  std::vector<glm::dmat4> bind, posed;
  std::vector<glm::dvec3> positions;  ///< S^-1 M v
  std::vector<Row> rows;
  /// |d - r| < 1e-5 of the size for some joint: rounding decides whether it holds the vertex.
  std::vector<bool> is_close_call;
  double size = 0.0;  ///< diagonal of the positions' bounds
};

inline double raw_weight(Falloff falloff, double distance, double radius) {
  const double x = (radius - distance) / radius;
  if (falloff == Falloff::linear) return std::max(x, 1e-7);
  if (falloff == Falloff::smooth) return std::max(x * x * (3.0 - 2.0 * x), 1e-7);
  return 1.0 / std::max(distance, 1e-6);
}

inline void add_capsule_row(Truth& truth, const glm::dvec3& position) {
  Row row;
  double sum = 0.0;
  bool close = false;
  for (std::size_t j = 0; j < truth.bind.size(); ++j) {
    const Joint& joint = truth.skeleton->joints[j];
    const glm::dvec3 tip(truth.bind[j] * glm::dvec4(glm::dvec3(joint.extent), 1.0));
    const double radius = double(joint.radius),
                 distance = segment_distance(glm::dvec3(truth.bind[j][3]), tip, position);
    close = close || std::abs(distance - radius) < 1e-5 * truth.size;
    if (distance >= radius) continue;
    row[joint.name] = {distance, raw_weight(truth.skeleton->falloff, distance, radius)};
    sum += row[joint.name].weight;
  }
  for (auto& [name, influence] : row) influence.weight /= sum;
  truth.rows.push_back(std::move(row));
  truth.is_close_call.push_back(close);
}

inline void add_explicit_row(Truth& truth, const ExplicitWeights& weights, std::size_t vertex) {
  Row row;
  for (std::uint32_t i = weights.row_begin[vertex]; i < weights.row_begin[vertex + 1]; ++i) {
    const int joint = joint_index(*truth.skeleton, weights.joint[i]);
    if (joint < 0 || weights.weight[i] == 0.0f) continue;
    row[truth.skeleton->joints[std::size_t(joint)].name].weight += double(weights.weight[i]);
  }
  truth.rows.push_back(std::move(row));
  truth.is_close_call.push_back(false);
}

/// The truth of each mesh, by its index among the scene's mesh nodes, as in the report; rigid
/// meshes have none.
inline std::map<int, Truth> truths_of(const Scene& scene) {
  std::map<int, Truth> truths;
  int index = -1;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    ++index;
    const int bones = node_index(scene, node.bound_to);
    if (bones < 0) continue;
    Truth& truth = truths[index];
    truth.node = &node;
    truth.skeleton = scene.nodes[std::size_t(bones)].skeleton.get();
    truth.world_from_skeleton = world_of(scene, bones);
    truth.world_from_mesh = world_of(scene, int(n));
    truth.bind = chain_of(*truth.skeleton, false);
    truth.posed = chain_of(*truth.skeleton, true);
    const glm::dmat4 skeleton_from_mesh =
        glm::inverse(truth.world_from_skeleton) * truth.world_from_mesh;
    glm::dvec3 low(1e30), high(-1e30);
    for (const glm::vec3& position : node.mesh->positions) {
      truth.positions.emplace_back(skeleton_from_mesh * glm::dvec4(glm::dvec3(position), 1.0));
      low = glm::min(low, truth.positions.back());
      high = glm::max(high, truth.positions.back());
    }
    truth.size = glm::length(high - low);
    for (std::size_t v = 0; v < truth.positions.size(); ++v) {
      if (node.explicit_weights && node.mesh->weights) {
        add_explicit_row(truth, *node.mesh->weights, v);
      } else {
        add_capsule_row(truth, truth.positions[v]);
      }
    }
  }
  return truths;
}

}  // namespace marrow::test
