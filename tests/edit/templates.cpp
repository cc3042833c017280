// Skeletons for animals on four legs, birds, hands and chains, and skeletons of other files: found
// where they are, the same in any place, size and axis, and refused with the name of what was found
// instead.
#include <array>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>
#include <tuple>
#include <utility>

#include "edit/figure/figure_rig.h"
#include "edit/figure/own_template.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/skinning/deformer.h"
#include "scene/joint_places.h"

using namespace marrow;
using namespace marrow::test;

namespace {

using Animal = QuadrupedMarker;

/// Faces +z. Its hind legs bend back.
std::vector<Shell> animal(bool has_tail = true, bool has_head = true) {
  std::vector<Shell> shells = {
      tube_shell({{0, 0.9f, -0.65f}, {0, 0.9f, 0.0f}, {0, 0.9f, 0.62f}}, {0.17f, 0.2f, 0.2f})};
  for (const float side : {-1.0f, 1.0f}) {
    const float x = 0.13f * side;
    shells.push_back(tube_shell({{x, 0.9f, 0.5f}, {x, 0.5f, 0.46f}, {x, 0.1f, 0.5f}, {x, 0, 0.5f}},
                                {0.09f, 0.06f, 0.045f, 0.05f}));
    shells.push_back(tube_shell({{x, 0.03f, 0.46f}, {x, 0.03f, 0.6f}}, {0.04f, 0.03f}));
    shells.push_back(tube_shell({{x, 0.9f, -0.5f},
                                 {x, 0.65f, -0.47f},
                                 {x, 0.35f, -0.65f},
                                 {x, 0.1f, -0.58f},
                                 {x, 0, -0.58f}},
                                {0.1f, 0.09f, 0.05f, 0.045f, 0.05f}));
    shells.push_back(tube_shell({{x, 0.03f, -0.62f}, {x, 0.03f, -0.48f}}, {0.04f, 0.03f}));
  }
  if (has_head) {
    shells.push_back(
        tube_shell({{0, 0.95f, 0.55f}, {0, 1.15f, 0.75f}, {0, 1.35f, 0.9f}}, {0.15f, 0.11f, 0.1f}));
    shells.push_back(
        tube_shell({{0, 1.38f, 0.8f}, {0, 1.36f, 1.0f}, {0, 1.26f, 1.25f}}, {0.13f, 0.15f, 0.07f}));
  }
  if (has_tail)
    shells.push_back(tube_shell({{0, 0.95f, -0.6f}, {0, 0.9f, -0.85f}, {0, 0.6f, -1.05f}},
                                {0.06f, 0.05f, 0.04f}));
  return shells;
}

/// Faces +z. `fold`: from 0, wings spread, to 1, half folded back.
std::vector<Shell> bird(float fold = 0.0f, bool has_tail = true) {
  std::vector<Shell> shells = {
      tube_shell({{0, 0.55f, -0.35f}, {0, 0.6f, 0.0f}, {0, 0.68f, 0.3f}}, {0.12f, 0.2f, 0.12f}),
      tube_shell({{0, 0.66f, 0.25f}, {0, 0.85f, 0.38f}, {0, 1.0f, 0.42f}}, {0.1f, 0.06f, 0.06f}),
      tube_shell({{0, 1.02f, 0.36f}, {0, 1.02f, 0.52f}}, {0.09f, 0.08f}),
      tube_shell({{0, 1.02f, 0.5f}, {0, 0.98f, 0.7f}}, {0.04f, 0.02f})};
  if (has_tail) shells.push_back(tube_shell({{0, 0.55f, -0.3f}, {0, 0.5f, -0.8f}}, {0.08f, 0.05f}));
  for (const float side : {-1.0f, 1.0f}) {
    const glm::vec3 elbow(0.4f, 0.75f, -0.15f - 0.2f * fold),
        wrist = elbow + glm::vec3(0.3f, 0.05f, 0.25f);
    const glm::vec3 end =
        wrist + glm::mix(glm::vec3(0.5f, 0, -0.1f), glm::vec3(0.1f, -0.15f, -0.6f), fold);
    const glm::vec3 image(side, 1, 1);
    shells.push_back(tube_shell(
        {image * glm::vec3(0.1f, 0.68f, 0.1f), image * elbow, image * wrist, image * end},
        {0.06f, 0.05f, 0.05f, 0.03f}));
    const float x = 0.1f * side;
    shells.push_back(
        tube_shell({{x, 0.55f, -0.05f}, {x, 0.42f, 0.06f}, {x, 0.22f, -0.06f}, {x, 0.03f, 0.0f}},
                   {0.07f, 0.05f, 0.03f, 0.03f}));
    shells.push_back(tube_shell({{x, 0.025f, -0.02f}, {x, 0.025f, 0.16f}}, {0.025f, 0.02f}));
  }
  return shells;
}

/// A right hand with its fingers along y, cut off at the wrist.
std::vector<Shell> lone_hand() {
  std::vector<Shell> shells = {tube_shell({{0, -0.05f, 0}, {0, 0.12f, 0}}, {0.12f, 0.12f}),
                               tube_shell({{0, 0.02f, 0}, {0, 0.5f, 0}}, {0.14f, 0.24f}),
                               tube_shell({{0.12f, 0.2f, 0}, {0.4f, 0.55f, 0}}, {0.06f, 0.05f})};
  for (int f = 0; f < 4; ++f) {
    const float x = 0.18f - 0.12f * float(f);
    shells.push_back(tube_shell({{x, 0.4f, 0}, {x, f == 3 ? 0.85f : 1.0f, 0}}, {0.045f, 0.045f}));
  }
  return shells;
}

/// In an arc of 90 degrees of radius 1 in the plane z = 0, thick at its beginning.
Shell snake() {
  std::vector<glm::vec3> points;
  std::vector<float> radii;
  for (int k = 0; k <= 24; ++k) {
    const float angle = 0.5f * std::numbers::pi_v<float> * float(k) / 24.0f;
    points.emplace_back(std::sin(angle), 1.0f - std::cos(angle), 0.0f);
    radii.push_back(0.08f - 0.002f * float(k));
  }
  return tube_shell(points, radii);
}

std::vector<Shell> shells_in(const std::filesystem::path& path) {
  return unbound_shells(without_skeletons(io::load(path.string()).scene));
}

Scene sample() { return io::load((media() / "human.glb").string()).scene; }

const Skeleton& only_skeleton(const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.skeleton) return *node.skeleton;
  throw std::runtime_error("no skeleton");
}

constexpr FigureWish kAnimal{FigureTemplate::quadruped}, kBird{FigureTemplate::bird},
    kLoneHand{FigureTemplate::hand};

}  // namespace

TEST_CASE("an animal's joints are in its limbs, both sides are even, and its tail is found") {
  const FigureMarkers markers = found(animal(), kAnimal);
  CHECK(markers.front.z > 0.99f);
  CHECK(markers.front_doubt.empty());
  REQUIRE(markers.places.size() == Animal::tail_end + 1);
  constexpr float kNear = 0.08f;
  const std::array<std::pair<std::size_t, glm::vec3>, 9> places = {
      {{Animal::hips, {0, 0.9f, -0.5f}},
       {Animal::chest, {0, 0.9f, 0.36f}},
       {Animal::elbow_l, {0.13f, 0.5f, 0.46f}},
       {Animal::wrist_l, {0.13f, 0.12f, 0.5f}},
       {Animal::front_toe_l, {0.13f, 0.03f, 0.58f}},
       {Animal::ankle_l, {0.13f, 0.35f, -0.63f}},
       {Animal::ball_l, {0.13f, 0.11f, -0.58f}},
       {Animal::nose, {0, 1.26f, 1.25f}},
       {Animal::tail_end, {0, 0.6f, -1.05f}}}};
  for (const auto& [marker, place] : places) {
    INFO(markers[marker].name);
    CHECK(glm::distance(markers[marker].position, place) < kNear * markers.height);
  }
  for (std::size_t m = 0; m < markers.places.size(); ++m)
    if (markers.is_left(m))
      CHECK(glm::distance(markers[m].position,
                          markers[markers.mirrored(m)].position * glm::vec3(-1, 1, 1)) < 1e-5f);
  CHECK(found(animal(false), kAnimal).places.size() == Animal::tail);
}

TEST_CASE("an animal that is turned, scaled, moved or has z up keeps its joints") {
  const FigureMarkers before = found(animal(), kAnimal);
  const glm::mat4 one(1.0f);
  int tried = 0;
  for (const glm::mat4& by :
       {glm::rotate(one, glm::radians(37.0f), {0, 1, 0}),
        glm::rotate(one, glm::radians(180.0f), {0, 1, 0}), glm::scale(one, glm::vec3(100.0f)),
        glm::translate(one, {5, -3, 40}), glm::rotate(one, glm::radians(90.0f), {1, 0, 0})}) {
    if (is_sanitized() && tried++ > 1) break;  // a minute
    const FigureMarkers after = found(moved_shells(animal(), by), kAnimal);
    REQUIRE(after.places.size() == before.places.size());
    for (std::size_t m = 0; m < before.places.size(); ++m) {
      INFO(before[m].name);
      const glm::vec3 expected(by * glm::vec4(before[m].position, 1.0f));
      // Where a tail leaves the rump is less sharp than the rest.
      const float most = m == Animal::tail ? 0.05f : 0.03f;
      CHECK(glm::distance(after[m].position, expected) < most * after.height);
    }
  }
}

TEST_CASE("what is asked for by a wrong template is refused, and the right one is named") {
  if (is_sanitized()) return;  // other cases run the same code
  const FigureSearch human = find_markers(animal());
  CHECK_FALSE(human.markers);
  REQUIRE(human.instead);
  CHECK(human.instead->shape == FigureTemplate::quadruped);
  const FigureSearch quadruped = find_markers(shells_in(media() / "human.glb"), kAnimal);
  CHECK_FALSE(quadruped.markers);
  REQUIRE(quadruped.instead);
  CHECK(quadruped.instead->shape == FigureTemplate::humanoid);
  const FigureSearch long_one = find_markers({snake()}, kAnimal);
  REQUIRE(long_one.instead);
  CHECK(long_one.instead->shape == FigureTemplate::chain);
  const FigureSearch table = find_markers(animal(false, false), kAnimal);
  CHECK_FALSE(table.markers);
  CHECK(contains(table.refusal, "head"));
  CHECK_FALSE(table.instead);
}

TEST_CASE("a chain lies along the middle of a bent shape, from its thick end, at equal steps") {
  for (const int joints : {5, 12}) {
    const FigureMarkers markers = found({snake()}, {FigureTemplate::chain, joints});
    REQUIRE(markers.places.size() == std::size_t(joints) + 1);
    const float step = 0.5f * std::numbers::pi_v<float> / float(joints);
    for (std::size_t m = 0; m < markers.places.size(); ++m) {
      const glm::vec3& place = markers[m].position;
      const float angle = step * float(m);
      CHECK(glm::distance(place, {std::sin(angle), 1.0f - std::cos(angle), 0.0f}) < 0.08f);
    }
    const std::vector<FigureBone> bones = figure_bones(markers);
    CHECK(bones.size() == std::size_t(joints));
    CHECK(bones.back().parent == joints - 2);
  }
  CHECK(found({snake()}, {FigureTemplate::chain}).places.size() > 4);
}

TEST_CASE("a ring, a cross, a ball and a human are no chains") {
  std::vector<glm::vec3> ring;
  for (int k = 0; k <= 32; ++k) {
    const float angle = 2.0f * std::numbers::pi_v<float> * float(k) / 32.0f;
    ring.emplace_back(std::cos(angle), std::sin(angle), 0.0f);
  }
  const std::vector<float> thin(ring.size(), 0.08f);
  const FigureWish chain{FigureTemplate::chain};
  CHECK_FALSE(find_markers({tube_shell(ring, thin)}, chain).markers);
  CHECK_FALSE(find_markers({tube_shell({{-1, 0, 0}, {1, 0, 0}}, {0.1f, 0.1f}),
                            tube_shell({{0, -1, 0}, {0, 1, 0}}, {0.1f, 0.1f})},
                           chain)
                  .markers);
  CHECK_FALSE(find_markers({tube_shell({{-1, 0, 0}, {1, 0, 0}}, {0.9f, 0.9f})}, chain).markers);
  if (is_sanitized()) return;
  const FigureSearch human = find_markers(shells_in(media() / "human.glb"), chain);
  CHECK_FALSE(human.markers);
  REQUIRE(human.instead);
  CHECK(human.instead->shape == FigureTemplate::humanoid);
}

TEST_CASE("a bird's joints are in its limbs, its wings spread or half folded, turned and scaled") {
  constexpr float kNear = 0.12f, kSteadyBird = 0.06f;
  for (const float fold : {0.0f, 0.5f, 1.0f}) {
    const FigureMarkers markers = found(bird(fold), kBird);
    CHECK(markers.front.z > 0.99f);
    CHECK(markers.front_doubt.empty());
    const glm::vec3 elbow(0.4f, 0.75f, -0.15f - 0.2f * fold),
        wrist = elbow + glm::vec3(0.3f, 0.05f, 0.25f);
    const std::array<std::pair<std::size_t, glm::vec3>, 8> places = {
        {{BirdMarker::beak, {0, 0.98f, 0.7f}},
         {BirdMarker::neck, {0, 0.68f, 0.25f}},
         {BirdMarker::tail_end, {0, 0.5f, -0.8f}},
         {BirdMarker::elbow_l, elbow},
         {BirdMarker::wrist_l, wrist},
         {BirdMarker::ankle_l, {0.1f, 0.22f, -0.06f}},
         {BirdMarker::ball_l, {0.1f, 0.03f, 0.0f}},
         {BirdMarker::toe_end_l, {0.1f, 0.025f, 0.16f}}}};
    for (const auto& [marker, place] : places) {
      INFO(markers[marker].name);
      CHECK(glm::distance(markers[marker].position, place) < kNear);
    }
    for (std::size_t m = 0; m < markers.places.size(); ++m)
      CHECK(glm::distance(markers[m].position,
                          markers[markers.mirrored(m)].position * glm::vec3(-1, 1, 1)) < 1e-5f);
    const glm::mat4 one(1.0f);
    for (const glm::mat4& by :
         {glm::rotate(one, glm::radians(143.0f), {0, 1, 0}), glm::scale(one, glm::vec3(100.0f)),
          glm::scale(one, glm::vec3(0.01f)), glm::rotate(one, glm::radians(90.0f), {1, 0, 0})}) {
      if (is_sanitized()) break;  // a minute
      const FigureMarkers after = found(moved_shells(bird(fold), by), kBird);
      for (std::size_t m = 0; m < markers.places.size(); ++m) {
        INFO(markers[m].name);
        const glm::vec3 expected(by * glm::vec4(markers[m].position, 1.0f));
        CHECK(glm::distance(after[m].position, expected) < kSteadyBird * after.height);
      }
    }
  }
}

TEST_CASE("what is no bird or no hand is refused with what is missing") {
  if (is_sanitized()) return;
  const FigureSearch tailless = find_markers(bird(0.0f, false), kBird);
  CHECK_FALSE(tailless.markers);
  INFO(tailless.refusal);
  CHECK(contains(tailless.refusal, "tail"));
  const FigureSearch four = find_markers(animal(), kBird);
  CHECK_FALSE(four.markers);
  REQUIRE(four.instead);
  CHECK(four.instead->shape == FigureTemplate::quadruped);
  const FigureSearch human = find_markers(shells_in(media() / "human.glb"), kBird);
  CHECK_FALSE(human.markers);
  CHECK(human.instead->shape == FigureTemplate::humanoid);
  for (const auto& shells :
       {animal(), bird(), std::vector{snake()}, shells_in(media() / "human.glb")})
    CHECK_FALSE(find_markers(shells, kLoneHand).markers);
}

TEST_CASE("a hand alone has five fingers above a palm, however it lies, and bones to all") {
  const FigureMarkers markers = found(lone_hand(), kLoneHand);
  REQUIRE(markers.places.size() == 2 + 5 * kFingerMarkers);
  const auto place = [&](const char* name) { return markers[*markers.find(name)].position; };
  CHECK(glm::distance(place("wrist"), {0, -0.03f, 0}) < 0.15f);
  CHECK(glm::distance(place("thumb_end"), {0.4f, 0.55f, 0}) < 0.08f);
  CHECK(glm::distance(place("index_end"), {0.18f, 1, 0}) < 0.08f);
  CHECK(glm::distance(place("little_end"), {-0.18f, 0.85f, 0}) < 0.08f);
  for (const MarkerPlace& one : markers.places) CHECK(one.partner == *markers.find(one.name));
  const glm::mat4 by =
      glm::scale(glm::rotate(glm::mat4(1.0f), 2.0f, glm::vec3(0.6f, 0, 0.8f)), glm::vec3(30.0f));
  const FigureMarkers after = found(moved_shells(lone_hand(), by), kLoneHand);
  REQUIRE(after.places.size() == markers.places.size());
  for (std::size_t m = 0; m < markers.places.size(); ++m) {
    INFO(markers[m].name);
    CHECK(glm::distance(after[m].position, glm::vec3(by * glm::vec4(markers[m].position, 1.0f))) <
          0.08f * after.height);
  }
  const std::vector<FigureBone> bones = figure_bones(markers);
  REQUIRE(bones.size() == 16);
  CHECK(bones[0].name == "hand");
  CHECK(bones[15].name == "little.003");
  CHECK(bones[13].parent == 0);
}

SOLVED_CASE("bones of an animal, a bird and a hand cover it") {
  for (const auto& [shells, wish, count] :
       {std::tuple{animal(), kAnimal, 23}, std::tuple{bird(), kBird, 21},
        std::tuple{lone_hand(), kLoneHand, 16}}) {
    Scene scene;
    for (const Shell& shell : shells) {
      Mesh mesh;
      mesh.positions = shell.positions;
      mesh.corner_vertex = shell.triangles;
      for (std::uint32_t k = 3; k <= shell.triangles.size(); k += 3) mesh.face_begin.push_back(k);
      scene.nodes.push_back({.id = take_id(scene), .name = "part"});
      scene.nodes.back().mesh = std::make_shared<const Mesh>(std::move(mesh));
    }
    const std::vector<FigureBone> bones =
        fitted_bones(scene, figure_bones(found(unbound_shells(scene), wish)), implementation());
    CHECK(bones.size() == std::size_t(count));
    const Scene rigged = applied_to(scene, made_skeleton(scene, bones));
    CHECK(find_node(rigged, scene.next_id)->skeleton->poses.empty());  // it has no arms to hang
    check_covered(rigged);
  }
}

TEST_CASE("a skeleton carried over to its own mesh, turned and larger, is turned and larger") {
  Scene source = sample();
  const int node = int(std::find_if(source.nodes.begin(), source.nodes.end(),
                                    [](const Node& one) { return one.skeleton != nullptr; }) -
                       source.nodes.begin());
  Skeleton& figure = edit_skeleton(source, node);
  const int elbow = joint_index(figure, "forearm.L"), head = joint_index(figure, "head");
  figure.joints[std::size_t(elbow)].limits = RotationLimits{{-1, 0, 0}, {0.5f, 0, 0}};
  Springs springs;
  springs.chains = {
      {.name = "hair",
       .joints = {{.joint = figure.joints[std::size_t(head)].id, .hit_radius = 0.1f}}}};
  springs.colliders = {{.target = figure.joints[0].id, .radius = 0.2f}};
  source.springs = std::make_shared<const Springs>(springs);

  const glm::mat4 by = glm::translate(glm::mat4(1.0f), {3, 1, 0}) *
                       glm::rotate(glm::mat4(1.0f), glm::radians(90.0f), {0, 1, 0}) *
                       glm::scale(glm::mat4(1.0f), glm::vec3(2.0f));
  const OwnSearch search =
      own_template(source, moved_shells(unbound_shells(without_skeletons(source)), by));
  REQUIRE_MESSAGE(search.own, search.refusal);
  REQUIRE(why_invalid(search.own->rig) == "");
  const Skeleton &before = only_skeleton(source), &after = only_skeleton(search.own->rig);
  const std::vector<glm::dmat4> places = rest_places(before), now = rest_places(after);
  REQUIRE(after.joints.size() == before.joints.size());
  for (std::size_t j = 0; j < after.joints.size(); ++j) {
    INFO(after.joints[j].name);
    CHECK(after.joints[j].name == before.joints[j].name);
    CHECK(after.joints[j].parent == before.joints[j].parent);
    const glm::vec3 expected(glm::dmat4(by) * exact_world_from_node(source, node) * places[j] *
                             glm::dvec4(0, 0, 0, 1));
    CHECK(glm::distance(expected, glm::vec3(now[j][3])) < 0.03f);
    CHECK(after.joints[j].radius == doctest::Approx(2.0f * before.joints[j].radius).epsilon(0.03));
  }
  CHECK(after.joints[std::size_t(elbow)].limits == before.joints[std::size_t(elbow)].limits);
  CHECK(search.own->rig.springs->colliders[0].radius == doctest::Approx(0.4f).epsilon(0.03));
  CHECK(search.own->rig.springs->chains[0].joints[0].hit_radius ==
        doctest::Approx(0.2f).epsilon(0.03));
}

SOLVED_CASE("another figure gets the sample's joints where its own are, and is covered") {
  const Scene ogre = io::load((media() / "ogre.glb").string()).scene;
  Scene bare = without_skeletons(ogre);
  const OwnSearch search = own_template(sample(), unbound_shells(bare));
  REQUIRE_MESSAGE(search.own, search.refusal);
  const Skeleton &own = only_skeleton(ogre), &made = only_skeleton(search.own->rig);
  const std::vector<glm::dmat4> places = rest_places(own), now = rest_places(made);
  int near = 0, all = 0;
  for (std::size_t j = 0; j < made.joints.size(); ++j) {
    const int same = joint_index(own, made.joints[j].name);
    if (same < 0) continue;
    ++all;
    near += glm::distance(places[std::size_t(same)][3], now[j][3]) <
            0.05 * double(search.own->markers.height);
  }
  CHECK(all >= 19);
  CHECK(near >= all - 1);
  const Id node = bare.next_id;
  bare = applied_to(bare, bound_skeleton(bare, search.own->rig, "Make a skeleton"));
  cover_skin(bare, node, false, implementation());
  check_covered(bare);
}

TEST_CASE("a skeleton is not carried over to another kind of figure, or from none") {
  if (is_sanitized()) return;
  const OwnSearch other = own_template(sample(), animal());
  CHECK_FALSE(other.own);
  CHECK(contains(other.refusal, "human figure"));
  CHECK(contains(own_template(without_skeletons(sample()), animal()).refusal, "no skeleton"));
}

DATA_CASE("animals of files are found, their heads in front; what is no animal is not") {
  if (is_sanitized()) return;  // minutes; other cases run the same code
  constexpr std::array<std::pair<const char*, glm::vec3>, 6> kFronts = {
      {{"gltf/Fox.glb", {0, 0, 1}},
       {"gltf/q_Fox.glb", {0, 0, 1}},
       {"gltf/q_Horse.glb", {0, 0, 1}},
       {"obj/cow.obj", {1, 0, 0}},
       {"obj/spot.obj", {0, 0, -1}},
       {"obj/assimp/WusonOBJ.obj", {0, 0, -1}}}};
  for (const auto& [file, front] : kFronts) {
    INFO(std::string(file));
    const FigureMarkers markers = found(shells_in(data / file), kAnimal);
    CHECK(glm::dot(markers.front, front) > 0.99f);
    CHECK(markers.front_doubt.empty());
  }
  for (const char* file : {"obj/teapot.obj", "obj/stanford-bunny.obj", "obj/suzanne.obj",
                           "obj/assimp/spider.obj", "gltf/Duck.glb", "gltf/godot_enemy.glb",
                           "gltf/q_Bee.glb", "gltf/CesiumMan.glb", "gltf/kaykit_Knight.glb"}) {
    INFO(std::string(file));
    const FigureSearch search = find_markers(shells_in(data / file), kAnimal);
    CHECK_FALSE(search.markers);
    CHECK_FALSE(search.refusal.empty());
  }
}

DATA_CASE("a fox's skeleton goes onto a horse, joint by joint") {
  if (is_sanitized()) return;
  const Scene fox = io::load((data / "gltf/q_Fox.glb").string()).scene,
              horse = io::load((data / "gltf/q_Horse.glb").string()).scene;
  const OwnSearch search = own_template(fox, unbound_shells(without_skeletons(horse)));
  REQUIRE_MESSAGE(search.own, search.refusal);
  const Skeleton &own = only_skeleton(horse), &made = only_skeleton(search.own->rig);
  const int node = int(std::find_if(horse.nodes.begin(), horse.nodes.end(),
                                    [](const Node& one) { return one.skeleton != nullptr; }) -
                       horse.nodes.begin());
  const std::vector<glm::dmat4> places = rest_places(own), now = rest_places(made);
  int near = 0;
  for (std::size_t j = 0; j < made.joints.size(); ++j)
    if (const int same = joint_index(own, made.joints[j].name); same >= 0)
      near += glm::distance(exact_world_from_node(horse, node) * places[std::size_t(same)][3],
                            now[j][3]) < 0.05 * double(search.own->markers.height);
  CHECK(near >= 30);
}
