#include "edit/figure_rig.h"

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

/// The other side's bone; the bone itself in the middle.
std::size_t partner_of(const std::vector<HumanBone>& bones, std::size_t bone) {
  const std::optional<std::string> name = mirrored_name(bones[bone].name);
  for (std::size_t other = 0; name && other < bones.size(); ++other)
    if (bones[other].name == *name) return other;
  return bone;
}

void even_radii(std::vector<HumanBone>& bones) {
  for (std::size_t j = 0; j < bones.size(); ++j) {
    HumanBone& other = bones[partner_of(bones, j)];
    bones[j].radius = other.radius = std::max(bones[j].radius, other.radius);
  }
}

/// Enlarges for each island the joint whose bone is the nearest: another one would drag the skin
/// along when it turns, as a shin the sole. False: there is none.
bool cover(std::vector<HumanBone>& bones, Measures& measures, const Skeleton& skeleton, Id node) {
  const std::vector<Island> islands = measures.islands(node);
  for (const Island& island : islands)
    if (const int joint = joint_index(skeleton, island.joint); joint >= 0)
      bones[at(joint)].radius = std::max(bones[at(joint)].radius, island.needed_radius);
  return !islands.empty();
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

Operation made_skeleton(const Scene& scene, const std::vector<HumanBone>& bones) {
  return human_skeleton(scene, bones, "Make a skeleton",
                        {.falloff = Falloff::linear, .blend = Blend::dual_quaternion});
}

std::vector<HumanBone> fitted_bones(const Scene& scene, std::vector<HumanBone> bones,
                                    const Tasks& tasks, const ProgressCallback& progress) {
  constexpr int kRounds = 8;  // one suffices unless an island is nearer to a bone enlarged since
  const std::vector<HumanBone> before = bones;
  const auto bound = [&] { return apply(scene, made_skeleton(scene, bones), tasks).scene; };
  const Id skeleton = scene.next_id;
  std::optional<Scene> rigged = bound();
  if (!rigged) return bones;
  Deformer deformer = Deformer::with(tasks);
  Measures measures;
  for (int round = 0; round <= kRounds; ++round) {
    if (!goes_on(progress, double(round) / kRounds)) return before;
    deformer.update(*rigged);
    measures.update(*rigged, deformer);
    if (round > 0) {
      const Skeleton& now = *find_node(*rigged, skeleton)->skeleton;
      if (!cover(bones, measures, now, skeleton)) break;
    } else {
      const std::vector<Fit> fits = measures.fit_all(skeleton);
      for (std::size_t j = 0; j < std::min(fits.size(), bones.size()); ++j)
        if (fits[j].has_skin) bones[j].radius = fits[j].radius;
    }
    even_radii(bones);
    // Only radii change, so that the engine rewrites only their rows.
    Skeleton& fitted = edit_skeleton(*rigged, node_index(*rigged, skeleton));
    for (std::size_t j = 0; j < bones.size(); ++j) fitted.joints[j].radius = bones[j].radius;
  }
  return bones;
}

}  // namespace marrow
