#include "edit/derived.h"

#include "edit/motions/bake_springs.h"
#include "rig/playback.h"

namespace marrow {
namespace {

io::Derived::Skinned skinned_of(const DeformedMesh& mesh) {
  const std::vector<glm::vec3>&positions = mesh.positions(), &normals = mesh.normals();
  const std::size_t count = mesh.mesh->positions.size();
  const glm::mat3 normal_to_world(normal_matrix_of(mesh.world_from_output));
  io::Derived::Skinned skinned;
  skinned.influences = mesh.influences;
  skinned.influences.rows.resize(count);  // source vertices come before their shading copies
  skinned.positions.reserve(count);
  skinned.normals.reserve(count);
  for (std::size_t v = 0; v < count; ++v) {
    skinned.positions.emplace_back(mesh.world_from_output * glm::vec4(positions[v], 1.0f));
    const glm::vec3 normal = normal_to_world * normals[v];
    const float length = glm::length(normal);
    skinned.normals.push_back(length > 0.0f ? normal / length : normal);
  }
  return skinned;
}

}  // namespace

io::Derived derived_from(const Deformer& deformer, const Scene& scene) {
  io::Derived derived;
  for (const std::shared_ptr<const Motion>& motion : scene.motions)
    if (has_ik(scene, *motion))
      derived.motions.emplace(motion.get(), with_ik_baked(scene, *motion));
  for (const DeformedMesh& mesh : deformer.meshes())
    if ((mesh.skeleton != kNoId || !mesh.morphed_positions.empty()) && find_node(scene, mesh.node))
      derived.meshes.emplace(mesh.node, skinned_of(mesh));
  return derived;
}

io::Derived derived_from(const Tasks& tasks, const Scene& scene) {
  Deformer deformer = Deformer::with(tasks);
  deformer.update(scene);
  return derived_from(deformer, scene);
}

}  // namespace marrow
