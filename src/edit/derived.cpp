#include "edit/derived.h"

#include "edit/motions/bake_springs.h"
#include "rig/playback.h"

namespace marrow {
namespace {

/// The rows of the first `count` vertices: source vertices come before their shading copies.
Influences first_rows(const Influences& all, std::size_t count) {
  Influences rows = all;
  rows.rows.resize(count);
  return rows;
}

io::Derived::Skinned skinned_of(const DeformedMesh& mesh) {
  const std::vector<glm::vec3>&positions = mesh.positions(), &normals = mesh.normals();
  const std::size_t count = mesh.mesh->positions.size();
  const glm::mat3 normal_to_world(normal_matrix_of(mesh.world_from_output));
  io::Derived::Skinned skinned;
  skinned.influences = first_rows(mesh.influences, count);
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

bool is_deformed(const DeformedMesh& mesh, const Scene& scene) {
  return (mesh.skeleton != kNoId || !mesh.morphed_positions.empty()) &&
         find_node(scene, mesh.node) != nullptr;
}

}  // namespace

io::Derived derived_from(const Deformer& deformer, const Scene& scene) {
  io::Derived derived;
  for (const std::shared_ptr<const Motion>& motion : scene.motions)
    if (has_ik(scene, *motion))
      derived.motions.emplace(motion.get(), with_ik_baked(scene, *motion));
  for (const DeformedMesh& mesh : deformer.meshes())
    if (is_deformed(mesh, scene)) derived.meshes.emplace(mesh.node, skinned_of(mesh));
  return derived;
}

io::Derived derived_from(const Tasks& tasks, const Scene& scene) {
  Deformer deformer = Deformer::with(tasks);
  deformer.update(scene);
  return derived_from(deformer, scene);
}

}  // namespace marrow
