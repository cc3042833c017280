#include "io/gltf/nodes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <tiny_gltf.h>

#include "io/trs.h"
#include "scene/scene.h"

namespace marrow::io {

namespace {

/// Counts nodes with repaired numbers.
struct Repairs {
  std::size_t rotations = 0, last_rows = 0, flat = 0;
};

glm::dmat4 local_of(const tinygltf::Node& node, Repairs& repairs) {
  if (node.matrix.size() == 16) {
    glm::dmat4 matrix;
    for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = node.matrix[std::size_t(i)];
    const glm::dvec4 last(matrix[0].w, matrix[1].w, matrix[2].w, matrix[3].w);
    if (last != glm::dvec4(0.0, 0.0, 0.0, 1.0)) ++repairs.last_rows;
    for (int c = 0; c < 4; ++c) matrix[c].w = c == 3 ? 1.0 : 0.0;
    return matrix;
  }
  Trs trs;
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = std::size_t(axis);
    if (node.translation.size() == 3) trs.translation[axis] = node.translation[i];
    if (node.scale.size() == 3) trs.scale[axis] = node.scale[i];
  }
  if (node.rotation.size() == 4)
    trs.rotation =
        glm::dquat(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
  const double length = glm::length(trs.rotation);
  if (std::abs(length - 1.0) > 1e-3) ++repairs.rotations;
  trs.rotation = length > 1e-9 ? trs.rotation / length : glm::dquat(1.0, 0.0, 0.0, 0.0);
  return matrix_of(trs);
}

/// Files hide nodes by a scale of zero, which has no inverse; 1e-5 hides them as well.
glm::dmat4 without_zero_scale(const glm::dmat4& matrix, Repairs& repairs) {
  if (is_invertible(glm::mat4(matrix))) return matrix;
  ++repairs.flat;
  TrsChain chain = trs_of(matrix);
  const glm::dvec3 size = glm::abs(chain.upper.scale);
  const double least = std::max(1e-5 * std::max({size.x, size.y, size.z}), 1e-5);
  for (int axis = 0; axis < 3; ++axis) {
    if (size[axis] < least) chain.upper.scale[axis] = least;
  }
  return chain.lower ? matrix_of(chain.upper) * matrix_of(*chain.lower) : matrix_of(chain.upper);
}

void read_order(const tinygltf::Model& model, NodeTree& tree) {
  tree.parent.assign(model.nodes.size(), -1);
  tree.rank.resize(model.nodes.size());
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    for (const int child : model.nodes[n].children) tree.parent[std::size_t(child)] = int(n);
  }
  std::vector<int> waiting;
  for (std::size_t n = model.nodes.size(); n-- > 0;) {
    if (tree.parent[n] < 0) waiting.push_back(int(n));
  }
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    tree.rank[std::size_t(node)] = int(tree.order.size());
    tree.order.push_back(node);
    const std::vector<int>& children = model.nodes[std::size_t(node)].children;
    waiting.insert(waiting.end(), children.rbegin(), children.rend());
  }
  tree.subtree_end.resize(model.nodes.size());
  for (const int node : tree.order)
    tree.subtree_end[std::size_t(node)] = tree.rank[std::size_t(node)] + 1;
  for (auto node = tree.order.rbegin(); node != tree.order.rend(); ++node) {
    const int parent = tree.parent[std::size_t(*node)];
    if (parent < 0) continue;
    int& end = tree.subtree_end[std::size_t(parent)];
    end = std::max(end, tree.subtree_end[std::size_t(*node)]);
  }
}

void mark_scene(const tinygltf::Model& model, NodeTree& tree, std::vector<std::string>& warnings) {
  tree.is_in_scene.assign(model.nodes.size(), model.scenes.empty());
  if (model.scenes.empty()) return;
  const tinygltf::Scene& scene = model.scenes[std::size_t(std::max(model.defaultScene, 0))];
  for (const int root : scene.nodes) tree.is_in_scene[std::size_t(root)] = true;
  std::size_t outside = 0;
  for (const int node : tree.order) {
    const int parent = tree.parent[std::size_t(node)];
    if (parent >= 0 && tree.is_in_scene[std::size_t(parent)])
      tree.is_in_scene[std::size_t(node)] = true;
    if (!tree.is_in_scene[std::size_t(node)]) ++outside;
  }
  if (outside > 0)
    warnings.push_back(
        fmt::format("not kept: {} nodes that are not in the default scene", outside));
}

}  // namespace

NodeTree read_nodes(const tinygltf::Model& model, std::vector<std::string>& warnings) {
  NodeTree tree;
  read_order(model, tree);
  mark_scene(model, tree, warnings);
  tree.local.resize(model.nodes.size());
  tree.world.resize(model.nodes.size());
  Repairs repairs;
  for (const int node : tree.order) {
    const auto n = std::size_t(node);
    tree.local[n] = without_zero_scale(local_of(model.nodes[n], repairs), repairs);
    tree.world[n] = tree.parent[n] < 0 ? tree.local[n]
                                       : tree.world[std::size_t(tree.parent[n])] * tree.local[n];
  }
  if (repairs.rotations > 0)
    warnings.push_back(
        fmt::format("{} rotations were not of unit length and were scaled", repairs.rotations));
  if (repairs.last_rows > 0)
    warnings.push_back(
        fmt::format("{} node matrices had a last row other than 0 0 0 1", repairs.last_rows));
  if (repairs.flat > 0)
    warnings.push_back(
        fmt::format("{} nodes were scaled to nothing; their scale became 1e-5", repairs.flat));
  return tree;
}

}  // namespace marrow::io
