// VRMC_springBone 1.0 in and out.
#include <memory>

#include "io/gltf_builder.h"
#include "support/springy.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

/// Random numbers as springy_scene() asks for them.
struct Drawn {
  Random random;
  float uniform(float low, float high) { return random.number(low, high); }
  glm::vec3 direction() { return glm::normalize(random.vector(1.0f) + glm::vec3(0, 0, 2)); }
};

/// A chain of hip (1) and head (2) with the end node 4; a sphere on a plain node (5), a capsule on
/// the hip.
Gltf springy_gltf() {
  Gltf gltf = skinned_gltf();
  gltf.json["nodes"].push_back({{"name", "end"}, {"translation", {0, 0.25, 0}}});
  gltf.json["nodes"].push_back({{"name", "ball"}});
  gltf.json["nodes"][2]["children"] = {4};
  gltf.json["scenes"][0]["nodes"].push_back(5);
  gltf.json["extensionsUsed"] = {"VRMC_springBone"};
  gltf.json["extensions"]["VRMC_springBone"] = Json::parse(R"({
    "specVersion": "1.0",
    "colliders": [
      {"node": 5, "shape": {"sphere": {"offset": [0, 0.5, 0], "radius": 0.25}}},
      {"node": 1, "shape": {"capsule": {"offset": [0, 0, 0], "radius": 0.125, "tail": [0, 1, 0]}}}
    ],
    "colliderGroups": [{"name": "body", "colliders": [0, 1]}],
    "springs": [{
      "name": "hair",
      "joints": [
        {"node": 1, "hitRadius": 0.5, "stiffness": 2, "gravityPower": 0.75, "gravityDir": [0, 0, 1],
         "dragForce": 0.25},
        {"node": 2},
        {"node": 4}
      ],
      "colliderGroups": [0],
      "center": 0
    }]
  })");
  return gltf;
}

Json extension_of(const std::filesystem::path& glb) {
  const SpecGltf file(glb);
  return file.json.value("extensions", Json::object()).value("VRMC_springBone", Json());
}

/// A figure that other programs see: a mesh follows its skeleton.
Scene with_mesh(Scene scene) {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 1, 0}, {0.1f, 1, 0}, {0, 1.1f, 0}};
  mesh->face_begin = {0, 3};
  mesh->corner_vertex = {0, 1, 2};
  mesh->normals = {{0, 0, 1}};
  mesh->corner_normal = {0, 0, 0};
  mesh->weights = ExplicitWeights{{0, 1, 2, 3}, {kSpringHips, kSpringHips, kSpringHips}, {1, 1, 1}};
  scene.nodes.push_back(
      {.id = 50, .name = "body", .mesh = mesh, .bound_to = kSpringNode, .explicit_weights = true});
  return scene;
}

}  // namespace

FOLDER_CASE("springs of another program's file are read") {
  const io::Loaded loaded = springy_gltf().load(folder);
  const Scene& scene = loaded.scene;
  for (const std::string& warning : loaded.warnings) {
    CHECK_FALSE(contains(warning, "spring"));
    CHECK_FALSE(contains(warning, "VRMC"));
  }
  REQUIRE(scene.springs);
  const Springs& springs = *scene.springs;
  REQUIRE(springs.chains.size() == 1);
  const SpringChain& chain = springs.chains[0];
  CHECK(chain.name == "hair");
  REQUIRE(chain.joints.size() == 2);
  const Joint &hip = *joint_of(scene, chain.joints[0].joint),
              &head = *joint_of(scene, chain.joints[1].joint);
  CHECK(hip.name == "hip");
  CHECK(head.name == "head");
  CHECK(chain.joints[0] == SpringJoint{hip.id, 0.5f, 2.0f, 0.75f, {0, 0, 1}, 0.25f});
  CHECK(chain.joints[1] == SpringJoint{.joint = head.id});
  CHECK(chain.end == kNoId);
  CHECK(head.extent == glm::vec3(0.0f, 0.25f, 0.0f));
  CHECK(name_of(scene, chain.center) == "armature");
  REQUIRE(springs.colliders.size() == 2);
  CHECK(name_of(scene, springs.colliders[0].target) == "ball");
  CHECK(springs.colliders[0].offset == glm::vec3(0.0f, 0.5f, 0.0f));
  CHECK_FALSE(springs.colliders[0].tail);
  CHECK(springs.colliders[1] ==
        SpringCollider{hip.id, glm::vec3(0.0f), glm::vec3(0.0f, 1.0f, 0.0f), 0.125f});
  CHECK(springs.groups == std::vector<SpringGroup>{{"body", {0, 1}}});
  CHECK(chain.groups == std::vector<std::size_t>{0});
}

FOLDER_CASE("a file that ends in .vrm opens") {
  const io::Loaded loaded = io::load(put(folder / "x.vrm", springy_gltf().glb()));
  CHECK(loaded.scene.springs);
}

FOLDER_CASE(
    "the humanoid map of a VRM file states parts of the body, and our own file keeps them") {
  for (const char* extensions : {R"({"VRM": {"humanoid": {"humanBones": [
            {"bone": "hips", "node": 1}, {"bone": "leftUpperArm", "node": 2}, {"bone": 7, "node": 1},
            {"bone": "head", "node": 99}, {"bone": "neck", "node": -1}, {"bone": "jaw"}, 3]}}})",
                                 R"({"VRMC_vrm": {"humanoid": {"humanBones": {
            "hips": {"node": 1}, "leftUpperArm": {"node": 2}, "head": {"node": 99}, "jaw": 3}}}})"}) {
    CAPTURE(extensions);
    Gltf gltf = skinned_gltf();
    gltf.json["extensions"] = Json::parse(extensions);
    const Scene scene = io::load(put(folder / "x.vrm", gltf.glb())).scene;
    io::save(folder / "own.glb", scene, {});
    for (const Scene& one : {scene, io::load(folder / "own.glb").scene}) {
      const auto& joints = node_named(one, "armature").skeleton->joints;
      REQUIRE(joints.size() == 2);
      CHECK(joints[0].human_bone == "hips");
      CHECK(joints[1].human_bone == "leftUpperArm");
    }
  }
}

FOLDER_CASE("a chain whose last node is a joint ends there") {
  Gltf gltf = springy_gltf();
  gltf.json["extensions"]["VRMC_springBone"]["springs"][0]["joints"].erase(2);
  const Scene scene = gltf.load(folder).scene;
  REQUIRE(scene.springs);
  const SpringChain& chain = scene.springs->chains.at(0);
  REQUIRE(chain.joints.size() == 1);
  CHECK(name_of(scene, chain.end) == "head");
}

FOLDER_CASE("what is broken in springs is left out and said, and the file opens") {
  const auto opened = [&](const char* pointer, const Json& value) {
    Gltf gltf = springy_gltf();
    gltf.json["extensions"]["VRMC_springBone"][Json::json_pointer(pointer)] = value;
    return gltf.load(folder);
  };
  const auto says = [&](const char* pointer, const Json& value, const char* words) {
    CAPTURE(pointer);
    const io::Loaded loaded = opened(pointer, value);
    CHECK(any_contains(loaded.warnings, words));
    CHECK(why_invalid(loaded.scene) == "");
    return loaded.scene.springs ? *loaded.scene.springs : Springs{};
  };
  CHECK(says("/colliders/0/node", 77, "1 collider without").colliders.size() == 1);
  CHECK(says("/colliders/0/shape", 1, "1 collider without").groups[0].colliders ==
        std::vector<std::size_t>{0});
  CHECK(says("/springs/0/joints/0/node", 5, "1 joint that no skin moves").chains[0].joints.size() ==
        1);
  CHECK(says("/springs/0/joints/1/node", 1, "in several chains").chains[0].joints.size() == 1);
  CHECK(says("/springs/0/joints/0/dragForce", 7, "1 number was out of range")
            .chains[0]
            .joints[0]
            .drag == 1.0f);
  CHECK(
      says("/springs/0/joints/0/stiffness", "much", "out of range").chains[0].joints[0].stiffness ==
      1.0f);
  CHECK(says("/springs/0/joints/0/gravityDir", Json::array({1, 2}), "out of range")
            .chains[0]
            .joints[0]
            .gravity == glm::vec3(0.0f, -1.0f, 0.0f));
  CHECK(says("/springs/0/joints", Json::array({{{"node", 1}}}), "1 chain without").chains.empty());
  CHECK(says("/springs/0/joints", 4, "1 chain without").chains.empty());
  says("/specVersion", "2.0", "are read as 1.0");
  says("/colliders/0/extensions", {{"VRMC_springBone_extended_collider", {{"specVersion", "1.0"}}}},
       "1 extended collider");
  CHECK_FALSE(opened("/springs", "none").scene.springs->chains.size());
}

FOLDER_CASE("our own file gives springs back to the bit, and other programs see them") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Drawn drawn{Random(seed)};
    Random& random = drawn.random;
    SpringyOptions options{.links = random.whole(1, 5), .is_turned = true};
    options.gravity = random.vector(1.0f);
    options.stiffness = random.number(0.0f, 2.0f);
    options.gravity_power = random.number(-1.0f, 1.0f);
    options.drag = random.number(0.0f, 1.0f);
    options.hit_radius = random.number(0.0f, 1.0f);
    Scene scene = with_mesh(springy_scene(drawn, options));
    add_colliders(scene, {{.target = kSpringHips, .offset = random.vector(1.0f), .radius = 0.3f},
                          {.target = 99, .radius = 1.0f},
                          {.target = kSpringNode,
                           .tail = random.vector(1.0f),
                           .radius = 0.1f,
                           .tail_radius = 0.5f}});
    io::save(folder / "x.glb", scene, {});
    CHECK(same_content(io::load(folder / "x.glb").scene, scene));
    const Json extension = extension_of(folder / "x.glb");
    CHECK(extension["specVersion"] == "1.0");
    CHECK(extension["colliders"].size() == 2);  // nothing has the id 99
    CHECK(extension["colliders"][1]["shape"]["capsule"]["radius"].get<float>() ==
          doctest::Approx(0.3f));  // the mean
    CHECK(extension["colliderGroups"][0]["colliders"] == Json({0, 1}));
    CHECK(extension["springs"][0]["joints"].size() == scene.springs->chains[0].joints.size() + 1);
  }
}

FOLDER_CASE("springs go to another program's file and come back") {
  Drawn random{Random(20)};
  Scene scene = with_mesh(springy_scene(random, {.is_turned = true, .drag = 0.3f}));
  add_colliders(scene, {{.target = kSpringHips, .tail = glm::vec3(0, 1, 0), .radius = 0.3f}});
  Springs springs = *scene.springs;
  springs.chains[0].center = kSpringNode;
  springs.chains[0].groups.push_back(springs.groups.size());
  springs.groups.push_back({.name = "nothing"});
  scene.springs = std::make_shared<Springs>(springs);
  io::save(folder / "x.glb", scene, {}, {.purpose = io::Purpose::exchange});
  const Scene again = io::load(folder / "x.glb").scene;
  REQUIRE(again.springs);
  const SpringChain &was = springs.chains[0], &is = again.springs->chains.at(0);
  REQUIRE(is.joints.size() == was.joints.size());
  for (std::size_t j = 0; j < is.joints.size(); ++j) {
    SpringJoint same = is.joints[j];
    CHECK(name_of(again, same.joint) == name_of(scene, was.joints[j].joint));
    same.joint = was.joints[j].joint;
    CHECK(same == was.joints[j]);
  }
  CHECK(joint_of(again, is.joints.back().joint)->extent ==
        joint_of(scene, was.joints.back().joint)->extent);
  CHECK(name_of(again, is.center) == "Skeleton");
  CHECK(again.springs->groups.size() == 1);
  CHECK(again.springs->colliders[0].tail == springs.colliders[0].tail);
}

FOLDER_CASE("springs of an old or a broken file of ours are refused with their place") {
  Drawn random{Random(30)};
  Scene scene = springy_scene(random);
  io::save(folder / "x.gltf", scene, {});
  std::string text = bytes_of(folder / "x.gltf");
  const std::string part = "\"drag\":0.4";
  REQUIRE(contains(text, part));
  std::string broken = text;
  broken.replace(broken.find(part), part.size(), "\"drag\":4.0");
  put(folder / "y.gltf", broken);
  CHECK(contains(refusal([&] { io::load(folder / "y.gltf"); }), "/extras/marrow/springs"));
}
