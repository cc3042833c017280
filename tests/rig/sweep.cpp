// Curves over one joint's radius: laws, agreement with the meters, updates.
#include "rig/measure/sweep.h"

#include <algorithm>
#include <functional>

#include "rig/measure/measure.h"
#include "rig/support.h"
#include "support/random_rig.h"

namespace marrow::test {

namespace {

constexpr Id kSweptLower = 10, kSweptUpper = 11;

/// A cylinder: radius 0.5, two bones of length 1 one above the other.
Scene cylinder(int rings, float radius) {
  return bound_scene(bone_pair(kSweptLower, kSweptUpper, radius),
                     std::make_shared<const Mesh>(capped_cylinder(rings, 32)));
}

Sweep swept(const Scene& scene, Id joint, float high, int points) {
  Deformer deformer = deformed(scene);
  Sweep sweep;
  sweep.aim(scene, deformer, joint, high, points);
  while (sweep.advance(1000.0)) {
  }
  return sweep;
}

const SweepPoint& at_radius(const Sweep& sweep, float radius) {
  const auto found = std::min_element(
      sweep.points().begin(), sweep.points().end(), [&](const SweepPoint& a, const SweepPoint& b) {
        return std::abs(a.radius - radius) < std::abs(b.radius - radius);
      });
  return *found;
}

bool same(const SweepPoint& a, const SweepPoint& b) {
  return a.radius == b.radius && a.covered == b.covered && a.shared == b.shared &&
         a.volume == b.volume && a.weight_jump == b.weight_jump;
}

}  // namespace

TEST_CASE("the radii rise evenly from 0 to the end of the range") {
  const Sweep sweep = swept(cylinder(9, 0.6f), kSweptLower, 1.6f, 5);
  REQUIRE(sweep.points().size() == 5);
  for (int k = 0; k < 5; ++k)
    CHECK(sweep.points()[std::size_t(k)].radius == doctest::Approx(0.4 * k));
  CHECK(sweep.high() == 1.6f);
  CHECK(sweep.joint() == kSweptLower);
  CHECK(sweep.is_done());
}

SOLVED_CASE("a larger radius never covers less, and every share lies between none and all") {
  for (auto& random : seeds<std::mt19937>(0u, 12u, 300u)) {
    Skeleton skeleton = random_skeleton(random, 5);
    skeleton.falloff = Falloff(std::size_t(random.seed) % kFalloffs.size());
    const Scene scene = bound_scene(skeleton, random_mesh(random, 150, 1.0f));
    const Sweep sweep = swept(scene, Id(100 + random.seed % 5), 2.0f, 20);
    REQUIRE(sweep.points().size() == 20);
    CHECK(sweep.points().front().shared == 0.0f);  // it holds nothing
    CHECK(sweep.points().front().covered < 1.0f);
    for (std::size_t k = 0; k < 20; ++k) {
      const SweepPoint& point = sweep.points()[k];
      if (k > 0) CHECK(point.covered >= sweep.points()[k - 1].covered);
      CHECK(point.shared >= 0.0f);
      CHECK(point.shared <= 1.0f);
      CHECK(point.weight_jump >= 0.0f);
      CHECK(point.weight_jump <= 1.0f);
    }
  }
}

SOLVED_CASE("at the joint's present radius the curves say what the meters and the coverage say") {
  for (auto& random : seeds<std::mt19937>(0u, 12u, 400u)) {
    Skeleton skeleton = random_skeleton(random, 4);
    skeleton.falloff = Falloff(std::size_t(random.seed) % kFalloffs.size());
    skeleton.joints[2].radius = 0.5f;
    Mesh mesh = capped_cylinder(12, 10);
    const Scene scene = bound_scene(skeleton, std::make_shared<const Mesh>(std::move(mesh)));
    Deformer deformer = deformed(scene);
    Measures measures;
    measures.update(scene, deformer);
    const Sweep sweep = swept(scene, 102, 1.0f, 9);
    const SweepPoint& point = sweep.points()[4];
    REQUIRE(point.radius == 0.5f);
    const DeformedMesh& deformed = deformer.meshes()[0];
    CHECK(point.covered == doctest::Approx(double(deformed.coverage.covered) /
                                           double(deformed.mesh->positions.size())));
    const Meters& meters = measures.joint(102);
    CHECK(point.volume ==
          doctest::Approx(std::isnan(meters.volume.value) ? 1.0 : meters.volume.value));
    CHECK(point.weight_jump ==
          doctest::Approx(std::isnan(meters.weight_jump.value) ? 0.0 : meters.weight_jump.value));
  }
}

SOLVED_CASE(
    "below the surface's radius a capsule holds next to nothing, above it everything: the cliff") {
  Scene scene = cylinder(41, 0.0f);
  edit_skeleton(scene, 0).joints[0].extent = {0, 2, 0};  // one bone through all of it
  const Sweep sweep = swept(scene, kSweptLower, 1.0f, 101);
  CHECK(at_radius(sweep, 0.45f).covered < 0.01f);
  CHECK(at_radius(sweep, 0.52f).covered == 1.0f);
}

SOLVED_CASE(
    "with inverse distances the weight jumps by 0.40 at the surface of a capsule of radius 0.75") {
  for (const int rings : {41, 161}) {
    const Scene scene = cylinder(rings, 0.75f);
    const Sweep sweep = swept(scene, kSweptUpper, 1.5f, 3);
    CHECK(sweep.points()[1].radius == 0.75f);
    CHECK(sweep.points()[1].weight_jump == doctest::Approx(0.40).epsilon(0.03));
    CHECK(sweep.points()[0].weight_jump == 0.0f);  // it moves nothing
  }
}

SOLVED_CASE("a twisted cylinder loses more volume the further the capsule reaches over the joint") {
  Scene scene = cylinder(81, 0.52f);
  edit_skeleton(scene, 0).joints[1].user_local = rotation(90.0f, {0, 1, 0});
  const Sweep sweep = swept(scene, kSweptUpper, 1.1f, 12);
  for (std::size_t k = 7; k < 12; ++k) {
    CHECK(sweep.points()[k].volume < sweep.points()[k - 1].volume);
    CHECK(sweep.points()[k].shared > sweep.points()[k - 1].shared);
  }
  CHECK(sweep.points()[6].volume - sweep.points()[11].volume > 0.05f);
}

SOLVED_CASE(
    "points come a few at a time, at least one, and are kept while nothing but the joint's own "
    "radius changes") {
  Scene scene = cylinder(21, 0.6f);
  Deformer deformer = deformed(scene);
  Sweep sweep;
  sweep.aim(scene, deformer, kSweptUpper, 1.0f, 6);
  CHECK(sweep.points().empty());
  CHECK(sweep.advance(0.0));
  CHECK(sweep.points().size() == 1);
  CHECK(sweep.advance(0.0));
  CHECK(sweep.points().size() == 2);

  edit_skeleton(scene, 0).joints[1].radius = 0.9f;
  edit_skeleton(scene, 0).joints[0].name = "renamed";
  scene.nodes[1].visible = false;
  deformer.update(scene);
  sweep.aim(scene, deformer, kSweptUpper, 1.0f, 6);
  CHECK(sweep.points().size() == 2);
  while (sweep.advance(0.0)) {
  }
  CHECK(sweep.is_done());
  CHECK_FALSE(sweep.advance(0.0));
  CHECK(sweep.points().size() == 6);
}

SOLVED_CASE(
    "anything else that changes begins the curves anew, and they are those of a fresh start") {
  const auto joint = [](Scene& scene, std::size_t j) -> Joint& {
    return edit_skeleton(scene, 0).joints[j];
  };
  const std::vector<std::pair<const char*, std::function<void(Scene&)>>> edits{
      {"pose",
       [&](Scene& s) {
         joint(s, 1).user_local = rotation(50.0f, {0, 1, 0});
       }},
      {"other radius", [&](Scene& s) { joint(s, 0).radius = 0.8f; }},
      {"bone",
       [&](Scene& s) {
         joint(s, 1).extent = {0.2f, 0.7f, 0};
       }},
      {"rest",
       [&](Scene& s) {
         joint(s, 1).bind_local = translation({0, 0.8f, 0});
       }},
      {"falloff", [](Scene& s) { edit_skeleton(s, 0).falloff = Falloff::linear; }},
      {"mesh",
       [](Scene& s) { s.nodes[1].mesh = std::make_shared<const Mesh>(capped_cylinder(30, 20)); }},
      {"place",
       [](Scene& s) {
         s.nodes[1].local = translation({0, 0.1f, 0});
       }},
      {"binding", [](Scene& s) { s.nodes[1].bound_to = kNoId; }},
      {"one more joint",
       [](Scene& s) {
         edit_skeleton(s, 0).joints.push_back(
             {.id = 12, .name = "third", .extent = {1, 0, 0}, .radius = 0.6f});
       }},
  };
  Scene scene = cylinder(21, 0.6f);
  Deformer deformer = deformed(scene);
  Sweep sweep;
  sweep.aim(scene, deformer, kSweptUpper, 1.0f, 6);
  for (const auto& [words, edit] : edits) {
    const auto& name = words;
    CAPTURE(name);
    while (sweep.advance(1000.0)) {
    }
    edit(scene);
    deformer.update(scene);
    sweep.aim(scene, deformer, kSweptUpper, 1.0f, 6);
    CHECK(sweep.points().empty());
    while (sweep.advance(1000.0)) {
    }
    const Sweep fresh = swept(scene, kSweptUpper, 1.0f, 6);
    REQUIRE(sweep.points().size() == 6);
    for (std::size_t k = 0; k < 6; ++k) CHECK(same(sweep.points()[k], fresh.points()[k]));
  }
  sweep.aim(scene, deformer, kSweptLower, 1.0f, 6);
  CHECK(sweep.points().empty());
  sweep.aim(scene, deformer, 4711, 1.0f, 6);  // no such joint
  CHECK(sweep.is_done());
  CHECK_FALSE(sweep.advance(1000.0));
  CHECK(sweep.points().empty());
}

}  // namespace marrow::test
