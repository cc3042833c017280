// The scene file: the loaded scene equals the saved one, bit for bit.
#include <functional>

#include "io/editor_data.h"
#include "io/support.h"

using namespace marrow;
using namespace marrow::test;
using Json = nlohmann::json;

namespace {

Scene saved_and_loaded(const Scene& scene, const io::Derived& derived,
                       const std::filesystem::path& path) {
  io::save(path, scene, derived);
  const io::Loaded loaded = io::load(path);
  CHECK(loaded.warnings.empty());
  return loaded.scene;
}

/// The .glb's JSON text with `from` replaced by `to` (same length), the rest untouched.
void edit_file(const std::filesystem::path& path, const std::string& from, const std::string& to) {
  std::string bytes = bytes_of(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(from.size() == to.size());
  put(path, bytes.replace(at, from.size(), to));
}

/// A triangle on a skeleton of two joints.
Scene small_scene() {
  return triangle_on(2, [](Joint& joint, int j) {
    joint.name = j == 0 ? "root" : "tip";
    joint.parent = j - 1;
    joint.extent = glm::vec3(0.0f, 1.0f, 0.0f);
    joint.radius = 0.25f;
    joint.bind_local[3] = glm::vec4(0.0f, 1.0f, 0.0f, 1.0f);
  });
}

struct OwnFile {
  Scratch folder{"own"};
  Scene scene = small_scene();
};

}  // namespace

FOLDER_CASE("loading what was saved gives the same scene, bit for bit, in both forms of glTF") {
  for (int seed = 0; seed < trials(150); ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    REQUIRE(why_invalid(scene) == "");
    const io::Derived derived = random_derived(scene, seed);
    CHECK(same_content(scene, saved_and_loaded(scene, derived, folder / "scene.glb")));
    CHECK(same_content(scene, saved_and_loaded(scene, {}, folder / "scene.GLTF")));
  }
}

FOLDER_CASE("saving what was loaded writes the same bytes") {
  for (int seed = 0; seed < trials(60); ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    const io::Derived derived = random_derived(scene, seed);
    for (const char* extension : {".glb", ".gltf"}) {
      io::save(folder / (std::string("a") + extension), scene, derived);
      io::save(folder / (std::string("b") + extension),
               io::load(folder / (std::string("a") + extension)).scene, derived);
      CHECK(bytes_of(folder / (std::string("a") + extension)) ==
            bytes_of(folder / (std::string("b") + extension)));
    }
  }
}

TEST_CASE_FIXTURE(OwnFile,
                  "floats keep all their bits, also the smallest, the largest and minus zero") {
  Skeleton& skeleton = edit_skeleton(scene, 0);
  const float values[] = {-0.0f, 1e-45f,      1.17549435e-38f, 3.4028235e38f,
                          0.1f,  16777217.0f, 9.999999e-5f,    1.0f / 3.0f};
  for (const float value : values) {
    skeleton.joints[0].extent = glm::vec3(value, -value, value);
    const Scene loaded = saved_and_loaded(scene, {}, folder / "x.gltf");
    const glm::vec3 found = loaded.nodes[0].skeleton->joints[0].extent;
    CHECK(std::memcmp(&found, &skeleton.joints[0].extent, sizeof found) == 0);
  }
}

FOLDER_CASE(
    "explicit weights are used as they are, also when our file of them is opened again, until "
    "capsules' are asked for") {
  Scene scene = random_scene(0);
  for (unsigned seed = 0; scene.nodes.empty() ||
                          std::none_of(scene.nodes.begin(), scene.nodes.end(),
                                       [](const Node& node) { return node.explicit_weights; });) {
    scene = random_scene(++seed);
    REQUIRE(seed < 100);
  }
  for (const bool asked : {false, true}) {
    for (Node& node : scene.nodes) node.explicit_weights = node.explicit_weights && !asked;
    const Scene again = saved_and_loaded(scene, random_derived(scene, 1), folder / "scene.glb");
    REQUIRE(again.nodes.size() == scene.nodes.size());
    for (std::size_t n = 0; n < scene.nodes.size(); ++n)
      CHECK(again.nodes[n].explicit_weights == scene.nodes[n].explicit_weights);
    CHECK(same_content(again, scene));  // the file's weights are kept, to go back to
  }
}

TEST_CASE_FIXTURE(OwnFile, "meshes that nodes share stay shared") {
  Node twin = scene.nodes[1];
  twin.id = take_id(scene);
  scene.nodes.push_back(twin);
  const Scene loaded = saved_and_loaded(scene, {}, folder / "x.glb");
  CHECK(loaded.nodes[1].mesh == loaded.nodes[2].mesh);
}

FOLDER_CASE("a file whose buffer another program changed opens as plain glTF, with a warning") {
  io::save(folder / "x.glb", small_scene(), {});
  std::string bytes = bytes_of(folder / "x.glb");
  bytes[bytes.size() - 1] = char(bytes[bytes.size() - 1] ^ 1);
  put(folder / "x.glb", bytes);
  const io::Loaded loaded = io::load(folder / "x.glb");
  CHECK(any_contains(loaded.warnings, "another program changed this file"));
  CHECK(why_invalid(loaded.scene) == "");
}

TEST_CASE_FIXTURE(
    OwnFile, "what is carried and would not open again is left out by name, and all else is kept") {
  auto mesh = std::make_shared<Mesh>(*scene.nodes[1].mesh);
  mesh->materials.resize(2);
  for (Material& material : mesh->materials) material.carried = R"({"extras":{"a":1}})";
  mesh->materials[1].carried = R"({"extras":{"a":2}})";
  mesh->carried = scene.nodes[1].carried = scene.carried = mesh->materials[0].carried;
  mesh->face_material = {0};
  scene.nodes[1].mesh = mesh;
  edit_skeleton(scene, 0).joints[1].carried = mesh->carried;
  const auto opened = [&](const std::function<void(Json & ours)>& change) {
    io::save(folder / "x.gltf", scene, {});
    Json file = Json::parse(bytes_of(folder / "x.gltf"));
    change(file["extras"]["marrow"]);
    put(folder / "x.gltf", file.dump());
    io::Loaded loaded = io::load(folder / "x.gltf");
    io::save(folder / "y.glb", loaded.scene, {});
    CHECK(refusal([&] { io::load(folder / "y.glb"); }) == "");
    return loaded;
  };
  REQUIRE(opened([](Json&) {}).warnings.empty());
  REQUIRE(opened([](Json&) {}).scene.nodes[1].carried == mesh->carried);
  for (const std::string bad :
       {R"({"camera":[]})", R"({"camera":{"type":"x"}})", R"({"camera":{}})"}) {
    CAPTURE(bad);
    const io::Loaded node =
        opened([&](Json& ours) { ours["nodes"][1]["carried"] = Json::parse(bad); });
    REQUIRE(node.warnings.size() == 1);
    CHECK(node.warnings[0].find("not kept: other programs' data in nodes") == 0);
    CHECK(node.scene.nodes[1].carried.empty());
    CHECK(node.scene.nodes[0].skeleton->joints[1].carried == mesh->carried);
    CHECK(node.scene.nodes[1].mesh->materials[1].carried == mesh->materials[1].carried);
  }
  for (const char* bad : {R"({"emissiveFactor":[1]})", R"({"pbrMetallicRoughness":3})"}) {
    CAPTURE(bad);
    const io::Loaded material = opened(
        [&](Json& ours) { ours["meshes"][0]["materials"][1]["carried"] = Json::parse(bad); });
    REQUIRE(material.warnings.size() == 1);
    CHECK(material.warnings[0].find("not kept: other programs' data in materials") == 0);
    CHECK(material.scene.nodes[1].mesh->materials[1].carried.empty());
    CHECK(material.scene.nodes[1].mesh->materials[0].carried == mesh->carried);
  }
  CHECK(opened([](Json& ours) { ours["carried"] = {{"extensions", 1}}; }).scene.carried.empty());
}

FOLDER_CASE("a scene is a file of version 1 until it holds what only version 2 can") {
  const auto texture = [](const std::string& sampler) {
    auto made = png_texture("red", 1, 1, {255, 0, 0, 255});
    made->sampler = sampler;
    return made;
  };
  const auto written = [&](const std::function<void(Scene&, Mesh&, Skeleton&)>& change) {
    Scene scene = small_scene();
    auto mesh = std::make_shared<Mesh>(*scene.nodes[1].mesh);
    mesh->materials.resize(2);
    mesh->face_material = {1};
    change(scene, *mesh, edit_skeleton(scene, 0));
    scene.nodes[1].mesh = mesh;
    io::save(folder / "x.glb", scene, {});
    const io::Loaded again = io::load(folder / "x.glb");
    CHECK(same_content(again.scene, scene));
    const std::string bytes = bytes_of(folder / "x.glb"), before = "\"marrow\":{\"version\":";
    return bytes.at(bytes.find(before) + before.size());
  };
  CHECK(written([](Scene&, Mesh&, Skeleton&) {}) == '1');
  CHECK(written([&](Scene& scene, Mesh& mesh, Skeleton& skeleton) {
          mesh.materials[1].base_color = {0.5f, 0.25f, 0.0f, 1.0f};
          mesh.materials[1].base_color_texture = texture("");
          skeleton.poses.push_back({"rest", {}});
          scene.camera = Camera();
          scene.camera_move = CameraMove{{.yaw = 1.0f},
                                         {.distance = 2.5f, .orthographic = true},
                                         {{0.25f, {.pitch = 0.1f}}, {0.5f, {.yaw = -3.0f}}}};
          scene.springs = std::make_shared<Springs>(
              Springs{.colliders = {{.target = 77, .tail = glm::vec3(0.1f), .radius = 0.3f}},
                      .groups = {{.name = "body", .colliders = {0, 0}}},
                      .chains = {{.joints = {{.joint = skeleton.joints[1].id, .drag = 0.1f}},
                                  .groups = {0}}}});
        }) == '1');
  const std::vector<std::function<void(Scene&, Mesh&, Skeleton&)>> changes = {
      [](Scene&, Mesh& mesh, Skeleton&) { mesh.materials[1].carried = R"({"doubleSided":true})"; },
      [&](Scene&, Mesh& mesh, Skeleton&) {
        mesh.materials[1].carried = R"({"emissiveTexture":{"index":0}})";
        mesh.materials[1].textures = {texture("")};
      },
      [&](Scene&, Mesh& mesh, Skeleton&) {
        mesh.materials[1].base_color_texture = texture(R"({"magFilter":9728})");
      },
      [](Scene&, Mesh& mesh, Skeleton&) { mesh.carried = R"({"extras":1})"; },
      [](Scene&, Mesh& mesh, Skeleton&) {
        mesh.groups = {"hand"};
        mesh.face_group = {0};
      },
      [](Scene&, Mesh& mesh, Skeleton&) {
        mesh.attributes.push_back({"_HEAT", 1, 5126, false, std::vector<std::uint8_t>(12)});
      },
      [](Scene& scene, Mesh& mesh, Skeleton&) {
        mesh.morph_targets.resize(1);
        mesh.morph_targets[0].positions.resize(3);
        scene.nodes[1].morph_weights = {0.5f};
      },
      [](Scene& scene, Mesh&, Skeleton&) { scene.nodes[0].carried = R"({"extras":1})"; },
      [](Scene& scene, Mesh&, Skeleton&) { scene.carried = R"({"extras":1})"; },
      [](Scene&, Mesh&, Skeleton& skeleton) { skeleton.joints[1].carried = R"({"extras":1})"; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    CHECK(written(changes[i]) == '2');
  }
  CHECK(written([](Scene&, Mesh&, Skeleton& skeleton) { skeleton.metric = Metric::body; }) == '6');
  CHECK(written([](Scene&, Mesh&, Skeleton& skeleton) {
          skeleton.blend = Blend::dual_quaternion;
        }) == '7');
  CHECK(written([](Scene& scene, Mesh&, Skeleton&) {
          scene.nodes[1].touch_ups = std::make_shared<const TouchUps>(
              TouchUps{{0, 2}, {0, 1, 3}, {2, 1, 2}, {1, -1, .1f}});
        }) == '8');
  CHECK(written([](Scene& scene, Mesh&, Skeleton&) { scene.nodes[1].touch_up_strength = 0.3f; }) ==
        '8');
  CHECK(written([](Scene&, Mesh&, Skeleton& skeleton) {
          skeleton.joints[1].set_radii({0.5f, 0.25f});
        }) == '8');
  CHECK(written([](Scene&, Mesh&, Skeleton& skeleton) { skeleton.blend = Blend::centers; }) == '8');
  CHECK(written([](Scene& scene, Mesh&, Skeleton&) {
          Springs springs;
          springs.colliders = {{.target = 2, .tail = glm::vec3(0, 1, 0), .tail_radius = 0.5f}};
          scene.springs = std::make_shared<const Springs>(springs);
        }) == '9');
}

FOLDER_CASE("a file of a newer version opens as plain glTF, with a warning") {
  io::save(folder / "x.gltf", small_scene(), {});
  std::string text = bytes_of(folder / "x.gltf");
  const std::string version = "\"marrow\":{\"version\":1";
  REQUIRE(contains(text, version));
  put(folder / "x.gltf", text.insert(text.find(version) + version.size(), "0"));
  CHECK(any_contains(io::load(folder / "x.gltf").warnings,
                     "a newer Marrow wrote this file (version 10)"));
}

TEST_CASE_FIXTURE(OwnFile, "a choice that is not known is refused with a pointer to the place") {
  edit_skeleton(scene, 0).metric = Metric::body;
  edit_skeleton(scene, 0).blend = Blend::dual_quaternion;
  const auto said_of = [&](const char* member, const char* known, const char* unknown) {
    io::save(folder / "x.glb", scene, {});
    const std::string begin = std::string("\"") + member + "\":\"";
    edit_file(folder / "x.glb", begin + known, begin + unknown);
    const std::string said = refusal([&] { io::load(folder / "x.glb"); });
    CHECK(contains(said, std::string("/extras/marrow/nodes/0/skeleton/") + member));
    return said;
  };
  CHECK(contains(said_of("metric", "body", "bodi"), "straight or body"));
  CHECK(
      contains(said_of("blend", "dual", "duel"), "linear, dual-quaternion, delta-mush or centers"));
}

FOLDER_CASE("broken editor data is refused with a pointer to the place") {
  const auto path = folder / "x.glb";
  const std::vector<std::array<std::string, 3>> faults = {
      {"\"radius\":0.25", "\"radius\":1e99", "/extras/marrow/nodes/0/skeleton/joints/0/radius"},
      {"\"radius\":0.25", "\"radios\":0.25", "/extras/marrow/nodes/0/skeleton/joints/0"},
      {"\"parent\":-1", "\"parent\":-7", "/extras/marrow/nodes/0/parent"},
      {"\"falloff\":\"inverse\"", "\"falloff\":\"inverze\"",
       "/extras/marrow/nodes/0/skeleton/falloff"},
      {"\"mesh\":0,\"bound_to\"", "\"mesh\":9,\"bound_to\"", "/extras/marrow/nodes/1/mesh"},
      {"\"name\":\"tip\",\"parent\":0", "\"name\":\"tip\",\"parent\":5",
       "a parent that does not come before it"},
      {"\"name\":\"tip\",\"parent\":0", "\"name\":\"\\u2\",\"parent\":0", "is not JSON"},
      {"\"face_begin\":{\"offset\":", "\"face_begin\":{\"offzet\":",
       "/extras/marrow/meshes/0/face_begin"},
      {"\"local\":[1.0,", "\"local\":[\"1\",", "/extras/marrow/nodes/0/local/0"},
  };
  for (const auto& [from, fault, where] : faults) {
    const std::string to = fault;
    CAPTURE(to);
    io::save(path, small_scene(), {});
    edit_file(path, from, to);
    const std::string message = refusal([&] { io::load(path); });
    CHECK(contains(message, where));
    CHECK(contains(message, path.string()));
  }
}

FOLDER_CASE("a taper reads back, equal radii as none, and one below 0 is refused") {
  const auto path = folder / "x.glb";
  Scene scene = small_scene();
  edit_skeleton(scene, 0).joints[0].set_radii({0.25f, 0.5f});
  io::save(path, scene, {});
  CHECK(io::load(path).scene.nodes[0].skeleton->joints[0].radii() == Radii{0.25f, 0.5f});
  edit_file(path, "\"tip_radius\":0.5", "\"tip_radius\":-50");
  CHECK(contains(refusal([&] { io::load(path); }), "a radius that is negative"));
  edit_file(path, "\"tip_radius\":-50", "\"tip_radius\":.25");
  CHECK(contains(refusal([&] { io::load(path); }), "is not JSON"));
  edit_skeleton(scene, 0).joints[0].radius = 5.0f;
  io::save(path, scene, {});
  edit_file(path, "\"tip_radius\":0.5", "\"tip_radius\":5.0");
  CHECK_FALSE(io::load(path).scene.nodes[0].skeleton->joints[0].tip_radius);
}

FOLDER_CASE("an array that reaches beyond the buffer is refused") {
  io::save(folder / "x.glb", small_scene(), {});
  edit_file(folder / "x.glb", "\"positions\":{\"offset\":0,\"count\":3}",
            "\"positions\":{\"offset\":0,\"count\":9}");
  CHECK(contains(refusal([&] { io::load(folder / "x.glb"); }),
                 "/extras/marrow/meshes/0/positions/count"));
}

TEST_CASE("broken touch-ups are refused with a pointer to the place") {
  const TouchUps good{{0, 2}, {0, 1, 3}, {2, 1, 2}, {1.0f, -1.0f, 0.1f}};
  const auto said_of = [](const TouchUps& touch_ups, float strength) {
    Scene scene = small_scene();
    scene.nodes[1].touch_ups = std::make_shared<const TouchUps>(touch_ups);
    scene.nodes[1].touch_up_strength = strength;
    std::string arrays;
    const std::string json = io::editor_data(scene, {}, arrays);
    const auto* bytes = reinterpret_cast<const unsigned char*>(arrays.data());
    std::vector<std::string> warnings;
    return refusal([&] {
      io::scene_from_editor_data("file", json, {bytes, arrays.size()}, warnings);
    });
  };
  const auto broken = [&](const std::function<void(TouchUps&)>& change) {
    TouchUps touch_ups = good;
    change(touch_ups);
    const std::string said = said_of(touch_ups, 0.5f);
    CHECK(contains(said, "/extras/marrow/nodes/1/touch_ups"));
    return said;
  };
  CHECK(contains(broken([](TouchUps& t) { t.vertices[1] = 3; }), "a vertex"));
  CHECK(contains(broken([](TouchUps& t) { t.vertices[1] = 0; }), "ascend"));
  CHECK(contains(broken([](TouchUps& t) { t.joint[2] = 1; }), "ascend"));
  CHECK(contains(broken([](TouchUps& t) { t.row_begin = {0, 0, 3}; }), "rows"));
  CHECK(contains(broken([](TouchUps& t) { t.row_begin = {0, 1}; }), "rows"));
  CHECK(contains(broken([](TouchUps& t) { t.difference.pop_back(); }), "rows"));
  CHECK(contains(broken([](TouchUps& t) { t.difference[1] = 1.5f; }), "between -1 and 1"));
  CHECK(contains(broken([](TouchUps& t) { t.difference[1] = NAN; }), "between -1 and 1"));
  CHECK(contains(broken([](TouchUps& t) { t = {}; }), "touch_ups/vertices"));
  CHECK(contains(said_of(good, 2.0f), "/extras/marrow/nodes/1/touch_up_strength"));
}
