// Scenes of Scotty3D: written scenes open again with the same bind and pose; a file in the format
// reads as its specification states; damaged files are refused with a message. "B" and "W" as in
// rig/rig.h.
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "io/base64.h"
#include "io/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

using Js3d = nlohmann::json;

template <typename T>
std::string encoded(const std::string& type, const std::vector<T>& values) {
  std::string text =
      io::base64({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
  while (!text.empty() && text.back() == '=') text.pop_back();
  return type + text;
}

std::string encoded_indices(const std::vector<std::uint32_t>& values) {
  return encoded("uint32:", values);
}

/// A square of two triangles (0 1 2) and (0 2 3), whose border is a hole.
Js3d square() {
  // Pairs: 0-1 and back, 1-2, 2-0 with its twin 0-2, 2-3, 3-0.
  const std::vector<std::uint32_t> nexts = {2, 9, 4, 1, 0, 6, 8, 3, 5, 7};
  const std::vector<glm::vec3> positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  return {{"FORMAT", "s3d-hm-1"},
          {"halfedge_nexts", encoded_indices(nexts)},
          {"halfedge_corner_uvs", encoded("vec2:", std::vector<glm::vec2>(10, {0.5f, 0.25f}))},
          {"halfedge_corner_normals", encoded("vec3:", std::vector<glm::vec3>(10, {0, 0, 1}))},
          {"bone_weight_bones", encoded_indices({0, 1, 1, 1})},
          {"bone_weight_weights", encoded<float>("float:", {0.25f, 0.75f, 1.0f, 1.0f})},
          {"vertex_halfedges", encoded_indices({0, 2, 4, 8})},
          {"vertex_positions", encoded("vec3:", positions)},
          {"vertex_bone_weight_ends", encoded_indices({0, 2, 3, 4})},
          {"edge_sharps", "bool:BA"},
          {"face_halfedges", encoded_indices({0, 5, 1})},
          {"face_boundaries", "bool:MA"}};
}

Js3d skinned_scene() {
  const Js3d bones = {{{"extent", {0, 2, 0}},
                       {"roll", 0},
                       {"radius", 0.5},
                       {"parent", 4294967295u},
                       {"pose", {0, 0, 0}},
                       {"channel_id", 0}},
                      {{"extent", {0, 1, 0}},
                       {"roll", 90},
                       {"radius", 0.25},
                       {"parent", 0},
                       {"pose", {90, 0, 0}},
                       {"channel_id", 1}}};
  const Js3d skeleton = {{"bones", bones},
                         {"handles", {{{"bone", 1}}}},
                         {"base", {5, 0, 0}},
                         {"base_offset", {0, 0, 1}}};
  return {{"scene",
           {{"FORMAT", "js3d-v1"},
            {"transforms",
             {{"T", {{"parent", nullptr}, {"translation", {0, 10, 0}}, {"scale", {2, 2, 2}}}},
              {"U", {{"parent", "T"}, {"rotation", {0, 0, 0, 1}}}}}},
            {"meshes", {{"flat", square()}}},
            {"skinned_meshes", {{"skin", {{"mesh", square()}, {"skeleton", skeleton}}}}},
            {"cameras", {{"C", Js3d::object()}}},
            {"delta_lights", {{"L", Js3d::object()}, {"M", Js3d::object()}}},
            {"instances",
             {{"meshes", {{"square", {{"transform", "T"}, {"mesh", "flat"}, {"visible", false}}}}},
              {"skinned_meshes", {{"figure", {{"transform", "U"}, {"mesh", "skin"}}}}}}}}},
          {"animator", {{"splines", Js3d::object()}}}};
}

io::Loaded loaded(const Scratch& folder, const Js3d& json) {
  return io::load(put(folder / "x.js3d", json.dump()));
}

/// The message for the sample with another value at a JSON pointer.
std::string refusal_with(const Scratch& folder, const std::string& pointer, const Js3d& value) {
  Js3d json = skinned_scene();
  json[Js3d::json_pointer(pointer)] = value;
  return refusal([&] { loaded(folder, json); });
}

/// A grid of quads whose vertices are anywhere and follow one joint or two.
std::shared_ptr<const Mesh> grid_on(Random& random, const Skeleton& skeleton) {
  const int count = int(skeleton.joints.size());
  auto mesh = std::make_shared<Mesh>();
  constexpr std::uint32_t kSide = 5;
  ExplicitWeights weights{{0}, {}, {}};
  for (std::uint32_t v = 0; v < kSide * kSide; ++v) {
    mesh->positions.push_back(random.vector(2.0f));
    for (int e = random.whole(0, 1); e < 2; ++e) {
      const int joint = std::min(count - 1, e * random.whole(1, count));
      if (!weights.joint.empty() && weights.row_begin.back() < weights.joint.size()) {
        if (skeleton.joints[std::size_t(joint)].id <= weights.joint.back()) break;
        weights.weight.back() = 0.25f;
      }
      weights.joint.push_back(skeleton.joints[std::size_t(joint)].id);
      weights.weight.push_back(weights.row_begin.back() + 1 < weights.joint.size() ? 0.75f : 1.0f);
    }
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  for (std::uint32_t v = 0; v + kSide < kSide * kSide; ++v) {
    if (v % kSide == kSide - 1) continue;
    for (const std::uint32_t corner : {v, v + 1, v + kSide + 1, v + kSide})
      mesh->corner_vertex.push_back(corner);
    mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
  }
  mesh->weights = std::move(weights);
  return mesh;
}

/// A rig of joints that only turn, below a node anywhere, and a grid that they move.
Scene random_rig(unsigned seed) {
  Random random(seed);
  Scene scene;
  Node rig{.id = take_id(scene), .name = "rig", .local = random.affine()};
  Skeleton skeleton;
  const int count = random.whole(1, 7);
  const glm::vec3 offset = random.vector(0.5f);
  for (int j = 0; j < count; ++j) {
    Joint joint{.id = take_id(scene),
                .name = "joint " + std::to_string(j),
                .parent = random.whole(-1, j - 1),
                .bind_local = random.affine(false),
                .extent = random.chance(0.1) ? glm::vec3(0.0f) : random.vector(1.0f),
                .radius = random.number(0.1f, 1.0f),
                .roll = random.number(-3.0f, 3.0f)};
    const bool is_plain = random.chance(0.5);
    if (is_plain) joint.bind_local = glm::translate(glm::mat4(1.0f), random.vector(1.0f));
    if (is_plain && joint.parent >= 0 && random.chance(0.5))
      joint.bind_local[3] = glm::vec4(skeleton.joints[std::size_t(joint.parent)].extent, 1.0f);
    skeleton.joints.push_back(joint);
    const glm::dmat4 bind = posed_joints(skeleton, true).back();
    glm::dmat4 turn(
        glm::mat3_cast(glm::normalize(glm::dquat(1.0, glm::dvec3(random.vector(2.0f))))));
    if (random.chance(0.2)) turn = glm::rotate(glm::dmat4(1.0), 1.5707963267948966, {0, 1, 0});
    const glm::dmat4 to_origin = glm::translate(glm::dmat4(1.0), -glm::dvec3(bind[3]));
    glm::dmat4 moved = glm::inverse(to_origin) * turn * to_origin;
    if (joint.parent < 0) moved = glm::translate(glm::dmat4(1.0), glm::dvec3(offset)) * moved;
    skeleton.joints.back().user_local = glm::mat4(glm::inverse(bind) * moved * bind);
    skeleton.joints.back().user_local[0].w = skeleton.joints.back().user_local[1].w =
        skeleton.joints.back().user_local[2].w = 0.0f;
    skeleton.joints.back().user_local[3].w = 1.0f;
  }
  const auto mesh = grid_on(random, skeleton);
  Node skin{.id = take_id(scene),
            .name = "skin",
            .parent = 0,
            .local = random.affine(),
            .mesh = mesh,
            .bound_to = rig.id,
            .explicit_weights = true};
  rig.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  scene.nodes = {std::move(rig), std::move(skin)};
  REQUIRE(why_invalid(scene) == "");
  return scene;
}

double off(const glm::dmat4& a, const glm::dmat4& b, const glm::vec3& point) {
  const glm::dvec4 p(glm::dvec3(point), 1.0);
  return glm::distance(glm::dvec3(a * p), glm::dvec3(b * p));
}

}  // namespace

FOLDER_CASE("random rigs that only turn come back: bind, tips, pose, radii, rolls, every vertex") {
  double worst = 0.0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    const Scene scene = random_rig(seed);
    const auto warnings =
        io::save(folder / "x.js3d", scene, {}, {.purpose = io::Purpose::exchange});
    CHECK(!any_contains(warnings, "written as its turn"));
    const io::Loaded back = io::load(folder / "x.js3d");
    const Skeleton& was = *node_named(scene, "rig").skeleton;
    const Node& rig = node_named(back.scene, "rig");
    REQUIRE(rig.skeleton);
    const Skeleton& is = *rig.skeleton;
    REQUIRE(is.joints.size() == was.joints.size());
    const auto bind_was = posed_joints(was, true), bind_is = posed_joints(is, true),
               posed_was = posed_joints(was, false), posed_is = posed_joints(is, false);
    for (std::size_t j = 0; j < is.joints.size(); ++j) {
      const Joint &a = was.joints[j], &b = is.joints[j];
      CHECK(b.name == a.name);
      CHECK(b.parent == a.parent);
      CHECK(b.radius == a.radius);
      if (glm::dmat3(bind_was[j]) == glm::dmat3(1.0)) CHECK(std::abs(b.roll - a.roll) < 1e-6f);
      const glm::dvec4 tip(glm::dvec3(a.extent), 1.0), tip_is(glm::dvec3(b.extent), 1.0);
      worst = std::max({worst, off(bind_was[j], bind_is[j], {0, 0, 0}),
                        off(posed_was[j], posed_is[j], {0, 0, 0}),
                        glm::distance(bind_was[j] * tip, bind_is[j] * tip_is),
                        glm::distance(posed_was[j] * tip, posed_is[j] * tip_is)});
    }
    const Node& skin = node_named(back.scene, "skin");
    REQUIRE(skin.explicit_weights);
    const Influences before = rows_of(scene, scene.nodes[1]), after = rows_of(back.scene, skin);
    const auto expected = world_positions(scene, 1, &before);
    worst = std::max(
        worst,
        farthest(expected, world_positions(back.scene, std::size_t(node_index(back.scene, skin.id)),
                                           &after)));
    CHECK(skin.mesh->corner_vertex == scene.nodes[1].mesh->corner_vertex);
    CHECK(skin.mesh->face_begin == scene.nodes[1].mesh->face_begin);
  }
  MESSAGE("farthest point: " << worst);
  CHECK(worst < 1e-5);
}

FOLDER_CASE("scenes of every kind are written and open again") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    io::save(folder / "x.js3d", scene, random_derived(scene, seed),
             {.purpose = io::Purpose::exchange});
    const std::string why = refusal([&] {
      const Scene back = io::load(folder / "x.js3d").scene;
      std::size_t was = 0, is = 0;
      for (const Node& node : scene.nodes) was += node.skeleton != nullptr;
      for (const Node& node : back.nodes) is += node.skeleton != nullptr;
      CHECK(is >= was);
    });
    CHECK(why == "");
  }
}

FOLDER_CASE("a file in the format reads as Scotty3D's documents say") {
  const io::Loaded read = loaded(folder, skinned_scene());
  REQUIRE(read.warnings.size() == 2);
  CHECK(contains(read.warnings[0], "1 vertex of skinned meshes has no weight"));
  CHECK(read.warnings[1] == "not kept: 1 camera, 2 lights, 1 inverse kinematics handle");
  const Node &flat = node_named(read.scene, "square"), &rig = node_named(read.scene, "figure"),
             &skin = node_named(read.scene, "skin");
  CHECK(!flat.visible);
  REQUIRE(flat.mesh);
  CHECK(flat.mesh->corner_vertex == std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3});
  CHECK(flat.mesh->normals.size() == 4);  // one per vertex, as all of its corners have the same
  CHECK(flat.mesh->uvs.size() == 4);
  CHECK(read.scene.nodes[std::size_t(rig.parent)].id == flat.id);
  const Skeleton& skeleton = *rig.skeleton;
  REQUIRE(skeleton.joints.size() == 2);
  CHECK(skeleton.joints[1].name == "bone 1");
  CHECK(skeleton.joints[1].parent == 0);
  CHECK(skeleton.joints[1].roll == doctest::Approx(1.5707963f));
  CHECK(skeleton.joints[1].radius == 0.25f);
  CHECK(skeleton.falloff == Falloff::linear);
  CHECK(posed_joints(skeleton, true)[1][3] == glm::dvec4(5, 2, 0, 1));
  // The x axis of a bone along y, rolled by 90 degrees, is -z: 90 degrees about it turn y to x.
  const glm::dvec4 tip = posed_joints(skeleton, false)[1] * glm::dvec4(0, 1, 0, 1);
  CHECK(glm::distance(tip, glm::dvec4(6, 2, 1, 1)) < 1e-6);
  CHECK(skin.bound_to == rig.id);
  CHECK(skin.explicit_weights);
  CHECK(skin.mesh->weights->row_begin == std::vector<std::uint32_t>{0, 0, 2, 3, 4});
  CHECK(skin.mesh->weights->weight[1] == 0.75f);
}

FOLDER_CASE("capsules drive a mesh again after our own file; what is lost is said") {
  Scene scene = random_rig(3);
  scene.nodes[1].explicit_weights = false;
  Joint& joint = edit_skeleton(scene, 0).joints[0];
  joint.set_radii({0.25f, 0.5f});
  joint.user_local = glm::scale(joint.user_local, glm::vec3(1.0f, 2.0f, 1.0f));
  edit_skeleton(scene, 0).falloff = Falloff::inverse;
  edit_skeleton(scene, 0).blend = Blend::dual_quaternion;
  const auto warnings = io::save(folder / "x.js3d", scene, random_derived(scene, 1),
                                 {.purpose = io::Purpose::exchange});
  CHECK(any_contains(warnings, "the pose of \"joint 0\" is written as its turn"));
  CHECK(any_contains(warnings, "the capsules of \"joint 0\" are written with the larger"));
  CHECK(any_contains(warnings, "\"rig\" blends linearly in Scotty3D"));
  const Scene back = io::load(folder / "x.js3d").scene;
  CHECK(!node_named(back, "skin").explicit_weights);
  CHECK(node_named(back, "rig").skeleton->falloff == Falloff::inverse);
  CHECK(node_named(back, "rig").skeleton->joints[0].radius == 0.5f);
}

FOLDER_CASE("our own scene file keeps the roll") {
  const Scene scene = random_rig(4);
  io::save(folder / "x.glb", scene, {});
  CHECK(same_content(io::load(folder / "x.glb").scene, scene));
}

FOLDER_CASE("meshes that are no surface are cut: edges of three faces, fans that meet in a point") {
  const Scene scene = io::load(put(folder / "x.obj",
                                   "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv -1 0 0\nv 0 -1 0\n"
                                   "v 9 9 9\nf 1 2 3\nf 1 2 4\nf 1 2 6\nf 1 5 6\nf 3 3 4\n"))
                          .scene;
  const auto warnings = io::save(folder / "x.js3d", scene, {}, {.purpose = io::Purpose::exchange});
  CHECK(any_contains(warnings, "vertices were added"));
  CHECK(any_contains(warnings, "1 vertex without a face was left out"));
  CHECK(any_contains(warnings, "1 face without three different corners was left out"));
  const Scene back = io::load(folder / "x.js3d").scene;
  const Mesh *was = scene.nodes[0].mesh.get(), *is = nullptr;
  for (const Node& node : back.nodes)
    if (node.mesh) is = node.mesh.get();
  REQUIRE(is);
  REQUIRE(is->face_count() == 4);
  for (std::size_t c = 0; c < is->corner_vertex.size(); ++c)
    CHECK(is->positions[is->corner_vertex[c]] == was->positions[was->corner_vertex[c]]);
}

FOLDER_CASE("damaged and hostile files are refused with the place and what was expected") {
  const std::string skin = "/scene/skinned_meshes/skin", bone = skin + "/skeleton/bones/1";
  const std::string mesh = skin + "/mesh";
  const std::vector<std::tuple<std::string, Js3d, std::string>> cases = {
      {"/scene", 7, "/scene: expected an object"},
      {"/scene/FORMAT", "js3d-v9", "/scene/FORMAT: expected \"js3d-v1\", found \"js3d-v9\""},
      {"/scene/transforms/T/parent", "U", "/scene/transforms: expected transforms of which none"},
      {"/scene/transforms/T/parent", "X", "/T/parent: expected the name of a transform, or null"},
      {"/scene/transforms/T/scale", {0, 1, 1}, "/T: expected a scale that is not 0"},
      {"/scene/transforms/T/scale", {1, 1}, "/T/scale: expected a list of 3 numbers"},
      {"/scene/transforms/U/rotation", {0, 0, 0, 0}, "/U/rotation: expected a quaternion"},
      {"/scene/instances/meshes/square/mesh", "x", "expected a \"mesh\" that names one"},
      {"/scene/instances/meshes/square/transform", "x", "expected the name of a transform"},
      {bone + "/parent", 1, bone + "/parent: expected the index of an earlier bone"},
      {bone + "/parent", 1e300, bone + "/parent: expected a whole number"},
      {bone + "/radius", -1, bone + "/radius: expected a radius of 0 or more"},
      {bone + "/radius", nullptr, bone + "/radius: expected a finite number"},
      {bone + "/extent", {0, 1e39, 0}, bone + "/extent/1: expected a finite number"},
      {bone, 5, bone + ": expected an object"},
      {skin + "/skeleton/bones", "x", "/bones: expected a list"},
      {mesh + "/halfedge_nexts", "uint32:AAAA!", "/halfedge_nexts: expected base64"},
      {mesh + "/halfedge_nexts", "float:AAAA", "expected a text that begins with \"uint32:\""},
      {mesh + "/halfedge_nexts", "uint32:AAA", "expected whole elements of 4 bytes"},
      {mesh + "/halfedge_nexts", encoded_indices({0}), "expected pairs of half-edges"},
      {mesh + "/halfedge_nexts", encoded_indices({2, 9, 4, 1, 0, 6, 8, 3, 5, 99}),
       "expected indices below 10, found 99"},
      {mesh + "/halfedge_nexts", encoded_indices({2, 9, 4, 1, 2, 6, 8, 3, 5, 7}), "half-edge"},
      {mesh + "/vertex_halfedges", encoded_indices({0, 2, 4, 4}), "of its own for vertex 3"},
      {mesh + "/vertex_halfedges", encoded_indices({0, 2, 4}), "a position for each of 3"},
      {mesh + "/vertex_positions", encoded("vec3:", std::vector<glm::vec3>(4, glm::vec3(NAN))),
       "/vertex_positions: expected finite numbers"},
      {mesh + "/face_halfedges", encoded_indices({0, 0, 1}), "expected face 1 to share no"},
      {mesh + "/bone_weight_bones", encoded_indices({0, 1, 7, 1}), "expected indices below 2"},
      {mesh + "/vertex_bone_weight_ends", encoded_indices({0, 4, 3, 4}), "ends of rows that rise"},
      {mesh + "/vertex_bone_weight_ends", encoded_indices({0, 2, 3, 9}), "within the weights"}};
  for (const auto& one : cases) {
    const auto& pointer = std::get<0>(one);
    const auto& value = std::get<1>(one);
    const auto& expected = std::get<2>(one);
    CAPTURE(pointer);
    const std::string why = refusal_with(folder, pointer, value);
    CAPTURE(why);
    CHECK(contains(why, expected));
    CHECK(contains(why, "x.js3d: "));
    CHECK(!contains(why, "\n"));
  }
}

FOLDER_CASE("garbage, cut files and files that ask for too much memory are refused") {
  const auto text = [&](const std::string& bytes) {
    return refusal([&] { io::load(put(folder / "x.js3d", bytes)); });
  };
  CHECK(contains(text("garbage"), "expected JSON, as Scotty3D writes it"));
  CHECK(contains(text("[]"), "expected an object"));
  CHECK(contains(text("{}"), "expected a member \"scene\""));
  CHECK(text(std::string(200'000, '[')) != "");
  CHECK(contains(text("{\"scene\": 1e999}"), "expected numbers that a float can hold"));
  const std::string whole = skinned_scene().dump();
  for (std::size_t size = 1; size < whole.size(); size += 97)
    CHECK(text(whole.substr(0, size)) != "");
  // Many instances of one mesh with a skeleton ask for more than the file holds.
  Js3d many = skinned_scene();
  Js3d& figures = many["scene"]["instances"]["skinned_meshes"];
  many["scene"]["skinned_meshes"]["skin"]["skeleton"]["bones"] =
      Js3d(3'000, many["scene"]["skinned_meshes"]["skin"]["skeleton"]["bones"][0]);
  for (int i = 0; i < 2'000; ++i) figures["f" + std::to_string(i)] = figures["figure"];
  CHECK(contains(text(many.dump()), "asks for far more data than it holds"));
}

FOLDER_CASE("one changed byte anywhere never crashes") {
  Random random(5);
  const std::string whole = skinned_scene().dump();
  for (int round = 0; round < 3'000; ++round) {
    std::string bytes = whole;
    for (int change = random.whole(1, 3); change > 0; --change)
      bytes[std::size_t(random.whole(0, int(whole.size()) - 1))] =
          random.chance(0.5) ? char(random.whole(32, 126)) : char(random.whole(0, 255));
    put(folder / "x.js3d", bytes);
    refusal([&] { io::load(folder / "x.js3d"); });
  }
}
