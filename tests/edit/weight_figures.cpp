// Capsules' weights in the terms of published papers, against the weights that artists made.
#include "rig/measure/weight_figures.h"

#include <cstdio>

#include "edit/figure/figure_rig.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/measure/measure.h"
#include "rig/measure/range_of_motion.h"
#include "rig/paint/stroke.h"
#include "scene/joint_roles.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Row {
  double l1 = 0.0, roughness = 0.0, bleed = 0.0, elbow_volume = 0.0;
};

/// A knee where there is no elbow; -1: neither.
int elbow_of(const Skeleton& skeleton) {
  const std::vector<JointRole> roles = body_roles(skeleton).roles;
  for (const BodyPart part : {BodyPart::forearm, BodyPart::shin})
    for (std::size_t j = 0; j < roles.size(); ++j)
      if (roles[j].part == part) return int(j);
  return -1;
}

double bent_volume(Scene scene, Id skeleton_node) {
  const int node = node_index(scene, skeleton_node);
  const Skeleton& skeleton = *scene.nodes[std::size_t(node)].skeleton;
  const int elbow = elbow_of(skeleton);
  if (elbow < 0) return std::numeric_limits<double>::quiet_NaN();
  const JointMotion flex = motions_of(skeleton, std::size_t(elbow)).front();
  edit_skeleton(scene, node).joints[std::size_t(elbow)].user_local = flex.user_local;
  Deformer deformer(Backend::fast);
  Measures measures;
  deformer.update(scene);
  measures.update(scene, deformer);
  return measures.joint(flex.joint).volume.value;
}

Row row_of(const Scene& scene, Id skeleton_node) {
  Deformer deformer(Backend::fast);
  Measures measures;
  deformer.update(scene);
  measures.update(scene, deformer);
  const Skeleton& skeleton = *find_node(scene, skeleton_node)->skeleton;
  Row row;
  double vertices = 0.0;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton != skeleton_node) continue;
    const auto count = double(mesh.mesh->positions.size());
    const WeightFigures figures = weight_figures(mesh, skeleton);
    vertices += count;
    row.l1 += figures.l1 * count;
    row.roughness += figures.roughness * count;
  }
  for (const BleedingPair& pair : bleeding_pairs(skeleton, measures))
    if (pair.is_between_limbs) row.bleed += pair.vertices;
  row.l1 /= vertices, row.roughness /= vertices, row.bleed /= vertices;
  row.elbow_volume = bent_volume(scene, skeleton_node);
  return row;
}

Scene at_rest_with(Scene scene, Id skeleton, bool by_capsules, Metric metric) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = scene.nodes[n];
    if (node.bound_to == skeleton) node.explicit_weights = !by_capsules;
    if (node.id != skeleton) continue;
    Skeleton& its = edit_skeleton(scene, int(n));
    its.metric = metric;
    its.falloff = Falloff::linear;
    for (Joint& joint : its.joints) joint.user_local = glm::mat4(1.0f);
  }
  return scene;
}

Scene fitted(Scene scene, Id skeleton) {
  cover_skin(scene, skeleton, true, tasks_of(Backend::fast));
  return scene;
}

/// Three dabs of the smoothing brush over everything, at its default strength.
Scene smoothed(Scene scene, Id skeleton_node) {
  constexpr int kDabs = 3;
  constexpr float kBeyond = 100.0f;  // radii: the same share for all vertices
  Deformer deformer(Backend::fast);
  deformer.update(scene);
  const Bounds box = world_bounds(deformer, scene);
  const Dab dab{box.center(), kBeyond * glm::distance(box.low, box.high), {}};
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton != skeleton_node) continue;
    const Skeleton& skeleton = *find_node(scene, skeleton_node)->skeleton;
    PaintTarget target;
    target.skeleton = &skeleton;
    target.graph =
        std::make_shared<const Connectivity>(connectivity_of(*mesh.mesh, make_surface(*mesh.mesh)));
    PaintStroke stroke(target, {Brush::smooth}, nullptr, mesh.mesh->positions.size());
    for (int k = 0; k < kDabs; ++k) stroke.dab(mesh, {&dab, 1});
    Applied painted =
        apply(scene, op::PaintWeights{mesh.node, Brush::smooth, kNoId, stroke.changed()},
              tasks_of(Backend::fast));
    REQUIRE(painted.scene);
    scene = std::move(*painted.scene);
  }
  return scene;
}

Id bound_skeleton_of(const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.mesh && node.mesh->weights && find_node(scene, node.bound_to) != nullptr)
      return node.bound_to;
  return kNoId;
}

}  // namespace

SOLVED_CASE("weights equal to the file's have no distance; one joint alone has no roughness") {
  Scene scene = io::load(media() / "bar.glb").scene;
  for (Node& node : scene.nodes) {
    if (!node.mesh) continue;
    auto bare = std::make_shared<Mesh>(*node.mesh);
    bare->weights.reset();
    node.mesh = bare;
  }
  Deformer deformer(Backend::fast);
  deformer.update(scene);
  const DeformedMesh& capsules = deformer.meshes().front();
  const Skeleton& skeleton = *find_node(scene, capsules.skeleton)->skeleton;
  CHECK(std::isnan(weight_figures(capsules, skeleton).l1));

  auto mesh = std::make_shared<Mesh>(*capsules.mesh);
  ExplicitWeights all{{0}, {}, {}};
  for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
    all.joint.push_back(skeleton.joints.front().id);
    all.weight.push_back(1.0f);
    all.row_begin.push_back(std::uint32_t(v + 1));
  }
  mesh->weights = all;
  for (Node& node : scene.nodes)
    if (node.id == capsules.node) node.mesh = mesh;
  const double by_capsules = [&] {
    Deformer now(Backend::fast);
    now.update(scene);
    return weight_figures(now.meshes().front(), skeleton).l1;
  }();
  CHECK(by_capsules > 0.0);
  CHECK(by_capsules <= 2.0);
  for (Node& node : scene.nodes)
    if (node.mesh) node.explicit_weights = true;
  Deformer now(Backend::fast);
  now.update(scene);
  const WeightFigures own = weight_figures(now.meshes().front(), skeleton);
  CHECK(own.l1 == 0.0);
  CHECK(own.roughness == 0.0);
}

DATA_CASE("capsules against artists' weights: the table of rig/MEASUREMENTS.md") {
  if (!has_engine() || is_sanitized()) return skip("capsules against artists' weights");
  std::printf(
      "rig: capsules, fitted, through the body, smoothed, file's weights: L1 roughness bleed "
      "volume\n");
  for (const char* name : {"CesiumMan.glb", "Fox.glb", "RiggedFigure.glb", "kaykit_Knight.glb",
                           "q_Horse.glb", "mannequiny.glb", "q_KnightCharacter.glb",
                           "q_Character_HumanoidRig.glb", "q_Fox.glb", "RobotExpressive.glb"}) {
    CAPTURE(name);
    const Scene scene = io::load(data / "gltf" / name).scene;
    const Id skeleton = bound_skeleton_of(scene);
    REQUIRE(skeleton != kNoId);
    const Scene as_come = at_rest_with(scene, skeleton, true, Metric::straight),
                through = at_rest_with(scene, skeleton, true, Metric::body),
                own = at_rest_with(scene, skeleton, false, Metric::straight);
    std::printf("%s", name);
    const Scene by_body = fitted(through, skeleton);
    for (const Scene& one :
         {as_come, fitted(as_come, skeleton), by_body, smoothed(by_body, skeleton), own}) {
      const Row row = row_of(one, skeleton);
      std::printf(" | %.2f %.4f %.3f %.2f", row.l1, row.roughness, row.bleed, row.elbow_volume);
      CHECK(row.l1 <= 2.0);
    }
    CHECK(row_of(own, skeleton).l1 < 1e-6);
    std::printf("\n");
  }
}
