#include "edit/operations/new_mesh.h"

#include <algorithm>
#include <limits>

#include "edit/operations/shared.h"
#include "rig/doctor/cures.h"
#include "rig/skinning/deformer.h"
#include "scene/normals.h"

namespace marrow {
namespace {

constexpr double kSamePlace = 1e-6;

Bounds world_bounds(const Mesh& mesh, const glm::dmat4& world_from_mesh) {
  Bounds bounds;
  for (const glm::vec3& position : mesh.positions)
    bounds.add(glm::vec3(world_from_mesh * glm::dvec4(position, 1.0)));
  return bounds;
}

/// How badly two boxes match; 0 if they are equal.
double misfit(const Bounds& a, const Bounds& b) {
  return double(glm::distance(a.low, b.low)) + double(glm::distance(a.high, b.high));
}

/// Nodes of the file to choose from, by index.
std::vector<int> candidates(const Scene& file, const std::string& wanted) {
  std::vector<int> all, named;
  for (std::size_t n = 0; n < file.nodes.size(); ++n) {
    if (!file.nodes[n].mesh || file.nodes[n].mesh->face_count() == 0) continue;
    all.push_back(int(n));
    if (file.nodes[n].name == wanted) named.push_back(int(n));
  }
  return named.empty() ? all : named;
}

bool is_identity(const glm::dmat4& matrix) {
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r)
      if (!(std::abs(matrix[c][r] - (c == r ? 1.0 : 0.0)) <= kSamePlace)) return false;
  return true;
}

/// The mesh in another space. Tangents are left out: programs find them from normals and uvs.
Mesh moved_mesh(Mesh mesh, const glm::dmat4& to_from_mesh) {
  const glm::dmat3 linear(to_from_mesh);
  const glm::dmat3 turn = normal_matrix_of(glm::mat4(to_from_mesh));
  const double size = std::cbrt(std::abs(glm::determinant(turn)));
  for (glm::vec3& position : mesh.positions)
    position = glm::vec3(to_from_mesh * glm::dvec4(position, 1.0));
  for (glm::vec3& normal : mesh.normals)
    normal = glm::vec3(unit_or_zero(turn * glm::dvec3(normal)));
  for (MorphTarget& target : mesh.morph_targets) {
    target.tangents.clear();
    for (glm::vec3& position : target.positions)
      position = glm::vec3(linear * glm::dvec3(position));
    for (glm::vec3& normal : target.normals) normal = glm::vec3(turn * glm::dvec3(normal) / size);
  }
  std::erase_if(mesh.attributes, [](const auto& attribute) { return attribute.name == "TANGENT"; });
  for (std::size_t f = 0; f < mesh.face_count() && glm::determinant(linear) < 0.0; ++f)
    reverse_face(mesh, f);
  return mesh;
}

/// The present weights of a bound mesh, touch-ups included.
ExplicitWeights present_weights(const Scene& scene, const Node& mesh, const Tasks& tasks) {
  Scene alone = scene;
  for (Node& node : alone.nodes)
    if (node.id != mesh.id) node.mesh.reset();
  Deformer deformer = Deformer::with(tasks);
  deformer.update(alone);
  const Influences& rows = deformer.mesh(mesh.id)->influences;
  const std::vector<Joint>& joints = find_node(scene, mesh.bound_to)->skeleton->joints;
  ExplicitWeights weights{{0}, {}, {}};
  for (std::size_t v = 0; v < mesh.mesh->positions.size(); ++v) {
    for (std::uint32_t k = rows.row_begin(v); k < rows.row_end(v); ++k) {
      weights.joint.push_back(joints[rows.joint[k]].id);
      weights.weight.push_back(rows.weight[k]);
    }
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  return weights;
}

bool has_triangle(const Mesh& mesh) { return !make_surface(mesh).triangles.empty(); }

MeshEdit no_edit(Applied refusal) { return {std::move(refusal), {}}; }

}  // namespace

NewMesh new_mesh_of(const Scene& file, const Scene& scene, Id mesh_node, const std::string& name) {
  const FoundNode found = find_mesh_node(scene, mesh_node);
  if (found.node < 0) return {{}, found.refusal.reason};
  const Node& old = scene.nodes[at(found.node)];
  const std::vector<int> choice = candidates(file, name.empty() ? old.name : name);
  if (choice.empty()) return {{}, "It has no mesh with faces."};
  if (!name.empty() && file.nodes[at(choice.front())].name != name)
    return {{}, fmt::format("It has no mesh \"{}\".", name)};
  const glm::dmat4 old_place = exact_world_from_node(scene, found.node);
  const Bounds wanted = world_bounds(*old.mesh, old_place);
  NewMesh best;
  double least = std::numeric_limits<double>::infinity();
  for (const int n : choice) {
    for (const glm::dmat4& place : {exact_world_from_node(file, n), old_place}) {
      const double its = misfit(world_bounds(*file.nodes[at(n)].mesh, place), wanted);
      if (!(its < least)) continue;
      least = its;
      Node node{.id = 1, .name = file.nodes[at(n)].name, .local = glm::mat4(place)};
      node.mesh = file.nodes[at(n)].mesh;
      node.morph_weights = file.nodes[at(n)].morph_weights;
      best.scene = {.nodes = {std::move(node)}, .next_id = 2};
    }
  }
  Node& chosen = best.scene.nodes.front();
  if (chosen.mesh->weights) {  // they belong to another skeleton
    auto bare = std::make_shared<Mesh>(*chosen.mesh);
    bare->weights.reset();
    chosen.mesh = std::move(bare);
  }
  return best;
}

MeshEdit with_new_mesh(const Scene& scene, Id mesh_node, const Scene& from) {
  const FoundNode found = find_mesh_node(scene, mesh_node);
  if (found.node < 0) return no_edit(found.refusal);
  const auto fresh = std::find_if(from.nodes.begin(), from.nodes.end(),
                                  [](const Node& node) { return node.mesh != nullptr; });
  if (fresh == from.nodes.end()) return no_edit(refused("There is no new mesh."));
  if (std::string why = why_invalid(from); !why.empty())
    return no_edit(refused("The new mesh is broken: {}.", why));
  MeshEdit edit;
  Scene result = scene;
  Node& node = result.nodes[at(found.node)];
  const glm::dmat4 place = exact_world_from_node(scene, found.node);
  const glm::dmat4 to_from_mesh =
      glm::inverse(place) * exact_world_from_node(from, int(fresh - from.nodes.begin()));
  Mesh mesh = is_identity(to_from_mesh) ? *fresh->mesh : moved_mesh(*fresh->mesh, to_from_mesh);
  mesh.weights.reset();
  const std::shared_ptr<const Mesh> old = node.mesh;
  if (old->weights || node.touch_ups) {
    if (!has_triangle(*old))
      return no_edit(refused("\"{}\" has no faces, so no weights can be carried over.", node.name));
    const Transfer transfer = find_transfer(*old, glm::mat4(place), mesh, glm::mat4(place));
    edit.counts = transfer.counts;
    if (old->weights) mesh.weights = carried_weights(transfer, *old->weights);
    TouchUps layer;
    if (node.touch_ups) layer = carried_touch_ups(transfer, *node.touch_ups);
    node.touch_ups =
        layer.vertices.empty() ? nullptr : std::make_shared<const TouchUps>(std::move(layer));
  }
  node.mesh = std::make_shared<const Mesh>(std::move(mesh));
  node.morph_weights = fresh->morph_weights;
  edit.applied.scene = std::move(result);
  return edit;
}

MeshEdit with_weights_of(const Scene& scene, Id mesh_node, Id source, const Tasks& tasks) {
  const FoundNode to = find_mesh_node(scene, mesh_node), from = find_mesh_node(scene, source);
  if (to.node < 0) return no_edit(to.refusal);
  if (from.node < 0) return no_edit(from.refusal);
  const Node &target = scene.nodes[at(to.node)], &body = scene.nodes[at(from.node)];
  if (to.node == from.node)
    return no_edit(refused("\"{}\" has its own weights already.", body.name));
  if (!find_node(scene, body.bound_to)) return no_edit({std::nullopt, follows_no_skeleton(body)});
  if (!has_triangle(*body.mesh))
    return no_edit(refused("\"{}\" has no faces, so no weights can be taken.", body.name));
  if (hangs_on_joint(scene, to.node))
    return no_edit(refused("\"{}\" hangs on a joint: drag it off in the tree first.", target.name));
  const Transfer transfer = find_transfer(*body.mesh, world_from_node(scene, from.node),
                                          *target.mesh, world_from_node(scene, to.node));
  auto mesh = std::make_shared<Mesh>(*target.mesh);
  mesh->weights = carried_weights(transfer, present_weights(scene, body, tasks));
  if (mesh->weights->joint.empty())
    return no_edit(refused("No joint moves \"{}\": it has no weights to take.", body.name));
  Scene result = scene;
  Node& node = result.nodes[at(to.node)];
  node.mesh = std::move(mesh);
  node.bound_to = body.bound_to;
  node.explicit_weights = true;
  node.touch_ups.reset();
  node.touch_up_strength = 1.0f;
  return {{std::move(result), {}}, transfer.counts};
}

MeshEdit with_weights_from(const Scene& scene, Id mesh_node, const Scene& other, Id source,
                           const Tasks& tasks) {
  const FoundNode to = find_mesh_node(scene, mesh_node), from = find_mesh_node(other, source);
  if (to.node < 0) return no_edit(to.refusal);
  if (from.node < 0) return no_edit(from.refusal);
  const Scene both = merged(scene, other);
  const Id moved_source = both.nodes[scene.nodes.size() + at(from.node)].id;
  MeshEdit edit = with_weights_of(both, mesh_node, moved_source, tasks);
  const Node* rig = find_node(scene, scene.nodes[at(to.node)].bound_to);
  if (!edit.applied.scene || !rig) return edit;
  Scene result = scene;
  Node& node = result.nodes[at(to.node)];
  node = edit.applied.scene->nodes[at(to.node)];
  node.bound_to = rig->id;
  auto mesh = std::make_shared<Mesh>(*node.mesh);
  for (Id& joint : mesh->weights->joint) {
    const std::string name = name_of(both, joint);
    const int own = joint_index(*rig->skeleton, name);
    if (own < 0)
      return no_edit(
          refused("The skeleton of \"{}\" has no joint \"{}\", to which weights of "
                  "\"{}\" belong: rename joints until both skeletons agree.",
                  node.name, name, other.nodes[at(from.node)].name));
    joint = rig->skeleton->joints[at(own)].id;
  }
  node.mesh = std::move(mesh);
  edit.applied.scene = std::move(result);
  return edit;
}

std::string words_of(const TransferCounts& counts) {
  const std::size_t all = counts.found + counts.filled + counts.unsure;
  if (all == 0) return {};
  std::string words =
      fmt::format("{} of {} vertices found their weights, {} {} filled in smoothly", counts.found,
                  all, counts.filled, counts.filled == 1 ? "was" : "were");
  if (counts.unsure > 0)
    words += fmt::format(", {} on pieces too far off {} the nearest", counts.unsure,
                         counts.unsure == 1 ? "has" : "have");
  if (counts.found < all / 2)
    words += fmt::format(". Check that both meshes have the same size and place");
  return words;
}

}  // namespace marrow
