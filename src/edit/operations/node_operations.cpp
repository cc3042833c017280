#include "edit/operations/node_operations.h"

#include <algorithm>
#include <exception>
#include <map>

#include "edit/name_rules.h"
#include "edit/operations/shared.h"
#include "edit/operations/transform_text.h"
#include "io/editor_data.h"
#include "scene/joint_places.h"
#include "scene/morph.h"
#include "scene/normals.h"

namespace marrow {
namespace {

/// For each node whether it is one of `roots` or below one.
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

/// Sets a node's local matrix. Returns a reason if it is not invertible or too large.
std::string place(Scene& scene, int node, const glm::mat4& local) {
  Node& placed = scene.nodes[at(node)];
  if (!is_usable(local))
    return fmt::format("\"{}\" cannot move there: the numbers get too large.", placed.name);
  if (!is_invertible(local)) return fmt::format("\"{}\" cannot be scaled to nothing.", placed.name);
  placed.local = local;
  return {};
}

/// Why nothing can be placed in the space `above` a node: a joint there has a zero scale.
std::string why_no_place(const Scene& scene, const Node& node, const glm::dmat4& above) {
  if (is_invertible(glm::mat4(above))) return {};
  return fmt::format(
      "\"{}\" cannot move: {} has a zero scale, or a joint above it. Reset the pose first.",
      node.name, node.joint == kNoId ? "its joint" : name_of(scene, node.joint));
}

/// The first node of a subtree that cannot hang on a joint; nullptr when all can. The node `first`
/// may be bound, because it is then unbound.
const Node* first_unfit_prop(const Scene& scene, const std::vector<char>& subtree, int first) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    const bool is_unfit = node.skeleton || (node.bound_to != kNoId && n != std::size_t(first));
    if (subtree[n] && is_unfit) return &node;
  }
  return nullptr;
}

/// Moves a subtree's nodes, in order, behind all other nodes, because the new parent may be
/// anywhere among them.
void move_subtree_last(Scene& scene, const std::vector<char>& in_subtree) {
  std::vector<Node> nodes;
  std::vector<int> new_index(scene.nodes.size(), -1);
  for (const char wanted : {char{0}, char{1}}) {
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      if (in_subtree[n] != wanted) continue;
      new_index[n] = int(nodes.size());
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

/// Puts a prop below the skeleton's node, at its place at rest: its local matrix becomes B_j N.
void take_off_joint(const Scene& scene, Node& prop) {
  const Skeleton& skeleton = *scene.nodes[at(prop.parent)].skeleton;
  prop.local = without_rounding(
      glm::mat4(rest_place(skeleton, joint_index(skeleton, prop.joint)) * glm::dmat4(prop.local)));
  prop.joint = kNoId;
}

/// Throws like the file readers.
std::optional<Scene> scene_of_text(const std::string& json, const std::string& arrays) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(arrays.data());
  std::vector<std::string> warnings;
  return io::scene_from_editor_data("the scene", json, {bytes, arrays.size()}, warnings);
}

}  // namespace

void line_scene(Line& line, Scene& scene) {
  if (line.mode() == Line::Mode::count) return line.holds(scene);
  std::string json, arrays;
  if (!line.reads()) json = io::editor_data(scene, {}, arrays);
  line.text(json);
  line.payload(arrays);
  if (!line.reads() || json.empty()) return;
  try {
    std::optional<Scene> read = scene_of_text(json, arrays);
    if (read)
      scene = std::move(*read);
    else
      line.fail("a scene of this version, with the bytes that belong to it, before this");
  } catch (const std::exception& error) {
    line.fail(std::string("a scene before this (") + error.what() + ")");
  }
}

bool is_unbound_mesh(const Scene& scene, int node) {
  const Node& one = scene.nodes[at(node)];
  return one.mesh && one.bound_to == kNoId && !hangs_on_joint(scene, node);
}

Applied incremented_nodes(const Scene& scene, const std::vector<Id>& targets,
                          const glm::mat4& increment) {
  std::vector<char> is_target(scene.nodes.size(), 0);
  for (const Id id : targets) {
    const int node = node_index(scene, id);
    if (node >= 0) {
      is_target[at(node)] = 1;
    } else if (find_joint(scene, id).node >= 0) {
      return refused(
          "Joints and objects cannot be moved in one go: select only joints or only objects.");
    } else {
      return refused_missing("object", id);
    }
  }
  if (increment == glm::mat4(1.0f)) return {scene, {}};
  const std::vector<char> inside = in_subtrees(scene, is_target);
  Scene result = scene;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const int parent = scene.nodes[n].parent;
    const bool is_top_most = is_target[n] && (parent < 0 || !inside[at(parent)]);
    if (!is_top_most) continue;
    // L' = P^-1 U P L; for a prop, P = S W_j
    const glm::dmat4 above = world_from_parent(scene, scene.nodes[n]);
    if (std::string why = why_no_place(scene, scene.nodes[n], above); !why.empty())
      return {std::nullopt, std::move(why)};
    const glm::dmat4 world = glm::dmat4(increment) * above * glm::dmat4(scene.nodes[n].local);
    const glm::mat4 local = without_rounding(glm::mat4(glm::inverse(above) * world));
    if (std::string why = place(result, int(n), local); !why.empty())
      return {std::nullopt, std::move(why)};
  }
  return {std::move(result), {}};
}

Applied op::SetNodeLocal::applied(const Scene& scene, const Tasks&) const {
  const int index = node_index(scene, node);
  if (index < 0) return refused_missing("object", node);
  Scene result = scene;
  if (std::string why = place(result, index, local); !why.empty())
    return {std::nullopt, std::move(why)};
  return {std::move(result), {}};
}

std::string op::SetNodeLocal::label(const Scene& before) const {
  return "Place " + shown_name(before, node);
}

void op::SetNodeLocal::line(Line& line) {
  line.id("place", node);
  line.word("at");
  line_matrix(line, local, "own");
}

Applied op::AddSkeleton::applied(const Scene& scene, const Tasks&) const {
  const int above = parent == kNoId ? -1 : node_index(scene, parent);
  if (parent != kNoId && above < 0) return refused_missing("object to be the parent", parent);
  if (hangs_on_joint(scene, above))
    return refused("A skeleton cannot be below \"{}\", which hangs on a joint.",
                   scene.nodes[at(above)].name);
  if (std::string why = why_bad_name(name); !why.empty()) return {std::nullopt, std::move(why)};
  Scene result = scene;
  Node node;
  node.id = take_id(result);
  node.name = name;
  node.parent = above;
  node.skeleton = std::make_shared<const Skeleton>();
  result.nodes.push_back(std::move(node));
  return {std::move(result), {}};
}

std::string op::AddSkeleton::label(const Scene&) const { return "Add " + name; }

void op::AddSkeleton::line(Line& line) {
  line.text("add-skeleton", name);
  line.id("below", parent);
}

Applied op::AddNodes::applied(const Scene& scene, const Tasks&) const {
  if (std::string why = why_invalid(nodes); !why.empty())
    return refused("What should be added is broken: {}.", why);
  return {merged(scene, nodes), {}};
}

std::string op::AddNodes::label(const Scene&) const {
  const std::vector<Node>& added = nodes.nodes;
  return "Import " +
         (added.size() == 1 ? added.front().name : fmt::format("{} objects", added.size()));
}

void op::AddNodes::line(Line& line) {
  line.word("import");
  line_scene(line, nodes);
}

bool op::AddNodes::operator==(const AddNodes& other) const {
  return same_content(nodes, other.nodes);
}

Applied op::DeleteNode::applied(const Scene& scene, const Tasks&) const {
  const int doomed = node_index(scene, node);
  if (doomed < 0) return refused_missing("object", node);
  const std::vector<char> is_gone = in_subtree(scene, doomed);
  Scene result = scene;
  result.nodes.clear();
  std::vector<int> new_index(scene.nodes.size(), -1);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (is_gone[n]) continue;
    new_index[n] = int(result.nodes.size());
    Node kept = scene.nodes[n];
    if (kept.parent >= 0) kept.parent = new_index[at(kept.parent)];
    const int skeleton = kept.bound_to == kNoId ? -1 : node_index(scene, kept.bound_to);
    if (skeleton >= 0 && is_gone[at(skeleton)]) {
      kept.bound_to = kNoId;
      kept.explicit_weights = false;
    }
    result.nodes.push_back(std::move(kept));
  }
  return {std::move(result), {}};
}

std::string op::DeleteNode::label(const Scene& before) const {
  return "Delete " + shown_name(before, node);
}

void op::DeleteNode::line(Line& line) { line.id("delete", node); }

/// What a node can hang below: another node, or a joint of that node's skeleton.
struct HangPlace {
  int node = -1;
  Id joint = kNoId;
};

static std::optional<HangPlace> find_hang_place(const Scene& scene, Id id) {
  if (id == kNoId) return HangPlace{};
  if (const int node = node_index(scene, id); node >= 0) return HangPlace{node, kNoId};
  if (const JointRef ref = find_joint(scene, id); ref.node >= 0) return HangPlace{ref.node, id};
  return std::nullopt;
}

/// Hangs a node at `to` with the local matrix P'^-1 P L, P' the new parent's space. If the node is
/// a bound mesh and `to` a joint, P' is at rest.
static Applied hung(const Scene& scene, int index, const HangPlace& to) {
  Scene result = scene;
  Node& moved = result.nodes[at(index)];
  moved.parent = to.node;
  moved.joint = to.joint;
  glm::dmat4 above = world_from_parent(result, moved);
  if (to.joint != kNoId && moved.bound_to != kNoId) {
    moved.bound_to = kNoId;
    moved.explicit_weights = false;
    const Skeleton& skeleton = *scene.nodes[at(to.node)].skeleton;
    above = exact_world_from_node(scene, to.node) *
            rest_place(skeleton, joint_index(skeleton, to.joint));
  }
  if (std::string why = why_no_place(result, moved, above); !why.empty())
    return {std::nullopt, std::move(why)};
  const glm::mat4 local =
      without_rounding(glm::mat4(glm::inverse(above) * exact_world_from_node(scene, index)));
  if (std::string why = place(result, index, local); !why.empty())
    return {std::nullopt, std::move(why)};
  if (to.node > index) move_subtree_last(result, in_subtree(scene, index));
  return {std::move(result), {}};
}

Applied op::ReparentNode::applied(const Scene& scene, const Tasks&) const {
  const int index = node_index(scene, node);
  if (index < 0) return refused_missing("object", node);
  const std::optional<HangPlace> to = find_hang_place(scene, new_parent);
  if (!to) return refused_missing("object or joint to be the parent", new_parent);
  const Node& moved = scene.nodes[at(index)];
  if (to->node == moved.parent && to->joint == moved.joint) return {scene, {}};
  const std::vector<char> below = in_subtree(scene, index);
  if (to->node >= 0 && below[at(to->node)])
    return refused("\"{}\" cannot hang below \"{}\", which hangs below it.", moved.name,
                   name_of(scene, new_parent));
  const bool hangs = to->joint != kNoId || hangs_on_joint(scene, to->node);
  const Node* unfit =
      hangs ? first_unfit_prop(scene, below, to->joint == kNoId ? -1 : index) : nullptr;
  if (unfit) {
    return refused(
        "\"{}\" cannot hang on a joint: \"{}\" {}. Only rigid objects follow a single joint.",
        moved.name, unfit->name,
        unfit->skeleton ? "has a skeleton" : "is bound to one; unbind it first");
  }
  return hung(scene, index, *to);
}

std::string op::ReparentNode::label(const Scene& before) const {
  if (new_parent == kNoId) return "Move " + shown_name(before, node) + " to the top";
  return "Hang " + shown_name(before, node) + " below " + shown_name(before, new_parent);
}

void op::ReparentNode::line(Line& line) {
  line.id("hang", node);
  line.id("below", new_parent);
}

Applied op::Bind::applied(const Scene& scene, const Tasks&) const {
  return with_mesh_node(scene, mesh_node, [&](Node& node) {
    if (skeleton_node != kNoId) {
      const FoundNode skeleton = find_skeleton_node(scene, skeleton_node);
      if (skeleton.node < 0) return skeleton.refusal.reason;
    }
    if (node.bound_to == skeleton_node) return std::string();
    if (node.joint == kNoId && hangs_on_joint(scene, node_index(scene, mesh_node)))
      return fmt::format("\"{}\" hangs on a joint: drag it off in the tree first.", node.name);
    if (node.joint != kNoId) take_off_joint(scene, node);
    node.bound_to = skeleton_node;
    node.explicit_weights = false;
    return std::string();
  });
}

std::string op::Bind::label(const Scene& before) const {
  if (skeleton_node == kNoId) return "Unbind " + shown_name(before, mesh_node);
  return "Bind " + shown_name(before, mesh_node) + " to " + shown_name(before, skeleton_node);
}

void op::Bind::line(Line& line) {
  line.id("bind", mesh_node);
  line.id("to", skeleton_node);
}

Applied op::UseExplicitWeights::applied(const Scene& scene, const Tasks&) const {
  return with_mesh_node(scene, mesh_node, [&](Node& node) {
    node.explicit_weights = use;
    if (!use) return std::string();
    if (!node.mesh->weights)
      return fmt::format("\"{}\" came without weights of its own: only the capsules can move it.",
                         node.name);
    const Node* skeleton = find_node(scene, node.bound_to);
    if (!skeleton) return follows_no_skeleton(node);
    if (weights_name_a_joint_of(*node.mesh, *skeleton->skeleton)) return std::string();
    return fmt::format("The weights of \"{}\" belong to another skeleton than \"{}\".", node.name,
                       skeleton->name);
  });
}

std::string op::UseExplicitWeights::label(const Scene& before) const {
  return "Weight " + shown_name(before, mesh_node) + (use ? " as imported" : " by capsules");
}

void op::UseExplicitWeights::line(Line& line) {
  line.id("weights", mesh_node);
  line.choice(use, "as-imported", "by-capsules");
}

Applied op::SetMorphWeights::applied(const Scene& scene, const Tasks&) const {
  return with_mesh_node(scene, mesh_node, [&](Node& node) {
    if (shapes.size() != weights.size())
      return std::string("Every shape needs one weight; nothing was changed.");
    std::vector<float> blended = node.morph_weights;
    blended.resize(node.mesh->morph_targets.size(), 0.0f);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (shapes[i] >= blended.size())
        return fmt::format("\"{}\" has only {} morph targets.", node.name, blended.size());
      blended[shapes[i]] = weights[i];
    }
    const auto is_zero = [](float weight) { return weight == 0.0f; };
    const bool has_no_effect =
        node.morph_weights.empty() && std::all_of(blended.begin(), blended.end(), is_zero);
    if (!has_no_effect) node.morph_weights = std::move(blended);
    return std::string();
  });
}

std::string op::SetMorphWeights::label(const Scene& before) const {
  const Node* node = find_node(before, mesh_node);
  const std::string all = fmt::format("Morph {}", shown_name(before, mesh_node));
  if (shapes.size() != 1 || weights.size() != 1 || !node || !node->mesh) return all;
  const std::size_t shape = shapes.front();
  const float now = shape < node->morph_weights.size() ? node->morph_weights[shape] : 0.0f;
  return fmt::format("Morph {} {}", morph_target_name(*node->mesh, shape),
                     change(now, weights.front()));
}

void op::SetMorphWeights::line(Line& line) {
  line.id("morph", mesh_node);
  line.list(shapes, "none", [&](std::size_t& shape) { line.number(shape); });
  line.numbers("to", weights);
}

Applied op::RecalculateNormals::applied(const Scene& scene, const Tasks&) const {
  if (mesh_nodes.empty()) return refused("There is no mesh to recalculate normals of.");
  Scene result = scene;
  std::map<const Mesh*, std::shared_ptr<const Mesh>> made;
  for (const Id id : mesh_nodes) {
    const FoundNode found = find_mesh_node(scene, id);
    if (found.node < 0) return found.refusal;
    const std::shared_ptr<const Mesh>& mesh = scene.nodes[at(found.node)].mesh;
    if (mesh->face_count() == 0)
      return refused("\"{}\" has no faces, so it has no normals.",
                     scene.nodes[at(found.node)].name);
    std::shared_ptr<const Mesh>& fresh = made[mesh.get()];
    if (!fresh) fresh = std::make_shared<const Mesh>(with_recalculated_normals(*mesh));
    result.nodes[at(found.node)].mesh = fresh;
  }
  return {std::move(result), {}};
}

std::string op::RecalculateNormals::label(const Scene& before) const {
  if (mesh_nodes.size() != 1)
    return fmt::format("Recalculate normals of {} meshes", mesh_nodes.size());
  return "Recalculate normals of " + shown_name(before, mesh_nodes.front());
}

void op::RecalculateNormals::line(Line& line) {
  line.word("recalculate-normals");
  line.ids(mesh_nodes);
}

Applied op::SetVisible::applied(const Scene& scene, const Tasks&) const {
  const int index = node_index(scene, node);
  if (index < 0) return refused_missing("object", node);
  Scene result = scene;
  result.nodes[at(index)].visible = visible;
  return {std::move(result), {}};
}

std::string op::SetVisible::label(const Scene& before) const {
  return (visible ? "Show " : "Hide ") + shown_name(before, node);
}

void op::SetVisible::line(Line& line) {
  line.choice(visible, "show", "hide");
  line.id(node);
}

}  // namespace marrow
