// Updates of the engine for changed capsules equal a full bind of the scene, bit for bit.
#include <cstring>
#include <functional>

#include "rig/skinning/deformer.h"
#include "rig/support.h"

namespace marrow::test {

namespace {

template <typename Item>
bool same_bits(const std::vector<Item>& a, const std::vector<Item>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Item)) == 0);
}

/// Compares row by row; where rows are among the entries does not matter.
Influences packed(const Influences& influences) {
  Influences rows;
  for (std::size_t i = 0; i < influences.vertex_count(); ++i) {
    for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k) {
      rows.joint.push_back(influences.joint[k]);
      rows.weight.push_back(influences.weight[k]);
      if (!influences.distance.empty()) rows.distance.push_back(influences.distance[k]);
    }
    rows.end_row();
  }
  return rows;
}

bool same_bits(const Influences& left, const Influences& right) {
  const Influences a = packed(left), b = packed(right);
  return a.rows == b.rows && same_bits(a.joint, b.joint) && same_bits(a.weight, b.weight) &&
         same_bits(a.distance, b.distance);
}

/// Every number that an update makes.
void check_same_bits(const Deformer& a, const Deformer& b) {
  REQUIRE(a.meshes().size() == b.meshes().size());
  for (std::size_t m = 0; m < a.meshes().size(); ++m) {
    const DeformedMesh &x = a.meshes()[m], &y = b.meshes()[m];
    CAPTURE(m);
    REQUIRE(same_bits(x.influences, y.influences));
    REQUIRE(x.positions() == y.positions());
    REQUIRE(x.normals() == y.normals());
    REQUIRE(x.coverage.covered == y.coverage.covered);
    REQUIRE(x.coverage.uncovered == y.coverage.uncovered);
    REQUIRE(x.coverage.histogram == y.coverage.histogram);
  }
  REQUIRE(a.skeletons().size() == b.skeletons().size());
  for (std::size_t s = 0; s < a.skeletons().size(); ++s)
    REQUIRE(a.skeletons()[s].captured == b.skeletons()[s].captured);
  REQUIRE(a.problems() == b.problems());
}

/// Every corner of about every second vertex has a normal of its own, so that shading needs copies.
std::shared_ptr<Mesh> split_mesh(std::mt19937& random, int vertices) {
  std::shared_ptr<Mesh> mesh = random_mesh(random, vertices, 1.2f);
  for (const std::uint32_t vertex : mesh->corner_vertex) {
    const bool is_split = vertex % 2 == 0;
    mesh->corner_normal.push_back(std::uint32_t(mesh->normals.size()));
    mesh->normals.push_back(
        is_split ? glm::normalize(random_vector(random, 1.0f) + glm::vec3(0.0f, 0.0f, 2.0f))
                 : glm::vec3(0, 0, 1));
  }
  return mesh;
}

/// Half of the vertices to a random joint each, the others to none.
void add_weights(std::mt19937& random, const Skeleton& skeleton, Mesh& mesh) {
  ExplicitWeights weights{{0}, {}, {}};
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    if (i % 2 == 0 && !skeleton.joints.empty()) {
      weights.joint.push_back(
          skeleton.joints[std::size_t(random_index(random, 0, int(skeleton.joints.size()) - 1))]
              .id);
      weights.weight.push_back(1.0f);
    }
    end_row(weights);
  }
  mesh.weights = std::move(weights);
}

constexpr int kRigNode = 0, kFirstNode = 1, kSecond = 2, kPainted = 3;

/// One skeleton, two meshes that its capsules hold and one that has weights of its own.
Scene crowded_rig(std::mt19937& random) {
  Scene scene = bound_scene(random_skeleton(random, random_index(random, 1, 9)),
                            random_mesh(random, random_index(random, 0, 80), 1.2f));
  const auto add = [&](Id id, std::shared_ptr<const Mesh> mesh) {
    Node& node = scene.nodes.emplace_back(scene.nodes[kFirstNode]);
    node.id = id;
    node.name = "skin " + std::to_string(id);
    node.mesh = std::move(mesh);
    node.local = random_affine(random);
  };
  add(3, split_mesh(random, random_index(random, 3, 60)));
  std::shared_ptr<Mesh> painted = random_mesh(random, 30, 1.2f);
  add_weights(random, *scene.nodes[kRigNode].skeleton, *painted);
  add(4, painted);
  scene.nodes[kPainted].explicit_weights = true;
  return scene;
}

/// A radius that some vertex is exactly at, if any is held.
float radius_at_a_vertex(std::mt19937& random, const Deformer& deformer, std::size_t joint) {
  const Influences& influences =
      deformer.meshes()[std::size_t(random_index(random, 0, 1))].influences;
  for (std::size_t k = 0; k < influences.joint.size(); ++k) {
    if (influences.joint[k] == joint && random_index(random, 0, 3) == 0)
      return influences.distance[k];
  }
  return 0.25f;
}

void edit_radius(std::mt19937& random, const Deformer& deformer, Skeleton& skeleton,
                 std::size_t joint) {
  float& radius = skeleton.joints[joint].radius;
  const std::function<void()> anything = [&] { radius = random_number(random, 0.0f, 1.5f); };
  const std::function<void()> edits[] = {
      [&] { radius = 0.0f; },
      [&] { radius = -1.0f; },
      [&] { radius = 1e30f; },
      [&] { radius = radius_at_a_vertex(random, deformer, joint); },
      [&] { radius *= 1.001f; },  // a small step, as in a slow drag
      anything,
      anything,
      anything,
  };
  edits[random_index(random, 0, 7)]();
}

void edit_something_else(std::mt19937& random, Scene& scene) {
  Skeleton& skeleton = edit_skeleton(scene, kRigNode);
  Joint& joint =
      skeleton.joints[std::size_t(random_index(random, 0, int(skeleton.joints.size()) - 1))];
  const std::function<void()> edits[] = {
      [&] { joint.user_local = random_affine(random); },
      [&] { skeleton.falloff = Falloff(random_index(random, 0, 2)); },
      [&] { joint.extent = random_vector(random, 0.8f); },
      [&] { joint.bind_local = random_affine(random); },
      [&] {
        scene.nodes[kFirstNode].mesh = random_mesh(random, random_index(random, 0, 50), 1.2f);
      },
      [&] { scene.nodes[kPainted].explicit_weights = !scene.nodes[kPainted].explicit_weights; },
      [&] { scene.nodes[kSecond].local = random_affine(random); },
      [&] { skeleton.blend = Blend(random_index(random, 0, int(kBlends.size()) - 1)); },
      [&] {
        scene.nodes[kFirstNode].bound_to = scene.nodes[kFirstNode].bound_to == kNoId ? 1 : kNoId;
      },
  };
  edits[random_index(random, 0, 8)]();
}

}  // namespace

ENGINE_CASE(
    "after any sequence of edits the rows, counts and vertices are those of a full bind, bit for "
    "bit") {
  for (auto& random : seeds<std::mt19937>(0u, trials(300u), 9000u)) {
    Scene scene = crowded_rig(random);
    edit_skeleton(scene, kRigNode).falloff = Falloff(random.seed % 3);
    std::vector<Scene> past{scene};
    Deformer deformer = deformed(scene);
    for (int step = 0; step < 25; ++step) {
      CAPTURE(step);
      const int joints = int(scene.nodes[kRigNode].skeleton->joints.size());
      const int kind = random_index(random, 0, 9);
      if (kind == 0) {
        scene = past[std::size_t(random_index(random, 0, int(past.size()) - 1))];  // undo
      } else if (kind <= 2) {
        edit_something_else(random, scene);
      }
      const int edited =
          kind == 9 ? joints : random_index(random, kind <= 2 ? 0 : 1, std::min(joints, 3));
      for (int n = 0; n < edited; ++n) {
        edit_radius(random, deformer, edit_skeleton(scene, kRigNode),
                    std::size_t(random_index(random, 0, joints - 1)));
      }
      deformer.update(scene);
      past.push_back(scene);
      Deformer fresh = deformed(scene);
      check_same_bits(deformer, fresh);
    }
  }
}

ENGINE_CASE("a radius edit that no vertex notices moves no revision") {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 10, .name = "bone", .extent = {0, 1, 0}, .radius = 0.25f});
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {
      {0.5f, 0.5f, 0.0f}, {0.125f, 0.5f, 0.0f}, {9.0f, 0.0f, 0.0f}, {8.0f, 0.0f, 0.0f}};
  Scene scene = bound_scene(skeleton, mesh);
  Deformer deformer = deformed(scene);
  const std::uint64_t bind = deformer.meshes()[0].bind_revision,
                      pose = deformer.meshes()[0].pose_revision;
  edit_skeleton(scene, 0).joints[0].radius =
      0.5f;  // d < r is strict: the first vertex is not held yet
  deformer.update(scene);
  CHECK(deformer.meshes()[0].bind_revision == bind);
  CHECK(deformer.meshes()[0].pose_revision == pose);
  edit_skeleton(scene, 0).joints[0].radius = 0.75f;  // held, at rest
  deformer.update(scene);
  CHECK(deformer.meshes()[0].bind_revision != bind);
  CHECK(deformer.skeleton(1)->captured == std::vector<std::uint32_t>{2});
}

ENGINE_CASE(
    "a pose costs no bind, a radius does, and vertices cost something when somebody asks for "
    "them") {
  std::mt19937 random(9600);
  Scene scene = bound_scene(random_skeleton(random, 6), random_mesh(random, 2000, 1.2f));
  Deformer deformer = deformed(scene);
  CHECK(deformer.last_cost().bind_ms > 0.0);
  edit_skeleton(scene, 0).joints[1].radius = 0.9f;
  deformer.update(scene);
  const Deformer::Cost before = deformer.last_cost();
  CHECK(before.bind_ms > 0.0);
  deformer.update(scene);
  CHECK(deformer.last_cost().bind_ms == before.bind_ms);
  edit_skeleton(scene, 0).joints[1].user_local = translation({0.1f, 0.0f, 0.0f});
  deformer.update(scene);
  CHECK(deformer.last_cost().bind_ms == 0.0);
  CHECK(deformer.last_cost().skin_ms == 0.0);
  (void)deformer.meshes()[0].positions();
  CHECK(deformer.last_cost().skin_ms > 0.0);
}

}  // namespace marrow::test
