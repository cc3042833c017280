#include "io/gltf_posed.h"

#include <algorithm>

namespace marrow::io {

namespace {

/// Directions that bending turns, but that nobody computed.
void drop_bent_directions(Mesh& mesh) {
  std::erase_if(mesh.attributes, [](const VertexAttribute& attribute) { return attribute.name == "TANGENT"; });
  mesh.morph_targets.clear();
}

std::shared_ptr<const Mesh> posed_mesh(const Mesh& mesh, const Derived::Skinned& skinned) {
  auto posed = std::make_shared<Mesh>(mesh);
  posed->positions = skinned.positions;
  posed->weights.reset();
  drop_bent_directions(*posed);
  if (skinned.normals.size() != mesh.positions.size()) return posed;
  posed->normals = skinned.normals;
  posed->corner_normal = mesh.corner_vertex;
  return posed;
}

}  // namespace

Scene posed_scene(const Scene& scene, const Derived& derived) {
  Scene posed = scene;
  posed.motions.clear();
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = posed.nodes[n];
    node.skeleton.reset();
    if (node.bound_to == kNoId) continue;
    node.bound_to = kNoId;
    node.explicit_weights = false;
    const auto found = derived.meshes.find(node.id);
    if (found == derived.meshes.end() || found->second.positions.size() != node.mesh->positions.size()) continue;
    Node surface = node;  // in the world; the node keeps its place for what hangs on it
    surface.id = take_id(posed);
    surface.parent = -1;
    surface.local = glm::mat4(1.0f);
    surface.mesh = posed_mesh(*node.mesh, found->second);
    surface.morph_weights.clear();
    node.mesh.reset();
    node.carried.clear();
    node.morph_weights.clear();
    posed.nodes.push_back(std::move(surface));
  }
  return posed;
}

}  // namespace marrow::io
