// Skinning on the graphics card: the same numbers and the same pictures as the engine's. Everything
// here needs a GL context and the engine; without them it is skipped.
#include "view/gl/gpu_skin.h"

#include <glm/gtc/matrix_inverse.hpp>

#include "rig/polar_parts.h"
#include "support/random_rig.h"
#include "view/gl/gpu_skinner.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

namespace {

bool lacks_engine() {
  if (has_engine()) return false;
  skip("skinning on the card: rig/fast is not here");
  return true;
}

// ---- Rigs

/// Triangles anywhere; the rows of their vertices are least to most joints long, as the joints go.
std::shared_ptr<Mesh> mesh_with_rows(Random& random, const Skeleton& skeleton, int vertices,
                                     int least, int most) {
  auto mesh = std::make_shared<Mesh>();
  for (int v = 0; v < vertices; ++v) mesh->positions.push_back(random.vec3(1.5f));
  for (int v = 0; v + 2 < vertices; v += 3) {
    const auto first = static_cast<std::uint32_t>(v);
    add_face(*mesh, {first, first + 1, first + 2});
  }
  ExplicitWeights weights;
  weights.row_begin = {0};
  const int joints = static_cast<int>(skeleton.joints.size());
  for (int v = 0; v < vertices; ++v) {
    const int size = std::min(least + random.below(most - least + 1), joints),
              step = size > 0 ? joints / size : 0;
    float sum = 0.0f;
    const std::size_t begin = weights.weight.size();
    for (int k = 0; k < size; ++k) {
      weights.joint.push_back(
          skeleton.joints[static_cast<std::size_t>(k * step + random.below(step))].id);
      weights.weight.push_back(random.uniform(0.05f, 1.0f));
      sum += weights.weight.back();
    }
    for (std::size_t k = begin; k < weights.weight.size(); ++k) weights.weight[k] /= sum;
    weights.row_begin.push_back(static_cast<std::uint32_t>(weights.joint.size()));
  }
  mesh->weights = std::move(weights);
  return mesh;
}

Scene scene_bound_to(Skeleton skeleton, std::shared_ptr<const Mesh> mesh,
                     bool explicit_weights = true) {
  Scene scene;
  Node rig, skin;
  rig.id = 1;
  rig.name = "rig";
  rig.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  skin.id = 2;
  skin.name = "skin";
  skin.mesh = std::move(mesh);
  skin.bound_to = 1;
  skin.explicit_weights = explicit_weights;
  scene.nodes = {rig, skin};
  scene.next_id = 100000;
  return scene;
}

Scene scene_with_rows(Random& random, int joints, int vertices, int least, int most,
                      bool scaled = false) {
  Skeleton skeleton =
      random_skeleton(random, {.joints = joints, .roots = 1 + joints / 4, .scaled = scaled});
  auto mesh = mesh_with_rows(random, skeleton, vertices, least, most);
  return scene_bound_to(std::move(skeleton), std::move(mesh));
}

// ---- Agreement

struct BlendedMatrix {
  glm::dmat4 matrix{1.0};
  double size = 1.0;  ///< of the largest matrix in it
};

BlendedMatrix blend_of(const DeformedMesh& mesh, std::size_t vertex) {
  BlendedMatrix blend;
  if (mesh.influences.row_size(vertex) == 0) return blend;
  blend = {glm::dmat4(0.0), 0.0};
  for (std::uint32_t k = mesh.influences.row_begin(vertex); k < mesh.influences.row_end(vertex);
       ++k) {
    const glm::dmat4 of_joint(mesh.skinning[mesh.influences.joint[k]]);
    blend.matrix += static_cast<double>(mesh.influences.weight[k]) * of_joint;
    for (int column = 0; column < 3; ++column)
      blend.size = std::max(blend.size, glm::length(glm::dvec3(of_joint[column])));
  }
  const std::uint32_t row = mesh.influences.row_begin(vertex);
  if (mesh.blend == Blend::dual_quaternion)
    blend.matrix =
        blended_motion(polar_parts(mesh.skinning), mesh.influences.joint.data() + row,
                       mesh.influences.weight.data() + row, mesh.influences.row_size(vertex));
  if (mesh.blend == Blend::centers)
    blend.matrix =
        blended_about(center_or(mesh.centers[vertex], mesh.rest_positions()[vertex]),
                      mesh.rest_positions()[vertex], mesh.skinning, polar_parts(mesh.skinning),
                      mesh.influences.joint.data() + row, mesh.influences.weight.data() + row,
                      mesh.influences.row_size(vertex));
  return blend;
}

/// What single precision decides of a vertex's normal.
enum class Decided { nothing, line, all };

Decided decided(const DeformedMesh& mesh, std::size_t vertex) {
  const BlendedMatrix blend = blend_of(mesh, vertex);
  const glm::dmat3 m = glm::dmat3(blend.matrix) / std::max(blend.size, 1e-30);
  const glm::dmat3 cofactors(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]),
                             glm::cross(m[0], m[1]));
  if (glm::length(cofactors * glm::dvec3(mesh.bind_normals[vertex])) < 1e-3)
    return Decided::nothing;
  return std::abs(glm::determinant(m)) < 1e-5 ? Decided::line : Decided::all;
}

struct Worst {
  double position = 0.0;  ///< of the mesh's size
  double normal = 0.0;
  int undecided = 0;
};

Worst worst_of(const DeformedMesh& mesh, const GpuSkinner& skinner) {
  std::vector<glm::vec3> positions, normals;
  skinner.skin(mesh, positions, normals);
  REQUIRE(positions.size() == mesh.bind_positions.size());
  REQUIRE(normals.size() == positions.size());
  Bounds bounds = mesh.bounds();
  for (const glm::vec3& position : mesh.bind_positions) bounds.add(position);
  Worst worst;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const double apart = glm::distance(positions[v], mesh.positions()[v]) / bounds.diagonal();
    worst.position = std::isfinite(apart) ? std::max(worst.position, apart) : 1e30;
    const Decided what = decided(mesh, v);
    worst.undecided += what != Decided::all;
    if (what == Decided::nothing) continue;
    double turned = glm::distance(normals[v], mesh.normals()[v]);
    if (what == Decided::line)
      turned = std::min(turned, static_cast<double>(glm::distance(-normals[v], mesh.normals()[v])));
    worst.normal = std::isfinite(turned) ? std::max(worst.normal, turned) : 1e30;
  }
  return worst;
}

Scene with_blend(Scene scene, Blend blend) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].skeleton) edit_skeleton(scene, static_cast<int>(n)).blend = blend;
  return scene;
}

void check_agreement(const Scene& scene, const GpuSkinner& skinner, int most_undecided = 0) {
  REQUIRE(why_invalid(scene) == "");
  Deformer deformer;
  for (const Blend blend : {Blend::linear, Blend::dual_quaternion, Blend::centers}) {
    deformer.update(with_blend(scene, blend));
    for (const DeformedMesh& mesh : deformer.meshes()) {
      const Worst worst = worst_of(mesh, skinner);
      CHECK(worst.position <= 1e-5);
      CHECK(worst.normal <= 1e-3);
      CHECK(worst.undecided <= most_undecided);
      CHECK(GpuSkin::can_skin(mesh) == (mesh.skeleton != kNoId));
    }
  }
}

// ---- Pictures

/// Pixels that differ by more than rounding.
int different_pixels(const Image& a, const Image& b) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  int count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    int most = 0;
    for (std::size_t k = i; k < i + 4; ++k)
      most = std::max(most, std::abs(static_cast<int>(a.rgba[k]) - static_cast<int>(b.rgba[k])));
    count += most > 6;
  }
  return count;
}

void check_same_picture(Studio& studio, Stage& stage) {
  stage.picture.gpu_skinning = false;
  const Image by_engine = studio.shot(stage.picture, 320, 240, 1);
  stage.picture.gpu_skinning = true;
  const Image on_card = studio.shot(stage.picture, 320, 240, 1);
  CHECK(different_pixels(by_engine, on_card) <= 30);
  CHECK(different_pixels(by_engine, studio.shot(Stage(Scene{}).picture, 320, 240, 1)) > 2000);
}

}  // namespace

TEST_CASE("rows of any length: the card's vertices are the engine's") {
  if (lacks_engine()) return;
  const Studio studio;
  if (!studio) return;
  const GpuSkinner skinner;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    check_agreement(scene_with_rows(random, 1 + random.below(30), 300, 0, 4), skinner, 6);
    check_agreement(scene_with_rows(random, 12 + random.below(30), 300, 5, 12), skinner, 6);
    check_agreement(scene_with_rows(random, 64, 60, 0, 60), skinner, 2);
    check_agreement(scene_with_rows(random, 60, 3, 60, 60), skinner, 1);
    // Uneven scales multiply along a chain: next to the largest matrix many a blend is flat.
    check_agreement(scene_with_rows(random, 30, 300, 0, 12, true), skinner, 300);
  }
}

TEST_CASE(
    "capsules, a placed mesh, shading copies, two meshes of one skeleton and a rigid one: the "
    "card's vertices are the engine's") {
  if (lacks_engine()) return;
  const Studio studio;
  if (!studio) return;
  const GpuSkinner skinner;
  for (unsigned seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    SceneMaker maker;
    const std::vector<Joint> joints = random_joints(maker, dice, 1 + static_cast<int>(seed));
    const Id skeleton = maker.skeleton(joints, dice.affine(1.0f));
    maker.mesh(triangle_soup(dice, 150, 1.0f), dice.affine(1.0f), skeleton);
    maker.mesh(box({0, 0.2f, 0}, 0.5f), glm::mat4(1.0f), skeleton);
    maker.mesh(box({0, 0.2f, 0}, 0.5f), dice.affine(1.0f));
    check_agreement(maker.scene, skinner, 12);
  }
}

TEST_CASE("a thousand joints do not fit in one row of texels") {
  if (lacks_engine()) return;
  const Studio studio;
  if (!studio) return;
  const GpuSkinner skinner;
  Random random(3);
  for (const int joints : {255, 256, 257, 1000})
    check_agreement(scene_with_rows(random, joints, 900, 0, 9), skinner, 18);
}

TEST_CASE("reflections, zero scales and tiny and huge matrices: no vertex and no normal is lost") {
  if (lacks_engine()) return;
  const Studio studio;
  if (!studio) return;
  const GpuSkinner skinner;
  for (const glm::vec3& scale :
       {glm::vec3(-1, 1, 1), glm::vec3(-1, -2, -0.5f), glm::vec3(1, 0, 1), glm::vec3(0, 1, 0),
        glm::vec3(0.0f), glm::vec3(1e-12f), glm::vec3(1e12f), glm::vec3(1e-30f, 1e-30f, 1e-28f)}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      CAPTURE(seed);
      CAPTURE(scale.x);
      Random random(seed);
      Skeleton skeleton = random_skeleton(random, {.joints = 7, .posed = seed % 2 == 0});
      skeleton.joints[0].user_local =
          skeleton.joints[0].user_local * glm::scale(glm::mat4(1.0f), scale);
      auto mesh = mesh_with_rows(random, skeleton, 120, 0, 6);
      check_agreement(scene_bound_to(std::move(skeleton), std::move(mesh)), skinner, 120);
    }
  }
}

TEST_CASE("where the product is not a finite number the vertex stays, on the card too") {
  if (lacks_engine()) return;
  const Studio studio;
  if (!studio) return;
  Random random(1);
  Skeleton skeleton = random_skeleton(random, {.joints = 3, .posed = false});
  skeleton.joints[0].user_local = glm::scale(glm::mat4(1.0f), glm::vec3(3e38f));
  auto mesh = mesh_with_rows(random, skeleton, 30, 1, 1);
  for (glm::vec3& position : mesh->positions) position *= 10.0f;
  const Scene scene = scene_bound_to(std::move(skeleton), std::move(mesh));
  REQUIRE(why_invalid(scene) == "");
  Deformer deformer;
  deformer.update(scene);
  std::vector<glm::vec3> positions, normals;
  GpuSkinner().skin(deformer.meshes()[0], positions, normals);
  for (std::size_t v = 0; v < positions.size(); ++v) {
    CHECK(is_finite(positions[v]));
    CHECK(glm::length(normals[v]) == doctest::Approx(1.0));
  }
}

TEST_CASE(
    "no vertices, no joints, and functions that are not the engine's: what the deformer has is "
    "taken "
    "as it is") {
  const Studio studio;
  if (!studio) return;
  const GpuSkinner skinner;
  std::vector<glm::vec3> positions{{1, 2, 3}}, normals;
  SceneMaker maker;
  const Id bare = maker.skeleton({});
  maker.mesh(std::make_shared<Mesh>(), glm::mat4(1.0f), bare);
  maker.mesh(box({}, 1.0f), glm::mat4(1.0f), bare);
  Deformer deformer;
  deformer.update(maker.scene);
  skinner.skin(deformer.meshes()[0], positions, normals);
  CHECK(positions.empty());
  skinner.skin(deformer.meshes()[1], positions, normals);
  CHECK(positions == deformer.meshes()[1].positions());

  Deformer by_student(Backend::student);
  by_student.update(creature());
  const DeformedMesh& mesh = by_student.meshes()[0];
  CHECK_FALSE(GpuSkin::can_skin(mesh));
  skinner.skin(mesh, positions, normals);
  CHECK(positions == mesh.positions());
  CHECK(normals == mesh.normals());
}

TEST_CASE("morph targets: the card's vertices and pictures are the engine's, as weights change") {
  if (lacks_engine()) return;
  Studio studio;
  if (!studio) return;
  const GpuSkinner skinner;
  Random random(6);
  Scene scene = creature();
  for (Node& node : scene.nodes) {
    if (!node.mesh) continue;
    auto mesh = std::make_shared<Mesh>(*node.mesh);
    MorphTarget target{"twist", {}, {}, {}};
    for (std::size_t v = 0; v < mesh->positions.size(); ++v)
      target.positions.push_back(random.vec3(0.4f));
    mesh->morph_targets = {target, {"", {}, target.positions, {}}};
    node.mesh = mesh;
  }
  Stage stage(scene);
  check_same_picture(studio, stage);
  const Image base = studio.shot(stage.picture, 320, 240, 1);
  for (const std::vector<float>& weights : {std::vector<float>{1, 0.5f}, {0.25f, 0}, {0, 0}}) {
    for (Node& node : stage.scene.nodes)
      node.morph_weights = node.mesh ? weights : std::vector<float>();
    edit(stage).joints[0].user_local = glm::rotate(glm::mat4(1.0f), weights[1], glm::vec3(0, 0, 1));
    stage.update();
    check_same_picture(studio, stage);
    check_agreement(stage.scene, skinner);
    CHECK((different_pixels(base, studio.shot(stage.picture, 320, 240, 1)) > 300) ==
          (weights[0] != 0.0f));
  }
}

TEST_CASE("what a driver's textures cannot hold is left to the engine") {
  Coverage coverage;
  coverage.histogram = {5, 6, 7, 8, 9};
  CHECK(GpuSkin::fits(coverage, 1000, 1024));
  CHECK(GpuSkin::fits(coverage, 256 * 1024 - 1, 1024));
  CHECK_FALSE(GpuSkin::fits(coverage, 256 * 1024, 1024));
  coverage.histogram = {0, 0, 0, 0, 0, 0, 1024 * 1024 / 2};  // two entries each behind the fourth
  CHECK(GpuSkin::fits(coverage, 10, 1024));
  ++coverage.histogram.back();
  CHECK_FALSE(GpuSkin::fits(coverage, 10, 1024));
  CHECK(GpuSkin::fits(coverage, 10, 16384));
}

TEST_CASE(
    "the picture is the same wherever vertices are skinned: colours, stripes, crosses, borders, "
    "see-through") {
  if (lacks_engine()) return;
  Studio studio;
  if (!studio) return;
  Random random(5);
  Stage stage(creature());
  const auto pose = [&] {
    for (Joint& joint : edit(stage).joints)
      joint.user_local =
          glm::rotate(glm::mat4(1.0f), random.uniform(-1.0f, 1.0f), random.direction());
    stage.update();
  };
  show_all(stage);
  check_same_picture(studio, stage);
  pose();
  check_same_picture(studio, stage);
  const Id mesh = stage.scene.nodes[1].id;
  stage.picture.show.selected = {mesh, stage.scene.nodes[2].id};
  stage.picture.show.active = mesh;
  check_same_picture(studio, stage);
  stage.picture.hatched[mesh] =
      std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 1, 4, 5, 6});
  stage.picture.emphasized[mesh] =
      std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{2, 7});
  check_same_picture(studio, stage);
  for (const MeshColors colors :
       {MeshColors::all_joints, MeshColors::influence_count, MeshColors::uncovered}) {
    stage.picture.show.colors = colors;
    check_same_picture(studio, stage);
  }
  stage.picture.show.mesh_opacity = 0.4f;
  pose();
  check_same_picture(studio, stage);
}

TEST_CASE(
    "edits reach the card: radius, placement, falloff, explicit weights, another mesh, another "
    "skeleton") {
  if (lacks_engine()) return;
  Studio studio;
  if (!studio) return;
  Stage stage(creature());
  edit(stage).joints[1].user_local = glm::rotate(glm::mat4(1.0f), 0.8f, glm::vec3(0, 0, 1));
  stage.update();
  check_same_picture(studio, stage);
  const auto check = [&](const char* what, const std::function<void()>& change) {
    CAPTURE(what);
    change();
    stage.update();
    stage.picture.gpu_skinning = true;
    const Image kept = studio.shot(stage.picture, 320, 240, 1);  // with what is there of before
    check_same_picture(studio, stage);
    CHECK(different_pixels(kept, studio.shot(stage.picture, 320, 240, 1)) == 0);
  };
  check("radius", [&] { edit(stage).joints[1].radius = 0.3f; });
  check("no pose", [&] { edit(stage).joints[1].user_local = glm::mat4(1.0f); });
  check("pose", [&] {
    edit(stage).joints[0].user_local = glm::rotate(glm::mat4(1.0f), 0.4f, glm::vec3(0, 1, 0));
  });
  check("falloff", [&] { edit(stage).falloff = Falloff::smooth; });
  for (const Blend blend : {Blend::centers, Blend::dual_quaternion, Blend::centers}) {
    check("blend", [&] { edit(stage).blend = blend; });
    check("radius under it", [&] { edit(stage).joints[1].radius += 0.05f; });
    check("pose under it", [&] {
      edit(stage).joints[1].user_local *= glm::rotate(glm::mat4(1.0f), 0.2f, glm::vec3(0, 0, 1));
    });
  }
  check("linear again", [&] { edit(stage).blend = Blend::linear; });
  check("centers for the rest", [&] { edit(stage).blend = Blend::centers; });
  check("mesh moved", [&] {
    stage.scene.nodes[1].local = glm::translate(glm::mat4(1.0f), {0.1f, 0.2f, 0});
  });
  check("skeleton moved", [&] {
    stage.scene.nodes[0].local = glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(1, 0, 0));
  });
  check("rigid", [&] { stage.scene.nodes[1].bound_to = kNoId; });
  check("bound", [&] { stage.scene.nodes[1].bound_to = stage.scene.nodes[0].id; });
  Random random(2);
  check("other mesh", [&] {
    stage.scene.nodes[1].mesh = mesh_with_rows(random, *stage.scene.nodes[0].skeleton, 90, 0, 2);
    stage.scene.nodes[1].explicit_weights = true;
  });
  check("capsules again", [&] { stage.scene.nodes[1].explicit_weights = false; });
}

TEST_CASE("a pose sends the matrices and nothing else, and nobody skins") {
  if (lacks_engine()) return;
  Studio studio;
  if (!studio) return;
  Random random(9);
  const int joints = 20;
  Stage stage(scene_with_rows(random, joints, 600, 1, 6));
  stage.picture.gpu_skinning = true;
  stage.picture.show.uncovered = true;
  const auto upload = [&] {
    studio.renderer->draw(stage.picture, 100, 80, 1);
    return studio.renderer->last_cost();
  };
  CHECK(upload().uploads > 1);
  CHECK(upload().uploads == 0);
  for (int frame = 0; frame < 3; ++frame) {
    edit(stage).joints[1].user_local = random.rigid(0.2f);
    stage.update();
    const Renderer::Cost cost = upload();
    CHECK(cost.uploads == 1);
    CHECK(cost.uploaded_bytes == (joints + 1) * 16 * sizeof(float));
    CHECK(upload().uploads == 0);
    CHECK(stage.deformer.meshes()[0].skin_ms() == 0.0);
  }
  stage.picture.gpu_skinning = false;
  CHECK(upload().uploads == 1);
  CHECK(stage.deformer.meshes()[0].skin_ms() > 0.0);
  CHECK(upload().uploads == 0);
}

TEST_CASE("a pose of a mesh with uncovered vertices sends no crosses: they stay where they are") {
  if (lacks_engine()) return;
  Studio studio;
  if (!studio) return;
  Stage stage(creature());
  edit(stage).joints[0].radius = edit(stage).joints[1].radius = 0.75f;
  stage.update();
  stage.picture.gpu_skinning = true;
  stage.picture.show.uncovered = true;
  REQUIRE(stage.deformer.meshes()[0].coverage.uncovered > 0);
  stage.deformer.settle();  // now, or the first pose would
  studio.shot(stage.picture);
  edit(stage).joints[1].user_local = glm::rotate(glm::mat4(1.0f), 0.8f, glm::vec3(0, 0, 1));
  stage.update();
  studio.shot(stage.picture);
  CHECK(studio.renderer->last_cost().uploads == 1);
}

TEST_CASE("going back and forth makes no GL objects, and none are left behind") {
  REQUIRE(gl::live_objects() == 0);
  if (lacks_engine()) return;
  {
    Studio studio;
    if (!studio) return;
    Stage stage(creature());
    const auto objects = [&](bool on_card) {
      stage.picture.gpu_skinning = on_card;
      studio.shot(stage.picture);
      return gl::live_objects();
    };
    objects(false);
    const int on_card = objects(true), by_engine = objects(false);
    CHECK(on_card > by_engine);
    for (int i = 0; i < 3; ++i) {
      CHECK(objects(true) == on_card);
      CHECK(objects(false) == by_engine);
    }
  }
  CHECK(gl::live_objects() == 0);
}
