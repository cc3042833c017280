// A skeleton made for a figure without bones: near the author's own, the same in any place, size
// and axis, and refused for a mesh that is no figure.
#include "edit/figure/figure_rig.h"

#include <array>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "edit/support.h"
#include "io/formats.h"
#include "rig/figure/finders.h"
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
    if (tried++ < trials(7))
      check_steady(*first.markers, find_markers(moved_shells(shells, by)), by);
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
  check_covered(rigged);
  for (std::size_t j = 5; j < 13; ++j) CHECK(bones[j].radius == bones[j + 8].radius);
  CHECK(fitted_bones(bare, figure_bones(*search.markers), implementation(),
                     [](double) { return false; })
            .front()
            .radius == figure_bones(*search.markers).front().radius);
}

SOLVED_CASE("a twist joint turned half as far as the hand keeps the wrist from being wrung") {
  const Scene bare = figure_in(media() / "human.glb").bare;
  FigureMarkers markers = *find_markers(unbound_shells(bare)).markers;
  const std::size_t without = figure_bones(markers).size();
  markers.has_twists = true;
  const std::vector<FigureBone> bones = fitted_bones(bare, figure_bones(markers), implementation());
  REQUIRE(bones.size() == without + 4);
  const Scene rigged = applied_to(bare, made_skeleton(bare, bones));
  const int node = int(rigged.nodes.size()) - 1;
  // A helper has no role, so that a motion and inverse kinematics pass by.
  const auto roles = body_roles(*rigged.nodes[std::size_t(node)].skeleton).roles;
  const auto index_of = [&](const char* name) {
    return std::size_t(std::find_if(bones.begin(), bones.end(),
                                    [&](const FigureBone& bone) { return bone.name == name; }) -
                       bones.begin());
  };
  const std::size_t twist = index_of("forearm_twist.L"), hand = index_of("hand.L");
  CHECK(roles[twist].part == BodyPart::none);
  CHECK(roles[hand].part == BodyPart::hand);
  const auto thickness = [&](float degrees_of_twist) {
    Scene posed = rigged;
    const auto turn = [&](std::size_t joint, float degrees) {
      edit_skeleton(posed, node).joints[joint].user_local =
          glm::rotate(glm::mat4(1.0f), glm::radians(degrees),
                      glm::normalize(bones[twist].tip - bones[twist].base));
    };
    edit_skeleton(posed, node).blend = Blend::linear;
    turn(hand, 120.0f);
    turn(twist, degrees_of_twist);
    Deformer deformer = Deformer::with(implementation());
    deformer.update(posed);
    Measures measures;
    measures.update(posed, deformer);
    return measures.joint(posed.nodes[std::size_t(node)].skeleton->joints[hand].id).thickness.value;
  };
  CHECK(thickness(60.0f) > thickness(0.0f) + 0.1);
}

namespace {

/// A hand in hand space: a palm with fingers that point along y, the thumb aside.
std::vector<Shell> hand_of(int fingers, bool has_thumb, float side = 1.0f) {
  std::vector<Shell> shells = {tube_shell({{0, -0.2f, 0}, {0, 0.1f, 0}}, {0.11f, 0.11f}),
                               tube_shell({{0, 0.02f, 0}, {0, 0.5f, 0}}, {0.14f, 0.24f})};
  for (int f = 0; f < fingers; ++f) {
    const float x = side * (0.18f - 0.12f * float(f)),
                top = 1.0f - 0.05f * std::abs(float(f) - 1.5f);
    shells.push_back(tube_shell({{x, 0.4f, 0}, {x, top, 0}}, {0.045f, 0.045f}));
  }
  if (has_thumb)
    shells.push_back(
        tube_shell({{0.12f * side, 0.2f, 0}, {0.4f * side, 0.55f, 0}}, {0.06f, 0.05f}));
  return shells;
}

constexpr auto kUnstopped = [] {};

}  // namespace

TEST_CASE("a hand has the fingers that stand apart, the thumb told by its place on either side") {
  for (const float side : {1.0f, -1.0f})
    for (int fingers = 1; fingers <= 4; ++fingers) {
      const HandFingers hand = find_fingers(hand_of(fingers, true, side), kAutoFingers, kUnstopped);
      CHECK(hand.doubt.empty());
      for (std::size_t f = 0; f < kFingers.size(); ++f) {
        INFO(fingers << " with a thumb, number " << f);
        REQUIRE(hand.places[f].has_value() == (int(f) <= fingers));
        if (int(f) > fingers) continue;
        const FingerPlaces& places = *hand.places[f];
        const glm::vec3 tip = f == 0 ? glm::vec3(0.4f * side, 0.55f, 0)
                                     : glm::vec3(side * (0.3f - 0.12f * float(f)), 1.0f, 0);
        CHECK(glm::distance(places.back(), tip) < 0.1f);
        for (std::size_t k = 1; k < kFingerMarkers; ++k) CHECK(places[k].y > places[k - 1].y);
        CHECK(places.front().y > 0.05f);
      }
    }
  const HandFingers four = find_fingers(hand_of(4, false), kAutoFingers, kUnstopped);
  CHECK(four.found() == FingerChoice{false, true, true, true, true});
  CHECK_FALSE(four.doubt.empty());
  CHECK((*four.places[1])[3].x > (*four.places[4])[3].x);  // the index where a thumb is expected
  CHECK(find_fingers(hand_of(1, false), kAutoFingers, kUnstopped).found() == FingerChoice{});
  CHECK(find_fingers({}, kAutoFingers, kUnstopped).found() == FingerChoice{});
}

TEST_CASE("a mitten has no fingers, or on request evenly spread ones, in doubt") {
  std::vector<Shell> mitten = hand_of(0, true);
  mitten.push_back(tube_shell({{0, 0.3f, 0}, {0, 1.0f, 0}}, {0.24f, 0.2f}));
  CHECK(find_fingers(mitten, 2, kUnstopped).doubt.empty());  // it and the thumb
  for (const int wanted : {1, 3, 5}) {
    const HandFingers hand = find_fingers(mitten, wanted, kUnstopped);
    CHECK_FALSE(hand.doubt.empty());
    const FingerChoice found = hand.found();
    CHECK(std::count(found.begin(), found.end(), true) == wanted);
    CHECK(found[0] == (wanted > 1));
    std::vector<float> aside;
    for (std::size_t f = 1; f < kFingers.size(); ++f)
      if (found[f]) aside.push_back((*hand.places[f])[2].x);
    for (std::size_t f = 1; f < aside.size(); ++f) CHECK(aside[f] < aside[f - 1] - 0.05f);
  }
}

SOLVED_CASE("the sample's fingers are even, named, covered, and change no other marker") {
  const Scene bare = figure_in(media() / "human.glb").bare;
  const FigureMarkers markers = found(unbound_shells(bare), {}),
                      without = found(unbound_shells(bare), {.fingers = 0});
  REQUIRE(without.places.size() == 23);
  REQUIRE(markers.places.size() == 23 + 2 * 5 * kFingerMarkers);
  for (std::size_t m = 0; m < markers.places.size(); ++m) {
    INFO(markers[m].name);
    if (m < without.places.size()) CHECK(markers[m].position == without[m].position);
    const glm::vec3 image = markers[markers.mirrored(m)].position * glm::vec3(-1, 1, 1);
    CHECK(glm::distance(markers[m].position, image) < 1e-5f);
    CHECK(markers[m].doubt.empty());
  }
  const std::vector<FigureBone> bones = fitted_bones(bare, figure_bones(markers), implementation());
  REQUIRE(bones.size() == 21 + 30);
  const Scene rigged = applied_to(bare, made_skeleton(bare, bones));
  check_covered(rigged);
  const Skeleton& skeleton = *find_node(rigged, bare.next_id)->skeleton;
  const int joint = joint_index(skeleton, "middle.002.R");
  REQUIRE(joint >= 0);
  CHECK(joint_roles(skeleton)[std::size_t(joint)] ==
        JointRole{BodyPart::middle, BodySide::right, 1});
  CHECK(skeleton.joints[std::size_t(joint)].parent == joint_index(skeleton, "middle.001.R"));
  CHECK(skeleton.joints[std::size_t(joint_index(skeleton, "thumb.001.L"))].parent ==
        joint_index(skeleton, "hand.L"));
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

DATA_CASE("fingers are found where characters have them, and nowhere else") {
  constexpr std::array<std::pair<const char*, int>, 8> kCounts = {
      {{"gltf/mannequiny.glb", 4},
       {"rigs/retarget/Godette_vrm_v4.vrm", 3},
       {"rigs/retarget/sketchfab_hero.glb", 3},
       {"gltf/q_KnightCharacter.glb", 2},
       {"obj/homer.obj", 4},
       {"gltf/CesiumMan.glb", 0},
       {"gltf/kaykit_Knight.glb", 0},
       {"gltf/RiggedFigure.glb", 0}}};
  for (const auto& [file, count] : kCounts) {
    INFO(std::string(file));
    const FigureMarkers markers = found(unbound_shells(figure_in(data / file).bare), {});
    CHECK(markers.places.size() == 23 + 2 * std::size_t(count) * kFingerMarkers);
    CHECK(markers.find("thumb_end.R").has_value() == (count > 0));
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
