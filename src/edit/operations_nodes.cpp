// The tree of nodes: where they stand, what they are called, what a mesh follows.
#include <algorithm>

#include "edit/names.h"
#include "edit/operations.h"

namespace marrow {
namespace {

glm::dmat4 double_world_from_node(const Scene& scene, int node) {
  glm::dmat4 world(1.0);
  for (; node >= 0; node = scene.nodes[at(node)].parent) world = glm::dmat4(scene.nodes[at(node)].local) * world;
  return world;
}

/// For each node whether it is one of `roots` or stands below one.
std::vector<char> in_subtrees(const Scene& scene, const std::vector<char>& roots) {
  std::vector<char> inside = roots;
  for (std::size_t n = 0; n < inside.size(); ++n) {
    const int parent = scene.nodes[n].parent;
    if (parent >= 0 && inside[at(parent)]) inside[n] = 1;
  }
  return inside;
}

std::vector<char> in_subtree(const Scene& scene, int root) {
  std::vector<char> roots(scene.nodes.size(), 0);
  roots[at(root)] = 1;
  return in_subtrees(scene, roots);
}

/// Gives a node a local matrix; a reason when it would not stand anywhere.
std::string place(Scene& scene, int node, const glm::mat4& local) {
  Node& placed = scene.nodes[at(node)];
  if (!is_usable(local)) return fmt::format("\"{}\" cannot move there: the numbers get too large.", placed.name);
  if (!is_invertible(local)) return fmt::format("\"{}\" cannot be scaled to nothing.", placed.name);
  placed.local = local;
  return {};
}

/// Moves the nodes of a subtree, in order, behind all others: their new parent may stand anywhere among those.
void move_subtree_last(Scene& scene, const std::vector<char>& in_subtree) {
  std::vector<Node> nodes;
  std::vector<int> new_index(scene.nodes.size(), -1);
  for (const char wanted : {char{0}, char{1}}) {
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      if (in_subtree[n] != wanted) continue;
      new_index[n] = static_cast<int>(nodes.size());
      nodes.push_back(std::move(scene.nodes[n]));
    }
  }
  for (Node& node : nodes) node.parent = node.parent < 0 ? -1 : new_index[at(node.parent)];
  scene.nodes = std::move(nodes);
}

bool weights_name_a_joint_of(const Mesh& mesh, const Skeleton& skeleton) {
  std::vector<Id> ids;
  for (const Joint& joint : skeleton.joints) ids.push_back(joint.id);
  std::sort(ids.begin(), ids.end());
  return std::any_of(mesh.weights->joint.begin(), mesh.weights->joint.end(),
                     [&](Id id) { return std::binary_search(ids.begin(), ids.end(), id); });
}

/// A node that has a mesh, or a refusal.
struct MeshNode {
  int node = -1;
  Applied refusal;
};

MeshNode mesh_node(const Scene& scene, Id id) {
  const int node = node_index(scene, id);
  if (node < 0) return {-1, refused_missing("mesh", id)};
  if (!scene.nodes[at(node)].mesh) return {-1, refused("\"{}\" has no mesh.", scene.nodes[at(node)].name)};
  return {node, {}};
}

}  // namespace

Applied incremented_nodes(const Scene& scene, const op::ApplyIncrement& operation) {
  std::vector<char> is_target(scene.nodes.size(), 0);
  for (const Id id : operation.targets) {
    const int node = node_index(scene, id);
    if (node >= 0) {
      is_target[at(node)] = 1;
    } else if (find_joint(scene, id).node >= 0) {
      return refused("Joints and objects cannot be moved in one go: select only joints or only objects.");
    } else {
      return refused_missing("object", id);
    }
  }
  if (operation.increment == glm::mat4(1.0f)) return {scene, {}};
  const std::vector<char> inside = in_subtrees(scene, is_target);
  Scene result = scene;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const int parent = scene.nodes[n].parent;
    const bool is_top_most = is_target[n] && (parent < 0 || !inside[at(parent)]);
    if (!is_top_most) continue;
    // L' = P^-1 U P L
    const glm::dmat4 world_from_parent = double_world_from_node(scene, parent);
    const glm::dmat4 world = glm::dmat4(operation.increment) * world_from_parent * glm::dmat4(scene.nodes[n].local);
    const glm::mat4 local = without_rounding(glm::mat4(glm::inverse(world_from_parent) * world));
    if (std::string why = place(result, static_cast<int>(n), local); !why.empty()) return {std::nullopt, std::move(why)};
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetNodeLocal& operation, const Tasks&) {
  const int node = node_index(scene, operation.node);
  if (node < 0) return refused_missing("object", operation.node);
  Scene result = scene;
  if (std::string why = place(result, node, operation.local); !why.empty()) return {std::nullopt, std::move(why)};
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::Rename& operation, const Tasks&) {
  const int node = node_index(scene, operation.target);
  const JointRef joint = find_joint(scene, operation.target);
  if (node < 0 && joint.node < 0) return refused_missing("object or joint", operation.target);
  if (std::string why = why_bad_name(operation.name); !why.empty()) return {std::nullopt, std::move(why)};
  Scene result = scene;
  if (node >= 0) {
    result.nodes[at(node)].name = operation.name;
    return {std::move(result), {}};
  }
  const int namesake = joint_index(*scene.nodes[at(joint.node)].skeleton, operation.name);
  if (namesake >= 0 && namesake != joint.joint) return refused("Another joint of this skeleton is called {} already.", operation.name);
  edit_skeleton(result, joint.node).joints[at(joint.joint)].name = operation.name;
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::AddSkeleton& operation, const Tasks&) {
  const int parent = operation.parent == kNoId ? -1 : node_index(scene, operation.parent);
  if (operation.parent != kNoId && parent < 0) return refused_missing("object to be the parent", operation.parent);
  if (std::string why = why_bad_name(operation.name); !why.empty()) return {std::nullopt, std::move(why)};
  Scene result = scene;
  Node node;
  node.id = take_id(result);
  node.name = operation.name;
  node.parent = parent;
  node.skeleton = std::make_shared<const Skeleton>();
  result.nodes.push_back(std::move(node));
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::AddNodes& operation, const Tasks&) {
  if (std::string why = why_invalid(operation.nodes); !why.empty()) return refused("What should be added is broken: {}.", why);
  return {merged(scene, operation.nodes), {}};
}

Applied applied(const Scene& scene, const op::DeleteNode& operation, const Tasks&) {
  const int doomed = node_index(scene, operation.node);
  if (doomed < 0) return refused_missing("object", operation.node);
  const std::vector<char> is_gone = in_subtree(scene, doomed);
  Scene result = scene;
  result.nodes.clear();
  std::vector<int> new_index(scene.nodes.size(), -1);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (is_gone[n]) continue;
    new_index[n] = static_cast<int>(result.nodes.size());
    Node node = scene.nodes[n];
    if (node.parent >= 0) node.parent = new_index[at(node.parent)];
    const int skeleton = node.bound_to == kNoId ? -1 : node_index(scene, node.bound_to);
    if (skeleton >= 0 && is_gone[at(skeleton)]) {
      node.bound_to = kNoId;
      node.explicit_weights = false;
    }
    result.nodes.push_back(std::move(node));
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::ReparentNode& operation, const Tasks&) {
  const int node = node_index(scene, operation.node);
  if (node < 0) return refused_missing("object", operation.node);
  const int parent = operation.new_parent == kNoId ? -1 : node_index(scene, operation.new_parent);
  if (operation.new_parent != kNoId && parent < 0) return refused_missing("object to be the parent", operation.new_parent);
  const Node& moved = scene.nodes[at(node)];
  if (parent == moved.parent) return {scene, {}};
  const std::vector<char> below = in_subtree(scene, node);
  if (parent >= 0 && below[at(parent)]) {
    return refused("\"{}\" cannot hang below \"{}\", which hangs below it.", moved.name, scene.nodes[at(parent)].name);
  }
  // L' = P'^-1 P L
  const glm::dmat4 parent_from_world = glm::inverse(double_world_from_node(scene, parent));
  const glm::mat4 local = without_rounding(glm::mat4(parent_from_world * double_world_from_node(scene, node)));
  Scene result = scene;
  if (std::string why = place(result, node, local); !why.empty()) return {std::nullopt, std::move(why)};
  result.nodes[at(node)].parent = parent;
  if (parent > node) move_subtree_last(result, below);
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::Bind& operation, const Tasks&) {
  const MeshNode mesh = mesh_node(scene, operation.mesh_node);
  if (mesh.node < 0) return mesh.refusal;
  if (operation.skeleton_node != kNoId) {
    const SkeletonNode skeleton = skeleton_node(scene, operation.skeleton_node);
    if (skeleton.node < 0) return skeleton.refusal;
  }
  Scene result = scene;
  Node& node = result.nodes[at(mesh.node)];
  if (node.bound_to == operation.skeleton_node) return {std::move(result), {}};
  node.bound_to = operation.skeleton_node;
  node.explicit_weights = false;
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::UseExplicitWeights& operation, const Tasks&) {
  const MeshNode mesh = mesh_node(scene, operation.mesh_node);
  if (mesh.node < 0) return mesh.refusal;
  const Node& old = scene.nodes[at(mesh.node)];
  if (operation.use) {
    const Node* skeleton = find_node(scene, old.bound_to);
    if (!old.mesh->weights) return refused("\"{}\" came without weights of its own: only the capsules can move it.", old.name);
    if (!skeleton) return refused("\"{}\" follows no skeleton: bind it to one first.", old.name);
    if (!weights_name_a_joint_of(*old.mesh, *skeleton->skeleton)) {
      return refused("The weights of \"{}\" belong to another skeleton than \"{}\".", old.name, skeleton->name);
    }
  }
  Scene result = scene;
  result.nodes[at(mesh.node)].explicit_weights = operation.use;
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetMorphWeights& operation, const Tasks&) {
  const MeshNode mesh = mesh_node(scene, operation.mesh_node);
  if (mesh.node < 0) return mesh.refusal;
  if (operation.shapes.size() != operation.weights.size()) return refused("Every shape needs one weight; nothing was changed.");
  Scene result = scene;
  Node& node = result.nodes[at(mesh.node)];
  std::vector<float> weights = node.morph_weights;
  weights.resize(node.mesh->morph_targets.size(), 0.0f);
  for (std::size_t i = 0; i < operation.shapes.size(); ++i) {
    if (operation.shapes[i] >= weights.size()) return refused("\"{}\" has only {} morph targets.", node.name, weights.size());
    weights[operation.shapes[i]] = operation.weights[i];
  }
  const auto is_zero = [](float weight) { return weight == 0.0f; };
  const bool says_nothing = node.morph_weights.empty() && std::all_of(weights.begin(), weights.end(), is_zero);
  if (!says_nothing) node.morph_weights = std::move(weights);
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::SetVisible& operation, const Tasks&) {
  const int node = node_index(scene, operation.node);
  if (node < 0) return refused_missing("object", operation.node);
  Scene result = scene;
  result.nodes[at(node)].visible = operation.visible;
  return {std::move(result), {}};
}

}  // namespace marrow
