// Task 8's delta mush: the textbook's obeys laws and equals the program's; a wrong one, guarded, is
// harmless.
#include <limits>
#include <stdexcept>

#include "rig/guarded.h"
#include "support.h"

namespace marrow::test {

namespace {

using Positions = std::vector<glm::vec3>;

constexpr int kMushAround = 7, kMushAlong = 9;

/// A closed bag of rings around x with a vertex at each end. Vertex 0 and the first ring have no
/// neighbors; others have that ring as neighbors.
struct Bag {
  MushSurface surface;
  Positions rest;
};

void add_triangle(MushSurface& surface, int a, int b, int c) {
  surface.triangles.emplace_back(a, b, c);
  for (const auto& [from, to] : {std::pair{a, b}, {b, c}, {c, a}, {b, a}, {c, b}, {a, c}})
    surface.neighbors[std::size_t(from)].push_back(to);
}

Bag random_bag(std::mt19937& random) {
  Bag bag;
  bag.rest.push_back({5.0f, 5.0f, 5.0f});  // alone
  for (int x = 0; x < kMushAlong; ++x)
    for (int k = 0; k < kMushAround; ++k) {
      const float radius = random_number(random, 0.8f, 1.2f);
      bag.rest.push_back(image(rotation(360.0f * float(k) / float(kMushAround), {1.0f, 0.0f, 0.0f}),
                               {float(x), radius, 0.0f}));
    }
  bag.rest.insert(bag.rest.end(), {{-0.5f, 0.0f, 0.0f}, {float(kMushAlong) - 0.5f, 0.0f, 0.0f}});
  bag.surface.neighbors.resize(bag.rest.size());
  const int end = int(bag.rest.size()) - 1;
  const auto at = [](int x, int k) { return 1 + x * kMushAround + k % kMushAround; };
  for (int k = 0; k < kMushAround; ++k) {
    add_triangle(bag.surface, at(0, k), end - 1, at(0, k + 1));
    add_triangle(bag.surface, at(kMushAlong - 1, k), at(kMushAlong - 1, k + 1), end);
    for (int x = 0; x + 1 < kMushAlong; ++x) {
      add_triangle(bag.surface, at(x, k), at(x, k + 1), at(x + 1, k + 1));
      add_triangle(bag.surface, at(x, k), at(x + 1, k + 1), at(x + 1, k));
    }
  }
  for (std::vector<int>& list : bag.surface.neighbors) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  for (int k = 0; k < kMushAround; ++k) bag.surface.neighbors[std::size_t(at(0, k))].clear();
  return bag;
}

Positions moved_by(const glm::mat4& motion, Positions positions) {
  for (glm::vec3& position : positions) position = image(motion, position);
  return positions;
}

/// Bent a little, with noise.
Positions bent(std::mt19937& random, Positions positions) {
  for (glm::vec3& p : positions)
    p = image(rotation(6.0f * p.x, {0.0f, 0.0f, 1.0f}), p) + random_vector(random, 0.15f);
  return positions;
}

float most_apart(const Positions& a, const Positions& b) {
  REQUIRE(a.size() == b.size());
  float most = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(is_finite(a[i]));
    most = std::max(most, glm::distance(a[i], b[i]));
  }
  return most;
}

/// A tube of quads about x with a seam, bent in the middle; a ring is uncovered, a morph target
/// parts the seam.
Scene seamed_tube(std::mt19937& random, Blend blend) {
  constexpr int kRings = 13, kSides = 10;
  auto mesh = std::make_shared<Mesh>();
  ExplicitWeights weights{{0}, {}, {}};
  MorphTarget target{"parts the seam", {}, {}, {}};
  for (int x = 0; x < kRings; ++x)
    for (int k = 0; k <= kSides; ++k) {  // the last of a ring is at the place of its first
      const float degrees = 360.0f * float(k % kSides) / float(kSides);
      const float radius = 0.5f + 0.03f * float((x * 7 + k % kSides * 3) % 5);
      mesh->positions.push_back(
          image(rotation(degrees, {1.0f, 0.0f, 0.0f}), {0.25f * float(x), radius, 0.0f}));
      target.positions.push_back(k == kSides ? glm::vec3(0.0f, 0.0f, -0.02f) : glm::vec3(0.0f));
      const float share = glm::clamp((float(x) - 3.0f) / float(kRings - 7), 0.0f, 1.0f);
      if (x != 1) {
        weights.joint.insert(weights.joint.end(), {Id(100), Id(101)});
        weights.weight.insert(weights.weight.end(), {1.0f - share, share});
      }
      end_row(weights);
    }
  for (int x = 0; x + 1 < kRings; ++x)
    for (int k = 0; k < kSides; ++k) {
      const auto at = std::uint32_t(x * (kSides + 1) + k);
      mesh->corner_vertex.insert(mesh->corner_vertex.end(),
                                 {at, at + 1, at + kSides + 2, at + kSides + 1});
      mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
    }
  mesh->morph_targets.push_back(target);
  Skeleton skeleton = plain_joints(2);
  skeleton.joints[1].user_local =
      translation({1.5f, 0.0f, 0.0f}) * rotation(random_number(random, 20.0f, 70.0f), {0, 0, 1}) *
      rotation(random_number(random, -40.0f, 40.0f), {1, 0, 0}) * translation({-1.5f, 0.0f, 0.0f});
  skeleton.blend = blend;
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

}  // namespace

LAW_CASE("the textbook's smoothing is a mean: affine, within the neighbors, nothing for no steps") {
  for (auto& random : rounds<std::mt19937>(81, 20)) {
    const Bag bag = random_bag(random);
    const auto smooth = [&](const Positions& of, int steps) {
      return tasks.smooth(bag.surface.neighbors, of, steps);
    };
    CHECK(smooth(bag.rest, 0) == bag.rest);
    CHECK(smooth(smooth(bag.rest, 3), 4) == smooth(bag.rest, 7));
    const glm::mat4 affine = random_affine(random);
    CHECK(most_apart(smooth(moved_by(affine, bag.rest), 10),
                     moved_by(affine, smooth(bag.rest, 10))) < 2e-5f);
    const Positions once = smooth(bag.rest, 1);
    for (std::size_t i = 0; i < once.size(); ++i) {
      if (bag.surface.neighbors[i].empty()) CHECK(once[i] == bag.rest[i]);
      Bounds around;
      around.add(bag.rest[i]);
      for (const int n : bag.surface.neighbors[i]) around.add(bag.rest[std::size_t(n)]);
      CHECK(glm::all(glm::lessThanEqual(around.low - 1e-6f, once[i])));
      CHECK(glm::all(glm::lessThanEqual(once[i], around.high + 1e-6f)));
    }
  }
}

LAW_CASE("the textbook's frame of a surface is a rotation aligned with it that turns with it") {
  for (auto& random : rounds<std::mt19937>(82, 200)) {
    const glm::vec3 normal = random_vector(random, 3.0f), edge = random_vector(random, 0.1f);
    if (glm::length(glm::cross(normal, edge)) < 0.05f * glm::length(normal) * glm::length(edge))
      continue;
    const glm::mat3 frame = tasks.surface_frame(normal, edge);
    CHECK(is_near(glm::mat4(glm::transpose(frame) * frame), glm::mat4(1.0f)));
    CHECK(glm::determinant(frame) > 0.0f);
    CHECK(is_near(frame[0], glm::normalize(normal)));
    CHECK(glm::dot(frame[1], edge) > 0.0f);
    CHECK(std::abs(glm::dot(frame[2], edge)) < 1e-6f);
    const glm::mat3 turn(random_rotation(random));
    CHECK(is_near(glm::mat4(tasks.surface_frame(turn * normal, turn * edge)),
                  glm::mat4(turn * frame), 1e-4f));
  }
  const glm::vec3 up(0.0f, 0.0f, 1.0f), none(0.0f);
  for (const auto& [normal, edge] :
       {std::pair{none, up}, {up, none}, {up, 3.0f * up}, {up, -up}, {none, none}})
    CHECK(tasks.surface_frame(normal, edge) == glm::mat3(1.0f));
}

LAW_CASE("the textbook's delta mush is the same in every frame, and moves as one what does") {
  for (auto& random : rounds<std::mt19937>(83, 20)) {
    const Bag bag = random_bag(random);
    const auto mush = [&](const Positions& rest, const Positions& posed, int steps = 10) {
      return tasks.delta_mush(bag.surface, rest, posed, steps);
    };
    const glm::mat4 motion = random_rigid(random);
    const Positions posed = bent(random, bag.rest), mushed = mush(bag.rest, posed);
    CHECK(most_apart(mush(bag.rest, posed, 0), posed) < 1e-5f);
    CHECK(most_apart(mush(bag.rest, bag.rest), bag.rest) < 1e-5f);
    CHECK(most_apart(mush(bag.rest, moved_by(motion, bag.rest)), moved_by(motion, bag.rest)) <
          2e-5f);
    CHECK(most_apart(mush(bag.rest, moved_by(motion, posed)), moved_by(motion, mushed)) < 1e-4f);
    CHECK(most_apart(mush(moved_by(motion, bag.rest), posed), mushed) < 1e-4f);
    for (std::size_t i = 0; i < mushed.size(); ++i)
      if (bag.surface.neighbors[i].empty()) CHECK(mushed[i] == posed[i]);
  }
}

ENGINE_CASE(
    "the textbook's delta mush is the house's, positions and normals, through the deformer") {
  for (auto& random : rounds<std::mt19937>(84, 12)) {
    Scene scene = seamed_tube(random, Blend::linear);
    scene.nodes[1].morph_weights = {random.round % 2 == 0 ? 0.0f : 1.0f};
    Deformer deformer = deformed(scene, Backend::textbook);
    Positions positions = deformer.meshes()[0].positions(),
              normals = deformer.meshes()[0].normals();
    const std::unique_ptr<MushEngine> house = make_mush_engine(deformer.meshes()[0]);
    house->take_rest(deformer.meshes()[0]);
    house->apply(positions, normals);
    CHECK(most_apart(positions, deformer.meshes()[0].positions()) > 0.01f);
    edit_skeleton(scene, 0).blend = Blend::delta_mush;
    deformer.update(scene);
    CHECK(deformer.problems().empty());
    CHECK(most_apart(deformer.meshes()[0].positions(), positions) < 1e-5f);
    CHECK(most_apart(deformer.meshes()[0].normals(), normals) < 1e-5f);
    Deformer engine = deformed(scene);
    CHECK(most_apart(deformer.meshes()[0].positions(), engine.meshes()[0].positions()) < 1e-5f);
    CHECK(most_apart(deformer.meshes()[0].normals(), engine.meshes()[0].normals()) < 1e-5f);
  }
}

SOLVED_CASE("the deformer's delta mush is that of the functions it was given, rows being edited") {
  std::mt19937 random(85);
  Scene scene = seamed_tube(random, Blend::delta_mush);
  Tasks tasks = tasks_of(Backend::textbook);
  tasks.delta_mush = [](const MushSurface&, const Positions&, const Positions& posed, int) {
    Positions lifted = posed;
    for (glm::vec3& position : lifted) position.z += 1.0f;
    return lifted;
  };
  Deformer deformer(tasks), plain(Backend::textbook);
  for (int step = 0; step < 6; ++step) {
    Scene linear = scene;
    edit_skeleton(linear, 0).blend = Blend::linear;
    deformer.update(scene);
    plain.update(linear);
    const DeformedMesh &mesh = deformer.meshes()[0], &without = plain.meshes()[0];
    for (std::size_t i = 0; i < mesh.bind_positions.size(); ++i) {
      const glm::vec3 lift(0.0f, 0.0f, mesh.influences.row_size(i) > 0 ? 1.0f : 0.0f);
      REQUIRE(is_near(mesh.positions()[i], without.positions()[i] + lift));
    }
    scene.nodes[1].explicit_weights = step % 2 == 1;
    edit_skeleton(scene, 0).joints[1].radius = random_number(random, 0.4f, 1.5f);
  }
}

namespace {

using Said = std::vector<std::string>;

/// The problems of a deformer with these functions. Vertices are finite, and as by linear blending
/// if no delta_mush is usable.
Said said_of(const Tasks& tasks, bool keeps_linear = true) {
  std::mt19937 random(86);
  Scene scene = seamed_tube(random, Blend::linear);
  Deformer deformer = deformed(scene, tasks);
  const Positions linear = deformer.meshes()[0].positions();
  edit_skeleton(scene, 0).blend = Blend::delta_mush;
  deformer.update(scene);
  const DeformedMesh& mesh = deformer.meshes()[0];
  REQUIRE(mesh.positions().size() == linear.size());
  for (std::size_t i = 0; i < linear.size(); ++i) {
    REQUIRE(is_finite(mesh.positions()[i]));
    REQUIRE(is_finite(mesh.normals()[i]));
    if (keeps_linear) REQUIRE(is_near(mesh.positions()[i], linear[i]));
  }
  return deformer.problems();
}

/// Correct functions where they are, with stubs for task 8.
Tasks with_stubs() {
  Tasks tasks = tasks_of(Backend::textbook);
  tasks.smooth = [](const std::vector<std::vector<int>>&, const Positions& positions, int) {
    return positions;
  };
  tasks.surface_frame = [](const glm::vec3&, const glm::vec3&) { return glm::mat3(1.0f); };
  tasks.delta_mush = [](const MushSurface&, const Positions&, const Positions& posed, int) {
    return posed;
  };
  return tasks;
}

}  // namespace

TEST_CASE("where task 8 is not written yet delta mush is linear blending, normals too") {
  std::mt19937 random(87);
  Scene linear = seamed_tube(random, Blend::linear), scene = linear;
  edit_skeleton(scene, 0).blend = Blend::delta_mush;
  const Tasks tasks = with_stubs();
  Deformer by_stubs = deformed(scene, tasks), plain(tasks);
  plain.update(linear);
  CHECK(by_stubs.problems() == plain.problems());
  CHECK(by_stubs.meshes()[0].positions() == plain.meshes()[0].positions());
  CHECK(by_stubs.meshes()[0].normals() == plain.meshes()[0].normals());
}

TEST_CASE("delta mush that throws, or gives no number or the wrong ones, is named once, harmless") {
  Tasks tasks = with_stubs();
  tasks.smooth = [](const std::vector<std::vector<int>>&, const Positions&, int) -> Positions {
    throw std::runtime_error("not smooth");
  };
  tasks.surface_frame = [](const glm::vec3&, const glm::vec3&) {
    return glm::mat3(std::numeric_limits<float>::quiet_NaN());
  };
  tasks.delta_mush = [](const MushSurface&, const Positions&, const Positions&, int) {
    return Positions(3);
  };
  CHECK(said_of(tasks) == Said{"delta_mush: returned 3 positions for 143",
                               "smooth: threw an exception: not smooth",
                               "surface_frame: a number is not finite"});
  tasks.smooth = [](const std::vector<std::vector<int>>&, const Positions& positions, int) {
    return Positions(positions.size(), glm::vec3(std::numeric_limits<float>::infinity()));
  };
  tasks.surface_frame = [](const glm::vec3&, const glm::vec3&) -> glm::mat3 { throw 1; };
  tasks.delta_mush = [](const MushSurface&, const Positions&, const Positions& posed, int) {
    Positions all = posed;
    all[40].y = std::numeric_limits<float>::quiet_NaN();
    return all;
  };
  CHECK(said_of(tasks) == Said{"delta_mush: vertex 40 of the positions is not finite",
                               "smooth: vertex 0 of the positions is not finite",
                               "surface_frame: threw an exception"});
  tasks.smooth = nullptr;
  tasks.surface_frame = nullptr;
  tasks.delta_mush = nullptr;
  CHECK(said_of(tasks).size() == 3);
  tasks = with_stubs();  // enormous, but numbers
  tasks.surface_frame = [](const glm::vec3&, const glm::vec3&) { return glm::mat3(3e38f); };
  tasks.delta_mush = [](const MushSurface&, const Positions& rest, const Positions&, int) {
    return Positions(rest.size(), glm::vec3(3e38f));
  };
  CHECK(said_of(tasks, false).empty());
}

}  // namespace marrow::test
