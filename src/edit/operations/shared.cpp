#include "edit/operations/shared.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "rig/guarded.h"

namespace marrow {

Applied refused_missing(const char* kind, Id id) {
  return refused("There is no {} with the id {}; it may have been deleted.", kind, id);
}

Applied refused_full() {
  return refused("No further joint: this document has used up all its ids.");
}

template <typename Part>
static FoundNode find_node_with(Part Node::*part, const char* kind, const Scene& scene, Id id) {
  const int node = node_index(scene, id);
  if (node < 0) return {-1, refused_missing(kind, id)};
  if (!(scene.nodes[at(node)].*part))
    return {-1, refused("\"{}\" has no {}.", scene.nodes[at(node)].name, kind)};
  return {node, {}};
}

FoundNode find_skeleton_node(const Scene& scene, Id id) {
  return find_node_with(&Node::skeleton, "skeleton", scene, id);
}

FoundNode find_mesh_node(const Scene& scene, Id id) {
  return find_node_with(&Node::mesh, "mesh", scene, id);
}

std::string follows_no_skeleton(const Node& mesh) {
  return fmt::format("\"{}\" follows no skeleton: bind it to one first.", mesh.name);
}

NamedJoints named_joints(const Scene& scene, const std::vector<Id>& ids) {
  std::unordered_map<Id, std::size_t> places;
  for (std::size_t place = 0; place < ids.size(); ++place) places[ids[place]] = place;
  NamedJoints named;
  for (std::size_t n = 0; n < scene.nodes.size() && !places.empty(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    const std::vector<Joint>& joints = scene.nodes[n].skeleton->joints;
    for (std::size_t j = 0; j < joints.size() && !places.empty(); ++j) {
      const auto found = places.find(joints[j].id);
      if (found == places.end()) continue;
      named.joints.push_back({int(n), int(j), found->second});
      places.erase(found);
    }
  }
  const auto missing =
      std::find_if(ids.begin(), ids.end(), [&](Id id) { return places.count(id) > 0; });
  if (missing != ids.end()) named.missing = *missing;
  return named;
}

std::vector<std::vector<NamedJoint>> by_skeleton(const std::vector<NamedJoint>& joints) {
  std::vector<std::vector<NamedJoint>> parts;
  for (const NamedJoint& joint : joints) {
    if (parts.empty() || parts.back().back().node != joint.node) parts.emplace_back();
    parts.back().push_back(joint);
  }
  return parts;
}

std::vector<glm::mat4> posed_of(const Skeleton& skeleton, const Tasks& tasks) {
  guarded::Problems unheard;  // ignored: the Deformer reports them
  return guarded::posed_matrices(tasks, skeleton, guarded::bind_matrices(tasks, skeleton, unheard),
                                 unheard);
}

glm::mat4 world_from_parent(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                            const glm::mat4& world_from_skeleton, int joint) {
  const int parent = skeleton.joints[at(joint)].parent;
  return parent < 0 ? world_from_skeleton : world_from_skeleton * posed[at(parent)];
}

std::string singular_joint(const Skeleton& skeleton, const std::vector<glm::mat4>& posed,
                           const glm::mat4& world_from_skeleton, int joint) {
  const auto is_sound = [&](int index) {
    const glm::mat4 world_from_joint = world_from_skeleton * posed[at(index)];
    return is_finite(world_from_joint) && is_invertible(world_from_joint);
  };
  if (joint < 0 || is_sound(joint)) return {};
  int culprit = joint;
  for (int above = joint; above >= 0; above = skeleton.joints[at(above)].parent) {
    if (!is_sound(above)) culprit = above;
  }
  return skeleton.joints[at(culprit)].name;
}

bool is_usable(const glm::mat4& matrix) { return is_finite(matrix) && is_affine(matrix); }

glm::mat4 without_rounding(glm::mat4 matrix) {
  constexpr float kRounding = 1e-4f;
  for (int column = 0; column < 4; ++column) {
    const float exact = column == 3 ? 1.0f : 0.0f;
    if (std::abs(matrix[column].w - exact) < kRounding) matrix[column].w = exact;
  }
  return matrix;
}

std::string shown_name(const Scene& scene, Id id) {
  if (const Node* node = find_node(scene, id)) return node->name;
  const JointRef ref = find_joint(scene, id);
  if (ref.node < 0) return fmt::format("#{}", id);
  return scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)].name;
}

std::string names_of(const Scene& scene, const std::vector<Id>& ids) {
  if (ids.size() == 1) return shown_name(scene, ids.front());
  const bool are_nodes = !ids.empty() && find_node(scene, ids.front()) != nullptr;
  return fmt::format("{} {}", ids.size(), are_nodes ? "objects" : "joints");
}

std::string number(float value, int digits) {
  const float size = std::abs(value);
  if (size >= std::pow(10.0f, float(digits)) && size < 1e7f) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}g}", value, digits);
}

std::string change(float before, float after) {
  constexpr int kUsual = 3, kAll = 9;
  int digits = kUsual;
  while (digits < kAll && before != after && number(before, digits) == number(after, digits))
    ++digits;
  return number(before, digits) + " -> " + number(after, digits);
}

}  // namespace marrow
