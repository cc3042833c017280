// The engine against the textbook and against a double-precision evaluation: random scenes, any
// number of threads. What it finds to be the worst error is printed with --success
// (MESSAGE).
#include <algorithm>
#include <cstring>
#include <functional>

#include "instructor/engine_error.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

Scene random_scene(std::mt19937& random) {
  const int joints = random_index(random, 0, 12);
  Scene scene = bound_scene(random_skeleton(random, joints),
                            random_mesh(random, random_index(random, 0, 90), 1.5f));
  Skeleton& skeleton = edit_skeleton(scene, 0);
  skeleton.falloff = Falloff(random_index(random, 0, 2));
  if (joints > 0 && random_index(random, 0, 3) == 0) {
    Joint& joint = skeleton.joints[std::size_t(random_index(random, 0, joints - 1))];
    const std::function<void()> edits[] = {
        [&] { joint.extent = {}; },
        [&] {
          joint.user_local = scaling({1.0f, 0.0f, 1.0f});
        },
        [&] { joint.radius = 0.0f; },
        [&] {
          joint.user_local = scaling({-1.0f, 1.0f, 1.0f});
        },
    };
    edits[random_index(random, 0, 3)]();
  }
  if (random_index(random, 0, 2) == 0) scene.nodes[0].local = random_affine(random);
  if (random_index(random, 0, 2) == 0) scene.nodes[1].local = random_affine(random);
  return scene;
}

}  // namespace

TEST_CASE(
    "on random scenes the engine's rows are the textbook's, and its vertices those of a "
    "double-precision evaluation") {
  std::mt19937 random(4711);
  Worst worst;
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    Scene scene = random_scene(random);
    Deformer fast;
    worst.add(compare(scene, fast));
    if (scene.nodes[0].skeleton->joints.empty()) continue;
    for (int edit = 0; edit < 2; ++edit) {  // the same deformer goes on from what it has
      Skeleton& skeleton = edit_skeleton(scene, 0);
      Joint& joint =
          skeleton.joints[std::size_t(random_index(random, 0, int(skeleton.joints.size()) - 1))];
      if (edit == 0) joint.radius *= random_number(random, 0.5f, 2.0f);
      if (edit == 1) joint.user_local = random_affine(random);
      worst.add(compare(scene, fast));
    }
  }
  MESSAGE("worst error: positions ", worst.position, " of the size, normals ", worst.normal);
  CHECK(worst.position < 2e-6);
  CHECK(worst.normal < 2e-4);
}

TEST_CASE("one, two, three and eight threads give the same bits") {
  std::mt19937 random(4712);
  Skeleton skeleton = random_skeleton(random, 40);
  for (Joint& joint : skeleton.joints) joint.bind_local[3] *= glm::vec4(2.0f, 2.0f, 2.0f, 1.0f);
  Scene scene = bound_scene(skeleton, random_mesh(random, 60000, 4.0f));
  const auto all_numbers = [&](int threads) {
    const ThreadLimit limit(threads);
    Deformer deformer = deformed(scene);
    Scene edited = scene;
    edit_skeleton(edited, 0).joints[3].radius *= 1.3f;
    deformer.update(edited);
    const DeformedMesh& mesh = deformer.meshes()[0];
    std::vector<float> numbers;
    for (const auto* list : {&mesh.positions(), &mesh.normals()}) {
      for (const glm::vec3& v : *list) numbers.insert(numbers.end(), {v.x, v.y, v.z});
    }
    for (std::size_t i = 0; i < mesh.influences.vertex_count(); ++i) {
      for (std::uint32_t k = mesh.influences.row_begin(i); k < mesh.influences.row_end(i); ++k) {
        numbers.insert(numbers.end(), {float(mesh.influences.joint[k]), mesh.influences.weight[k],
                                       mesh.influences.distance[k]});
      }
    }
    return numbers;
  };
  const std::vector<float> one = all_numbers(1);
  for (const int threads : {2, 3, 8}) {
    CAPTURE(threads);
    const std::vector<float> many = all_numbers(threads);
    REQUIRE(many.size() == one.size());
    CHECK(std::memcmp(many.data(), one.data(), one.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("after a drag has settled the vertices stand in another order, with the same numbers") {
  std::mt19937 random(4713);
  Scene scene = bound_scene(random_skeleton(random, 12), random_mesh(random, 3000, 1.2f));
  Deformer deformer = deformed(scene);
  for (int step = 0; step < 10; ++step)
    edit_skeleton(scene, 0).joints[2].radius *= 1.1f, deformer.update(scene);
  const DeformedMesh& mesh = deformer.meshes()[0];
  const std::vector<glm::vec3> positions = mesh.positions();
  const std::uint64_t order = mesh.order_revision, pose = mesh.pose_revision;
  CHECK(deformer.reorder());
  CHECK(mesh.order_revision != order);
  CHECK(mesh.pose_revision == pose);
  check_drawn(mesh);
  CHECK(mesh.positions() == positions);
  CHECK_FALSE(deformer.reorder());
}

}  // namespace marrow::test
