#include "edit/figure/figure_rig.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/index.h"
#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "rig/measure/measure.h"
#include "rig/skinning/deformer.h"

namespace marrow {
namespace {

/// Both sides of a pair get the larger radius.
void even_radii(Skeleton& skeleton) {
  for (Joint& joint : skeleton.joints) {
    const std::optional<std::string> name = mirrored_name(joint.name);
    const int partner = name ? joint_index(skeleton, *name) : -1;
    if (partner < 0) continue;
    Joint& other = skeleton.joints[at(partner)];
    const float larger = std::max(joint.radii().largest(), other.radii().largest());
    joint.set_radii(joint.radii().with_largest(larger));
    other.set_radii(other.radii().with_largest(larger));
  }
}

}  // namespace

std::vector<Shell> unbound_shells(const Scene& scene) {
  std::vector<Shell> shells;
  for (int n = 0; n < int(scene.nodes.size()); ++n) {
    if (!is_unbound_mesh(scene, n)) continue;
    const Mesh& mesh = *scene.nodes[at(n)].mesh;
    const glm::mat4 world = world_from_node(scene, n);
    Surface surface = make_surface(mesh);
    for (std::uint32_t& corner : surface.triangles) corner = surface.source[corner];
    Shell shell{{}, std::move(surface.triangles)};
    shell.positions.reserve(mesh.positions.size());
    for (const glm::vec3& point : mesh.positions)
      shell.positions.emplace_back(world * glm::vec4(point, 1.0f));
    shells.push_back(std::move(shell));
  }
  return shells;
}

Scene without_skeletons(const Scene& scene) {
  Scene at_rest(scene), bare;
  for (int n = 0; n < int(at_rest.nodes.size()); ++n)
    if (at_rest.nodes[at(n)].skeleton)
      for (Joint& joint : edit_skeleton(at_rest, n).joints) joint.user_local = glm::mat4(1.0f);
  const std::vector<glm::mat4> worlds = world_from_nodes(at_rest);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    Node kept{.id = take_id(bare), .name = node.name, .local = worlds[n], .mesh = node.mesh};
    kept.visible = node.visible;
    kept.morph_weights = node.morph_weights;
    if (node.mesh->weights) {
      auto mesh = std::make_shared<Mesh>(*node.mesh);
      mesh->weights.reset();
      kept.mesh = std::move(mesh);
    }
    bare.nodes.push_back(std::move(kept));
  }
  bare.camera = scene.camera;
  return bare;
}

bool cover_skin(Scene& scene, Id skeleton_node, bool fits, const Tasks& tasks,
                const ProgressCallback& progress) {
  constexpr int kRounds = 8;  // one suffices unless an island is nearer to a bone enlarged since
  Deformer deformer = Deformer::with(tasks);
  Measures measures;
  for (int round = 0; round <= kRounds; ++round) {
    if (!goes_on(progress, double(round) / kRounds)) return false;
    deformer.update(scene);
    measures.update(scene, deformer);
    // Only radii change, so that the engine rewrites only their rows.
    Skeleton& skeleton = edit_skeleton(scene, node_index(scene, skeleton_node));
    if (round == 0 && fits) {
      const std::vector<Fit> found = measures.fit_all(skeleton_node);
      for (std::size_t j = 0; j < found.size(); ++j)
        if (found[j].has_skin)
          skeleton.joints[j].set_radii(skeleton.joints[j].radii().with_largest(found[j].radius));
    } else {
      const std::vector<Island> islands = measures.islands(skeleton_node);
      if (islands.empty()) return true;
      for (const Island& island : islands) {
        const int j = joint_index(skeleton, island.joint);
        if (j < 0 || skeleton.joints[at(j)].radii().largest() >= island.needed_radius) continue;
        Joint& joint = skeleton.joints[at(j)];
        joint.set_radii(joint.radii().with_largest(island.needed_radius));
      }
    }
    even_radii(skeleton);
  }
  return true;
}

std::vector<FigureBone> fitted_bones(const Scene& scene, std::vector<FigureBone> bones,
                                     const Tasks& tasks, const ProgressCallback& progress) {
  std::optional<Scene> rigged = apply(scene, made_skeleton(scene, bones), tasks).scene;
  if (!rigged || !cover_skin(*rigged, scene.next_id, true, tasks, progress)) return bones;
  const Skeleton& fitted = *find_node(*rigged, scene.next_id)->skeleton;
  for (std::size_t j = 0; j < bones.size(); ++j) bones[j].radius = fitted.joints[j].radius;
  return bones;
}

Operation carried_skeleton(const Scene& scene, Scene rig, const Tasks& tasks) {
  constexpr const char* kStep = "Make a skeleton";
  std::optional<Scene> rigged = apply(scene, bound_skeleton(scene, rig, kStep), tasks).scene;
  if (rigged && cover_skin(*rigged, scene.next_id, false, tasks)) {
    const Skeleton& covering = *find_node(*rigged, scene.next_id)->skeleton;
    Skeleton& own = edit_skeleton(rig, 0);
    for (std::size_t j = 0; j < own.joints.size(); ++j)
      own.joints[j].set_radii(covering.joints[j].radii());
  }
  return bound_skeleton(scene, std::move(rig), kStep);
}

}  // namespace marrow
