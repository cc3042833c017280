// A skeleton made for a figure without bones: near the author's own, the same in any place, size
// and axis, and refused where nobody stands.
#include "edit/figure/figure_rig.h"

#include <array>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "edit/support.h"
#include "io/formats.h"
#include "rig/skinning/deformer.h"
#include "scene/joint_places.h"
#include "scene/joint_roles.h"
#include "scene/stance.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr float kNear = 0.05f;    // of the height: a joint is where its author put it
constexpr float kSteady = 0.02f;  // of the height: a joint stays

struct Figure {
  Scene bare;
  std::vector<std::pair<JointRole, glm::vec3>> joints;  ///< the author's, world space
};

Figure figure_in(const std::filesystem::path& path) {
  const Scene scene = io::load(path).scene;
  Figure figure{without_skeletons(scene), {}};
  for (int n = 0; n < int(scene.nodes.size()); ++n) {
    const auto& skeleton = scene.nodes[std::size_t(n)].skeleton;
    if (!skeleton) continue;
    const glm::dmat4 world = exact_world_from_node(scene, n);
    const std::vector<JointRole> roles = body_roles(*skeleton).roles;
    const std::vector<glm::dmat4> rest = rest_places(*skeleton);
    for (std::size_t j = 0; j < roles.size(); ++j)
      figure.joints.emplace_back(roles[j], glm::vec3(world * rest[j][3]));
  }
  return figure;
}

struct Likeness {
  int near = 0, all = 0;
};

/// How many of the 15 main joints are where the author put them.
Likeness likeness_of(const Figure& figure, const FigureMarkers& markers) {
  using enum Marker::Index;
  constexpr std::array<std::pair<BodyPart, std::size_t>, 9> kMain = {
      {{BodyPart::hips, hips},
       {BodyPart::neck, neck},
       {BodyPart::head, head},
       {BodyPart::upper_arm, shoulder_l},
       {BodyPart::forearm, elbow_l},
       {BodyPart::hand, wrist_l},
       {BodyPart::thigh, hip_l},
       {BodyPart::shin, knee_l},
       {BodyPart::foot, ankle_l}}};
  Likeness likeness;
  for (const auto& [role, place] : figure.joints)
    for (const auto& [part, left] : kMain) {
      if (role.part != part || role.rank != 0) continue;
      const std::size_t marker = role.side == BodySide::right ? markers.mirrored(left) : left;
      ++likeness.all;
      if (glm::distance(markers[marker].position, place) < kNear * markers.height) ++likeness.near;
    }
  return likeness;
}

std::vector<Shell> moved(std::vector<Shell> shells, const glm::mat4& by) {
  for (Shell& shell : shells)
    for (glm::vec3& point : shell.positions) point = glm::vec3(by * glm::vec4(point, 1.0f));
  return shells;
}

/// The same change takes the markers of the unchanged figure along, except for doubtful ones.
void check_steady(const FigureMarkers& before, const FigureSearch& after, const glm::mat4& by) {
  REQUIRE_MESSAGE(after.markers, after.refusal);
  for (std::size_t m = 0; m < before.places.size(); ++m) {
    INFO(before[m].name);
    const MarkerPlace& place = after.markers->places[m];
    const glm::vec3 expected(by * glm::vec4(before.places[m].position, 1.0f));
    if (place.doubt.empty())
      CHECK(glm::distance(place.position, expected) < kSteady * after.markers->height);
  }
}

}  // namespace

TEST_CASE("the sample without its skeleton gets all main joints where they were, both sides even") {
  const Figure figure = figure_in(media() / "human.glb");
  const FigureSearch search = find_markers(unbound_shells(figure.bare));
  REQUIRE_MESSAGE(search.markers, search.refusal);
  const Likeness likeness = likeness_of(figure, *search.markers);
  CHECK(likeness.all == 15);
  CHECK(likeness.near == 15);
  CHECK(search.markers->front.z > 0.99f);
  CHECK(search.markers->front_doubt.empty());
  for (const MarkerPlace& place : search.markers->places) CHECK(place.doubt.empty());
  for (std::size_t m = 0; m < search.markers->places.size(); ++m) {
    const glm::vec3 &one = search.markers->places[m].position,
                    &other = (*search.markers)[search.markers->mirrored(m)].position;
    CHECK(glm::distance(one, other * glm::vec3(-1.0f, 1.0f, 1.0f)) < 1e-5f);
  }
}

TEST_CASE("a figure that is turned, scaled, moved or has z up keeps its joints") {
  const std::vector<Shell> shells = unbound_shells(figure_in(media() / "human.glb").bare);
  const FigureSearch first = find_markers(shells);
  REQUIRE(first.markers);
  const glm::mat4 one(1.0f);
  const auto turned = [&](float degrees) {
    return glm::rotate(one, glm::radians(degrees), {0.0f, 1.0f, 0.0f});
  };
  int tried = 0;
  for (const glm::mat4& by :
       {turned(37.0f), turned(180.0f), turned(-101.0f), glm::scale(one, glm::vec3(100.0f)),
        glm::scale(one, glm::vec3(0.01f)), glm::translate(one, {5.0f, -3.0f, 40.0f}),
        glm::rotate(one, glm::radians(90.0f), {1.0f, 0.0f, 0.0f})})
    if (tried++ < trials(7)) check_steady(*first.markers, find_markers(moved(shells, by)), by);
}

TEST_CASE("a figure whose vertices shake keeps its joints") {
  std::vector<Shell> shells = unbound_shells(figure_in(media() / "human.glb").bare);
  const FigureSearch first = find_markers(shells);
  REQUIRE(first.markers);
  Random random(7);
  const float shake = 0.005f * first.markers->height;
  for (glm::vec3& point : shells[0].positions)
    if (random.chance(0.3f)) point += shake * random.vec3();
  check_steady(*first.markers, find_markers(shells), glm::mat4(1.0f));
}

TEST_CASE("a figure in pieces keeps its joints: each triangle with vertices of its own") {
  const std::vector<Shell> shells = unbound_shells(figure_in(media() / "human.glb").bare);
  const FigureSearch first = find_markers(shells);
  REQUIRE(first.markers);
  Shell pieces;
  for (const std::uint32_t v : shells[0].triangles) {
    pieces.triangles.push_back(std::uint32_t(pieces.positions.size()));
    pieces.positions.push_back(shells[0].positions[v]);
  }
  check_steady(*first.markers, find_markers({pieces}), glm::mat4(1.0f));
}

SOLVED_CASE("the radii of a made skeleton are even, and cover the mesh") {
  const Scene bare = figure_in(media() / "human.glb").bare;
  const FigureSearch search = find_markers(unbound_shells(bare));
  REQUIRE(search.markers);
  const std::vector<FigureBone> bones =
      fitted_bones(bare, figure_bones(*search.markers), implementation());
  const Scene rigged = applied_to(bare, made_skeleton(bare, bones));
  Deformer deformer = Deformer::with(implementation());
  deformer.update(rigged);
  for (const DeformedMesh& mesh : deformer.meshes()) CHECK(mesh.coverage.uncovered == 0);
  for (std::size_t j = 5; j < 13; ++j) CHECK(bones[j].radius == bones[j + 8].radius);
  CHECK(fitted_bones(bare, figure_bones(*search.markers), implementation(),
                     [](double) { return false; })
            .front()
            .radius == figure_bones(*search.markers).front().radius);
}

TEST_CASE("a made figure has a neutral pose: arms hang beside the thighs, on both sides alike") {
  const Scene bare = figure_in(media() / "human.glb").bare;
  for (const glm::vec3& size : {glm::vec3(1.8f, 1.8f, 0.3f), glm::vec3(0.5f, 1.8f, 0.3f)}) {
    Bounds box;
    box.add(-0.5f * size);
    box.add(0.5f * size);
    const Scene rigged = applied_to(bare, made_skeleton(bare, human_bones_in(box)));
    const Scene posed = applied_to(rigged, op::ApplyPose{bare.next_id, "Neutral"});
    const Skeleton& figure = *find_node(posed, bare.next_id)->skeleton;
    const BodyJoints body = body_joints(figure);
    const auto place = [&](int joint) { return glm::vec3(posed_place(figure, joint)[3]); };
    const glm::vec3 image(-1.0f, 1.0f, 1.0f);
    for (const std::size_t side : {0u, 1u}) {
      const auto& [upper, lower, end] = body.arms[side];
      const float out = side == 0 ? 1.0f : -1.0f;
      const glm::vec3 shoulder = place(upper), elbow = place(lower), hand = place(end);
      CHECK(elbow.y < shoulder.y - 0.7f * glm::distance(shoulder, elbow));
      CHECK(hand.y < elbow.y - 0.7f * glm::distance(elbow, hand));
      CHECK(hand.z > elbow.z);  // the figure faces +z
      const int thigh = body.legs[side].upper;
      CHECK(out * hand.x > out * place(thigh).x + figure.joints[std::size_t(thigh)].radius);
      CHECK(glm::distance(image * hand, place(body.arms[1 - side].end)) < 1e-4f);
    }
  }
  // An arm that is as long as the figure is tall, a lance for example, would go through the ground.
  Bounds box;
  box.add({-0.9f, -0.9f, -0.15f});
  box.add({0.9f, 0.9f, 0.15f});
  std::vector<FigureBone> lancer = human_bones_in(box);
  for (FigureBone& bone : lancer)
    if (bone.name == "hand.L") bone.tip.x += 1.8f;
  const Scene armed = applied_to(bare, made_skeleton(bare, lancer));
  CHECK(find_node(armed, bare.next_id)->skeleton->poses.empty());
  const Scene empty;
  const FigureBone tail{"tail", -1, {0, 0, 0}, {0, 0, 1}, 0.1f};
  const Scene chain = applied_to(empty, made_skeleton(empty, {tail}));
  CHECK(chain.nodes[0].skeleton->poses.empty());
  // Its joints are yet to be moved.
  const Operation guess = human_skeleton(empty, human_bones_in({{-1, 0, -1}, {1, 2, 1}}));
  CHECK(applied_to(empty, guess).nodes[0].skeleton->poses.empty());
}

TEST_CASE("a search stops when it is told to, and nobody is found in nothing, a box or a bar") {
  const std::vector<Shell> shells = unbound_shells(figure_in(media() / "human.glb").bare);
  CHECK_THROWS_AS(find_markers(shells, {}, [](double) { return false; }), Stopped);
  CHECK_FALSE(find_markers({}).refusal.empty());
  const Mesh bar = capped_cylinder(8, 12);
  Shell shell{bar.positions, make_surface(bar).triangles};
  for (std::uint32_t& corner : shell.triangles) corner = make_surface(bar).source[corner];
  const FigureSearch search = find_markers({shell});
  CHECK_FALSE(search.markers);
  CHECK_FALSE(search.refusal.empty());
}

DATA_CASE("characters without their skeletons get most main joints where their authors put them") {
  constexpr std::array<std::pair<const char*, int>, 6> kLeast = {
      {{"gltf/mannequiny.glb", 15},
       {"gltf/CesiumMan.glb", 15},
       {"rigs/retarget/sketchfab_hero.glb", 15},
       {"gltf/q_KnightCharacter.glb", 13},
       {"gltf/RiggedFigure.glb", 13},
       {"rigs/retarget/Godette_vrm_v4.vrm", 12}}};
  for (const auto& [file, least] : kLeast) {
    const Figure figure = figure_in(data / file);
    const FigureSearch search = find_markers(unbound_shells(figure.bare));
    INFO(file << ": " << search.refusal);
    REQUIRE(search.markers);
    CHECK(likeness_of(figure, *search.markers).near >= least);
  }
}

DATA_CASE("animals, things and heads get no human skeleton, but a reason") {
  if (is_sanitized()) return;  // minutes; other cases run the same code
  for (const char* file :
       {"obj/cow.obj", "obj/spot.obj", "obj/teapot.obj", "obj/stanford-bunny.obj",
        "obj/suzanne.obj", "obj/igl_decimated-max.obj", "obj/trimesh/rabbit.obj", "gltf/Fox.glb",
        "gltf/q_Horse.glb", "gltf/Duck.glb", "gltf/godot_enemy.glb", "obj/assimp/spider.obj"}) {
    const FigureSearch search = find_markers(unbound_shells(figure_in(data / file).bare));
    INFO(file);
    CHECK_FALSE(search.markers);
    CHECK_FALSE(search.refusal.empty());
  }
}
