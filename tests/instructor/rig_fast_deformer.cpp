// The engine against the textbook and against a double-precision evaluation: random scenes, real
// files, any number of threads. What it finds to be the worst error is printed with --success
// (MESSAGE).
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>

#include "io/formats.h"
#include "rig/support.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

namespace fs = std::filesystem;

/// The largest distances found, as shares of the model's size (positions) and of 1 (normals).
struct Worst {
  double position = 0.0, normal = 0.0;
  void add(const Worst& other) {
    position = std::max(position, other.position);
    normal = std::max(normal, other.normal);
  }
};

struct Exact {
  glm::dvec3 position, normal;
  bool has_normal = true;  ///< the blended matrix does not flatten it
};

/// v' and n' of one vertex by math.md, in double precision from the floats that the engine is
/// given.
Exact exact_vertex(const DeformedMesh& mesh, std::size_t i) {
  const Influences& rows = mesh.influences;
  Exact exact{glm::dvec3(mesh.bind_positions[i]), glm::dvec3(mesh.bind_normals[i])};
  if (rows.row_size(i) == 0) return exact;
  glm::dmat4 blended(0.0);
  for (std::uint32_t k = rows.row_begin(i); k < rows.row_end(i); ++k) {
    blended += double(rows.weight[k]) * glm::dmat4(mesh.skinning[rows.joint[k]]);
  }
  exact.position = glm::dvec3(blended * glm::dvec4(exact.position, 1.0));
  const glm::dmat3 m(blended);
  const glm::dmat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  const double size = std::max({glm::length(m[0]), glm::length(m[1]), glm::length(m[2])});
  const glm::dvec3 turned =
      (glm::dot(m[0], cofactor[0]) < 0.0 ? -1.0 : 1.0) * (cofactor * exact.normal);
  // Where the normal all but vanishes its direction is rounding's, in any precision.
  exact.has_normal = glm::length(turned) > 1e-2 * size * size &&
                     std::abs(glm::dot(m[0], cofactor[0])) > 1e-3 * size * size * size;
  if (exact.has_normal) exact.normal = glm::normalize(turned);
  return exact;
}

Worst error_of(const DeformedMesh& mesh) {
  Worst worst;
  Bounds bounds = mesh.bounds();
  for (const glm::vec3& position : mesh.bind_positions) bounds.add(position);
  double size = std::max(1e-30, double(bounds.diagonal()));
  for (const glm::mat4& skinning : mesh.skinning)
    size = std::max(size, double(glm::length(glm::vec3(skinning[3]))));
  for (std::size_t i = 0; i < mesh.bind_positions.size(); ++i) {
    const Exact exact = exact_vertex(mesh, i);
    worst.position = std::max(
        worst.position, glm::distance(glm::dvec3(mesh.positions()[i]), exact.position) / size);
    if (exact.has_normal && glm::length(exact.normal) > 0.5) {
      worst.normal =
          std::max(worst.normal, glm::distance(glm::dvec3(mesh.normals()[i]), exact.normal));
    }
  }
  return worst;
}

void check_same_rows(const DeformedMesh& fast, const DeformedMesh& textbook) {
  REQUIRE(fast.influences.vertex_count() == textbook.influences.vertex_count());
  for (std::size_t i = 0; i < fast.influences.vertex_count(); ++i) {
    const std::uint32_t a = fast.influences.row_begin(i), b = textbook.influences.row_begin(i);
    REQUIRE(fast.influences.row_size(i) == textbook.influences.row_size(i));
    for (std::uint32_t k = 0; k < fast.influences.row_size(i); ++k) {
      REQUIRE(fast.influences.joint[a + k] == textbook.influences.joint[b + k]);
    }
  }
  REQUIRE(fast.coverage.covered == textbook.coverage.covered);
  REQUIRE(fast.coverage.uncovered == textbook.coverage.uncovered);
  REQUIRE(fast.coverage.histogram == textbook.coverage.histogram);
  REQUIRE(fast.captured == textbook.captured);
}

/// The drawing order names every vertex once, and what is written in it are the very same numbers.
void check_drawn(const DeformedMesh& mesh) {
  const std::size_t count = mesh.bind_positions.size();
  std::vector<glm::vec3> positions(count), normals(count);
  mesh.write_vertices({count ? &positions[0].x : nullptr, count ? &normals[0].x : nullptr});
  REQUIRE(mesh.order().size() == count);
  std::vector<bool> is_drawn(count, false);
  Bounds bounds;
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint32_t i = mesh.order()[n];
    REQUIRE(i < count);
    REQUIRE_FALSE(is_drawn[i]);
    is_drawn[i] = true;
    REQUIRE(positions[n] == mesh.positions()[i]);
    REQUIRE(normals[n] == mesh.normals()[i]);
    bounds.add(positions[n]);
  }
  REQUIRE(mesh.bounds().low == bounds.low);
  REQUIRE(mesh.bounds().high == bounds.high);
}

/// Both functions on one scene; what is the engine's is looked at vertex by vertex.
Worst compare(const Scene& scene, Deformer& fast) {
  fast.update(scene);
  Deformer textbook = deformed(scene, Backend::textbook);
  REQUIRE(fast.meshes().size() == textbook.meshes().size());
  Worst worst;
  for (std::size_t m = 0; m < fast.meshes().size(); ++m) {
    const DeformedMesh& mesh = fast.meshes()[m];
    if (mesh.skeleton != kNoId) {
      check_same_rows(mesh, textbook.meshes()[m]);
      worst.add(error_of(mesh));
    }
    check_drawn(mesh);
  }
  for (std::size_t s = 0; s < fast.skeletons().size(); ++s)
    REQUIRE(fast.skeletons()[s].captured == textbook.skeletons()[s].captured);
  REQUIRE(fast.problems() == textbook.problems());
  return worst;
}

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

/// Every joint of the scene turned a little, so that files that came at rest move.
void bend(Scene& scene) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    float angle = 10.0f;
    for (Joint& joint : edit_skeleton(scene, int(n)).joints) {
      joint.user_local = joint.user_local * rotation(angle = -angle, {0.3f, 0.8f, 0.5f});
    }
  }
}

std::vector<fs::path> rigged_files() {
  std::vector<fs::path> files;
  const auto add_all = [&](const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".glb" || extension == ".gltf") files.push_back(entry.path());
    }
  };
  add_all(media());
  if (shared_data().empty()) {
    skip("real files: ../shared/data is not here");
  } else {
    add_all(shared_data() / "gltf");
  }
  std::sort(files.begin(), files.end());
  return files;
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

TEST_CASE(
    "on every file that opens, with the file's weights and with capsules, the engine agrees with "
    "textbook and double precision") {
  Worst worst;
  int compared = 0;
  for (const fs::path& file : rigged_files()) {
    CAPTURE(file.string());
    Scene scene;
    try {
      scene = io::load(file).scene;
    } catch (const io::Error&) {
      continue;  // other tests are about those
    }
    bend(scene);
    Deformer fast;
    worst.add(compare(scene, fast));
    for (Node& node : scene.nodes) node.explicit_weights = false;
    worst.add(compare(scene, fast));
    ++compared;
  }
  MESSAGE(compared, " files; worst error: positions ", worst.position, " of the size, normals ",
          worst.normal);
  CHECK(compared >= 4);  // media alone has so many
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
