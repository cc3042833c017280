// Measures keeps its answers: after any edit they are those of a fresh one.
#include <functional>

#include "rig/measure_support.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

void check_same(const Meters& a, const Meters& b) {
  for (const auto& [mine, other] :
       {std::pair(&a.volume, &b.volume), std::pair(&a.thickness, &b.thickness),
        std::pair(&a.stretch, &b.stretch), std::pair(&a.weight_jump, &b.weight_jump),
        std::pair(&a.follows, &b.follows)}) {
    CHECK(is_same(mine->value, other->value));
    CHECK(mine->band == other->band);
    CHECK(mine->where == other->where);
  }
}

/// All answers of `measures` against those of a fresh one.
void check_fresh(const Scene& scene, const Deformer& deformer, Measures& measures) {
  Measures fresh;
  fresh.update(scene, deformer);
  measures.update(scene, deformer);
  for (const Node& node : scene.nodes) {
    check_same(measures.model(node.id), fresh.model(node.id));
    CHECK(measures.islands(node.id) == fresh.islands(node.id));
    CHECK(measures.nearest(node.id).joint == fresh.nearest(node.id).joint);
    CHECK(measures.nearest(node.id).distance == fresh.nearest(node.id).distance);
    CHECK(edges_of(measures.connectivity(node.id)) == edges_of(fresh.connectivity(node.id)));
    CHECK(measures.advice(node.id) == fresh.advice(node.id));
    if (!node.skeleton) continue;
    REQUIRE(measures.fit_all(node.id).size() == fresh.fit_all(node.id).size());
    for (const Joint& joint : node.skeleton->joints) {
      check_same(measures.joint(joint.id), fresh.joint(joint.id));
      CHECK(measures.bleed(joint.id) == fresh.bleed(joint.id));
      CHECK(measures.fit(joint.id) == fresh.fit(joint.id));
      CHECK(measures.advice(joint.id) == fresh.advice(joint.id));
    }
  }
}

/// Two skeletons and three meshes, one of them with weights of its own.
Scene busy_scene(std::mt19937& random) {
  Scene scene =
      bound_scene(random_skeleton(random, 5), std::make_shared<const Mesh>(capped_cylinder(9, 8)));
  Node other = scene.nodes[0];
  other.id = 3;
  other.name = "other rig";
  Skeleton skeleton = random_skeleton(random, 3);
  for (Joint& joint : skeleton.joints) joint.id += 100;
  other.skeleton = std::make_shared<const Skeleton>(skeleton);
  Node second = scene.nodes[1], third = second;
  second.id = 4;
  second.name = "second";
  second.mesh = random_mesh(random, 40, 1.0f);
  third.id = 5;
  third.name = "third";
  Mesh weighted = capped_cylinder(5, 6);
  weighted.weights.emplace();
  weighted.weights->row_begin.assign(1, 0);
  for (std::size_t v = 0; v < weighted.positions.size(); ++v) {
    if (v % 5 != 0) {
      weighted.weights->joint.push_back(Id(100 + v % 3));
      weighted.weights->weight.push_back(1.0f);
    }
    end_row(*weighted.weights);
  }
  third.mesh = std::make_shared<const Mesh>(weighted);
  scene.nodes.insert(scene.nodes.end(), {other, second, third});
  return scene;
}

Joint& any_joint(std::mt19937& random, Scene& scene) {
  Skeleton& skeleton = edit_skeleton(scene, random_index(random, 0, 1) * 2);
  return skeleton.joints[std::size_t(random_index(random, 0, int(skeleton.joints.size()) - 1))];
}

using SceneEdit = std::function<void(std::mt19937&, Scene&)>;

std::vector<SceneEdit> edits() {
  return {
      [](std::mt19937& random, Scene& scene) {
        any_joint(random, scene).radius = random_number(random, 0.0f, 0.9f);
      },
      [](std::mt19937& random, Scene& scene) {
        any_joint(random, scene).user_local = random_rigid(random);
      },
      [](std::mt19937& random, Scene& scene) {
        any_joint(random, scene).extent = random_vector(random, 0.8f);
      },
      [](std::mt19937& random, Scene& scene) {
        any_joint(random, scene).bind_local = random_affine(random);
      },
      [](std::mt19937& random, Scene& scene) {
        edit_skeleton(scene, 0).falloff = Falloff(random_index(random, 0, 2));
      },
      [](std::mt19937& random, Scene& scene) {
        scene.nodes[std::size_t(random_index(random, 0, 4))].local = random_affine(random);
      },
      [](std::mt19937& random, Scene& scene) {
        scene.nodes[3].mesh = random_mesh(random, random_index(random, 3, 40), 1.0f);
      },
      [](std::mt19937&, Scene& scene) {
        scene.nodes[4].explicit_weights = !scene.nodes[4].explicit_weights;
      },
      [](std::mt19937& random, Scene& scene) {
        scene.nodes[3].bound_to = Id(random_index(random, 0, 3)) == 0 ? kNoId : 3;
      },
      [](std::mt19937&, Scene& scene) {
        scene.nodes[1].bound_to = scene.nodes[1].bound_to == kRig ? 3 : kRig;
      },
      [](std::mt19937& random, Scene& scene) {
        Skeleton& skeleton = edit_skeleton(scene, 0);
        if (skeleton.joints.size() > 3) return skeleton.joints.pop_back();
        skeleton.joints.push_back({.id = take_id(scene),
                                   .name = "new",
                                   .parent = random_index(random, -1, 1),
                                   .bind_local = random_rigid(random),
                                   .extent = random_vector(random, 0.5f),
                                   .radius = 0.4f});
      },
      [](std::mt19937&, Scene&) {},
  };
}

/// At rest, rigid, larger or sheared.
glm::mat4 any_pose(std::mt19937& random) {
  const int kind = random_index(random, 0, 4);
  if (kind == 0) return glm::mat4(1.0f);
  if (kind == 1) return random_affine(random);
  if (kind == 2)
    return random_rotation(random) * scaling(glm::vec3(random_number(random, 0.5f, 2.0f)));
  return random_rigid(random);
}

void check_fresh_meters(const Scene& scene, const Deformer& deformer, Measures& measures) {
  Measures fresh;
  fresh.update(scene, deformer);
  measures.update(scene, deformer);
  check_same(measures.model(kRig), fresh.model(kRig));
  for (const Id joint : {kLower, kUpper}) check_same(measures.joint(joint), fresh.joint(joint));
}

void check_near(const Meters& a, const Meters& b) {
  CHECK(is_same(a.volume.value, b.volume.value, 2e-5));
  CHECK(is_same(a.thickness.value, b.thickness.value, 2e-5));
  CHECK(is_same(a.stretch.value, b.stretch.value, 2e-5));
  CHECK(is_same(a.weight_jump.value, b.weight_jump.value, 2e-5));
}

/// `joint`: nullptr for the worst of all.
void check_edges(const Meters& meters, const std::uint32_t* joint, const DeformedMesh& mesh) {
  const auto weight_of = [&](std::uint32_t vertex, std::uint32_t of) {
    const Influences& rows = mesh.influences;
    for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k)
      if (rows.joint[k] == of) return rows.weight[k];
    return -1.0f;
  };
  for (const Meter* meter : {&meters.stretch, &meters.weight_jump}) {
    if (meter->band == Band::unknown) continue;
    CHECK(meter->where.mesh == kSkin);
    CHECK(meter->where.a < meter->where.b);
    if (joint)
      CHECK(std::max(weight_of(meter->where.a, *joint), weight_of(meter->where.b, *joint)) >= 0.0f);
  }
  const EdgePlace& at = meters.stretch.where;
  if (at.mesh == kNoId) return;
  const double now = glm::distance(mesh.positions()[at.a], mesh.positions()[at.b]),
               before = glm::distance(mesh.bind_positions[at.a], mesh.bind_positions[at.b]);
  CHECK(is_same(now / before, meters.stretch.value, 1e-4));
}

}  // namespace

LAW_CASE("after any edits the answers are those of a fresh Measures") {
  for (auto& random : seeds<std::mt19937>(1u, trials(4u) + 1)) {
    Scene scene = busy_scene(random);
    Deformer deformer = random.seed % 2 ? Deformer(tasks) : Deformer();
    Measures measures;
    const std::vector<SceneEdit> all = edits();
    for (int step = 0; step < 60; ++step) {
      all[std::size_t(random_index(random, 0, int(all.size()) - 1))](random, scene);
      REQUIRE(why_invalid(scene) == "");
      deformer.update(scene);
      check_fresh(scene, deformer, measures);
    }
  }
}

SOLVED_CASE(
    "on a mesh of many patches the answers are those of a fresh Measures too, however seldom and "
    "from however many threads they are asked "
    "for") {
  for (auto& random : seeds<std::mt19937>(1, trials(4) + 1)) {
    Scene scene = two_bone_cylinder(90, 80, 0.55f);  // 14,000 triangles
    pose_joint(scene, 1, random_rotation(random));
    Deformer deformer;
    Measures measures;
    for (int step = 0; step < 40; ++step) {
      Joint& joint = edit_skeleton(scene, 0).joints[std::size_t(random_index(random, 0, 1))];
      const int edit = random_index(random, 0, 5);
      if (edit <= 2)
        joint.radius = std::max(0.0f, joint.radius + random_number(random, -0.05f, 0.05f));
      if (edit == 3) joint.user_local = random_rotation(random);
      if (edit == 4) joint.extent += random_vector(random, 0.05f);
      deformer.update(scene);
      if (edit == 5) deformer.reorder();
      if (step % 5 == 4) deformer.meshes()[0].positions();
      if (random_index(random, 0, 2) > 0) continue;
      const ThreadLimit threads(random_index(random, 1, 8));
      Deformer fresh = deformed(scene);
      CHECK(deformer.meshes()[0].positions() == fresh.meshes()[0].positions());
      CHECK(deformer.meshes()[0].normals() == fresh.meshes()[0].normals());
      check_fresh(scene, deformer, measures);
    }
  }
}

SOLVED_CASE(
    "whatever poses and blends follow each other, the meters are those of a fresh Measures") {
  for (auto& random : seeds<std::mt19937>(1, trials(4) + 1)) {
    Scene scene = two_bone_cylinder(90, 80, 0.55f);
    Deformer deformer;
    Measures measures;
    for (int step = 0; step < 25; ++step) {
      if (random_index(random, 0, 2) > 0)
        pose_joint(scene, std::size_t(random_index(random, 0, 1)), any_pose(random));
      else
        edit_skeleton(scene, 0).blend = Blend(random_index(random, 0, int(kBlends.size()) - 1));
      if (step % 8 == 7)  // with holes, or without
        edit_skeleton(scene, 0).joints[1].radius = random_number(random, 0.45f, 0.7f);
      deformer.update(scene);
      check_fresh_meters(scene, deformer, measures);
    }
  }
}

/// Covered or, every third time, with holes.
static Scene patched_cylinder(unsigned seed) {
  Scene scene = two_bone_cylinder(90, 80, seed % 2 ? 0.55f : 0.6f, Falloff(seed % 3));
  if (seed % 3 == 0) edit_skeleton(scene, 0).joints[1].radius = 0.45f;
  return scene;
}

LAW_CASE("a patch that moves as a whole is metered as it is when each vertex is looked at") {
  for (auto& random : seeds<std::mt19937>(1u, trials(6u) + 1u)) {
    Scene scene = patched_cylinder(random.seed);
    if (random.seed > 3) {  // open, so that it matters from where volumes are measured
      Mesh open = *scene.nodes[1].mesh;
      open.face_begin.resize(open.face_begin.size() / 2);
      open.corner_vertex.resize(open.face_begin.back());
      scene.nodes[1].mesh = std::make_shared<const Mesh>(open);
    }
    Deformer whole, by_vertex(tasks);  // without an engine nothing is known of patches
    Measures measures, looked;
    for (int step = 0; step < 10; ++step) {
      pose_joint(scene, std::size_t(random_index(random, 0, 1)), any_pose(random));
      whole.update(scene);
      by_vertex.update(scene);
      measures.update(scene, whole);
      looked.update(scene, by_vertex);
      check_near(measures.model(kRig), looked.model(kRig));
      for (const Id joint : {kLower, kUpper})
        check_near(measures.joint(joint), looked.joint(joint));
    }
  }
}

SOLVED_CASE("the worst edges are where the meters say that they are") {
  for (auto& random : seeds<std::mt19937>(1u, trials(6u) + 1u)) {
    Scene scene = patched_cylinder(random.seed);
    Deformer deformer;
    Measures measures;
    for (int step = 0; step < 10; ++step) {
      pose_joint(scene, std::size_t(random_index(random, 0, 1)), any_pose(random));
      deformer.update(scene);
      measures.update(scene, deformer);
      check_edges(measures.model(kRig), nullptr, deformer.meshes()[0]);
      for (const std::uint32_t joint : {0u, 1u})
        check_edges(measures.joint(kLower + joint), &joint, deformer.meshes()[0]);
    }
  }
}

LAW_CASE("two deformers may take turns, and copies of one may take each other's place") {
  std::mt19937 random(7);
  const std::vector<SceneEdit> all = edits();
  Scene left = busy_scene(random), right = left;
  Deformer a(tasks), b(tasks);
  Measures measures;
  for (int turn = 0; turn < 8; ++turn) {
    all[std::size_t(turn)](random, right);
    a.update(left);
    b.update(right);
    check_fresh(left, a, measures);
    check_fresh(right, b, measures);
  }
  for (int turn = 0; turn < 12; ++turn) {
    Scene trial = left;
    all[std::size_t(turn % 8)](random, trial);
    Deformer other(tasks);  // perhaps at the address of an earlier deformer
    other.update(trial);
    check_fresh(trial, other, measures);
  }
}

LAW_CASE("asking again costs no new answer: references stay, and no time is spent") {
  std::mt19937 random(3);
  Measured measured(busy_scene(random), tasks);
  const Meters* meters = &measured.measures.joint(100);
  const Bleed* bleed = &measured.measures.bleed(100);
  const Bleed::Patch* patches = bleed->patches.data();
  const std::uint32_t* row = measured.measures.connectivity(kSkin).neighbors.data();
  const int* nearest = measured.measures.nearest(kSkin).joint.data();
  const double before = measured.measures.total_ms();
  CHECK(before > 0.0);
  measured.update();
  CHECK(measured.measures.total_ms() == before);
  CHECK(&measured.measures.joint(100) == meters);
  CHECK(measured.measures.bleed(100).patches.data() == patches);
  CHECK(measured.measures.connectivity(kSkin).neighbors.data() == row);
  edit_skeleton(measured.scene, 0).joints[0].radius = 0.33f;
  measured.update();
  CHECK(measured.measures.nearest(kSkin).joint.data() == nearest);
}

// ---- Hurried answers: the last ones

namespace {

bool is_alike(const Meters& a, const Meters& b) {
  return is_same(a.volume.value, b.volume.value) && is_same(a.thickness.value, b.thickness.value) &&
         is_same(a.stretch.value, b.stretch.value) &&
         is_same(a.weight_jump.value, b.weight_jump.value) &&
         is_same(a.follows.value, b.follows.value);
}

void bend(Measured& measured, float angle) {
  pose_joint(measured.scene, 1, glm::rotate(glm::mat4(1.0f), angle, glm::vec3(0, 0, 1)));
  measured.deformer.update(measured.scene);
}

void widen(Measured& measured, float radius) {
  edit_skeleton(measured.scene, 0).joints[1].radius = radius;
  measured.deformer.update(measured.scene);
}

Meters fresh(const Measured& measured) {
  Measures measures;
  measures.update(measured.scene, measured.deformer);
  return measures.joint(kUpper);
}

}  // namespace

SOLVED_CASE("who has no time gets the last answers and is told so; then they are new") {
  Measured measured(two_bone_cylinder(21, 20, 0.6f), tasks_of(Backend::textbook));
  const Meters at_rest = measured.measures.joint(kUpper);
  const Fit fit = measured.measures.fit(kUpper);
  const std::uint32_t bleeding = measured.measures.bleed(kUpper).count;
  bend(measured, 0.9f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Freshness::may_be_old);
  CHECK(!measured.measures.gave_old_results());  // nothing was asked
  CHECK(measured.measures.fit(kUpper).radius == fit.radius);
  CHECK(measured.measures.bleed(kUpper).count == bleeding);
  CHECK(!measured.measures.gave_old_results());  // a pose does not change them
  CHECK(is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(measured.measures.gave_old_results());
  widen(measured, 0.4f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Freshness::may_be_old);
  CHECK(is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(measured.measures.bleed(kUpper).count == bleeding);
  CHECK(measured.measures.gave_old_results());
  measured.measures.update(measured.scene, measured.deformer);
  CHECK(!measured.measures.gave_old_results());
  CHECK(is_alike(measured.measures.joint(kUpper), fresh(measured)));
  CHECK(!is_alike(measured.measures.joint(kUpper), at_rest));
  CHECK(!measured.measures.gave_old_results());
}

SOLVED_CASE("what was never asked is found out for those in a hurry too") {
  Measured measured(two_bone_cylinder(21, 20, 0.6f), tasks_of(Backend::textbook));
  bend(measured, 0.7f);
  measured.measures.update(measured.scene, measured.deformer, Measures::Freshness::may_be_old);
  CHECK(is_alike(measured.measures.joint(kUpper), fresh(measured)));
  CHECK(!measured.measures.gave_old_results());
}

}  // namespace marrow::test
