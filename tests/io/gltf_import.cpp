// Other programs' glTF: vertices where the standard puts them; skins, joints, primitives and small
// faults.
#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "base/index.h"
#include "io/gltf_builder.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A random rig: joints and other nodes mixed in one tree, one or two skins, a posed file.
Gltf random_gltf(unsigned seed) {
  Random random(seed);
  Gltf gltf;
  const int count = random.whole(2, 12);
  std::vector<int> joints, parent(std::size_t(count), -1);
  for (int n = 0; n < count; ++n) {
    gltf.json["nodes"].push_back({{"name", std::to_string(n % 4)}});
    parent[std::size_t(n)] = random.whole(-1, n - 1);
    const float angle = random.number(-3.0f, 3.0f), size = random.number(0.5f, 2.0f);
    const glm::vec3 shift = random.vector(1.0f);
    auto& node = gltf.json["nodes"].back();
    node["translation"] = {shift.x, shift.y, shift.z};
    node["rotation"] = {std::sin(angle), 0, 0, std::cos(angle)};
    node["scale"] = {size, random.chance(0.3) ? 1.3f * size : size, size};
    if (random.chance(0.6)) joints.push_back(n);
  }
  if (joints.empty()) joints.push_back(0);
  for (int n = 0; n < count; ++n) {
    if (parent[std::size_t(n)] >= 0)
      gltf.json["nodes"][std::size_t(parent[std::size_t(n)])]["children"].push_back(n);
  }
  std::vector<float> positions, weights, inverse;
  std::vector<std::uint16_t> slots;
  for (int v = 0; v < 30; ++v) {
    const glm::vec3 position = random.vector(1.0f);
    positions.insert(positions.end(), {position.x, position.y, position.z});
    const float first = random.number(0.1f, 0.9f);
    weights.insert(weights.end(), {first, 1.0f - first, 0.0f, 0.0f});
    for (int c = 0; c < 4; ++c)
      slots.push_back(std::uint16_t(c < 2 ? random.whole(0, int(joints.size()) - 1) : 0));
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const glm::mat4 matrix = random.affine(false);
    inverse.insert(inverse.end(), &matrix[0].x, &matrix[0].x + 16);
  }
  const int position = gltf.add_floats(positions, "VEC3"),
            weight = gltf.add_floats(weights, "VEC4"), matrices = gltf.add_floats(inverse, "MAT4");
  const int joint = gltf.add(slots, 5123, "VEC4");
  gltf.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", position}, {"JOINTS_0", joint}, {"WEIGHTS_0", weight}}}}}}}};
  gltf.json["meshes"].push_back({{"primitives", {{{"attributes", {{"POSITION", position}}}}}}});
  gltf.json["skins"] = {{{"joints", joints}, {"inverseBindMatrices", matrices}}};
  gltf.json["nodes"].push_back(
      {{"name", "skin"}, {"mesh", 0}, {"skin", 0}, {"translation", {9, 9, 9}}});
  const int weapon = random.whole(0, count - 1);
  gltf.json["nodes"][std::size_t(weapon)]["mesh"] = 1;
  gltf.json["scenes"] = {{{"nodes", {count}}}};
  for (int n = 0; n < count; ++n) {
    if (parent[std::size_t(n)] < 0) gltf.json["scenes"][0]["nodes"].push_back(n);
  }
  return gltf;
}

/// A third joint, half a unit above the head, that moves no vertex. Its inverse bind matrix shifts
/// by `shift` along y.
void add_end_joint(Gltf& gltf, float shift) {
  const int inverse = gltf.add_floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,     0, 1,  //
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1,    0, 1,  //
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, shift, 0, 1},
                                      "MAT4");
  gltf.json["nodes"][2]["children"] = {4};
  gltf.json["nodes"].push_back({{"name", "end"}, {"translation", {0, 0.5, 0}}});
  gltf.json["skins"] = {{{"joints", {1, 2, 4}}, {"inverseBindMatrices", inverse}}};
}

}  // namespace

FOLDER_CASE(
    "every vertex of an imported file stands where the specification puts it, skinned and posed") {
  for (int seed = 0; seed < trials(200); ++seed) {
    CAPTURE(seed);
    const io::Loaded loaded = random_gltf(seed).load(folder);
    check_as_specified(SpecGltf(folder / "x.glb"), loaded.scene, 2e-4);
  }
}

FOLDER_CASE(
    "a skin becomes a skeleton: bind from the inverse matrices, pose from where the nodes stand") {
  const io::Loaded loaded = skinned_gltf().load(folder);
  const Node& holder = node_named(loaded.scene, "armature");
  REQUIRE(holder.skeleton);
  const auto& joints = holder.skeleton->joints;
  REQUIRE(joints.size() == 2);
  CHECK(joints[0].name == "hip");
  CHECK(joints[1].parent == 0);
  CHECK(joints[1].bind_local[3] == glm::vec4(0, 1, 0, 1));
  CHECK(joints[0].user_local == glm::mat4(1.0f));             // the hip is at rest
  CHECK(joints[1].user_local[0].x == doctest::Approx(0.28));  // cos of twice acos(0.8)
  CHECK(joints[1].user_local[3] == glm::vec4(0, 0, 0, 1));
  const Node& man = node_named(loaded.scene, "man");
  CHECK(man.bound_to == holder.id);
  CHECK(man.explicit_weights);
  CHECK(man.parent >= 0);
  CHECK(man.local == glm::mat4(1.0f));
  CHECK(man.mesh->weights->row_begin == std::vector<std::uint32_t>{0, 1, 2, 4, 5});
  CHECK(man.mesh->weights->joint ==
        std::vector<Id>{joints[0].id, joints[0].id, joints[0].id, joints[1].id, joints[1].id});
}

FOLDER_CASE("bone ends and radii are guessed and say so") {
  const io::Loaded loaded = skinned_gltf().load(folder);
  const auto& joints = node_named(loaded.scene, "armature").skeleton->joints;
  CHECK(joints[0].extent_guessed);
  CHECK(joints[0].extent == glm::vec3(0, 1, 0));  // the only child's origin
  CHECK(joints[1].extent_guessed);
  CHECK(joints[1].extent.y >= doctest::Approx(0.6));  // along the parent's bone
  CHECK(joints[1].extent.y <= doctest::Approx(1.0));
  CHECK(joints[0].radius >= doctest::Approx(1.0));  // its vertex (1, 0, 0) is held
  CHECK(any_contains(loaded.warnings, "of 2 joints were guessed"));
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "an end joint whose inverse bind matrix is only the identity rests below its parent") {
  add_end_joint(gltf, 0.0f);
  const io::Loaded loaded = gltf.load(folder);
  const auto& joints = node_named(loaded.scene, "armature").skeleton->joints;
  REQUIRE(joints.size() == 3);
  CHECK(glm::distance(glm::vec3(joints[2].bind_local[3]), glm::vec3(0.0f, 0.5f, 0.0f)) < 1e-6f);
  CHECK(joints[2].user_local == glm::mat4(1.0f));
  CHECK(glm::length(joints[2].extent) < 0.5f);  // not longer than the bone above
  CHECK(glm::distance(joints[1].extent, glm::vec3(0.0f, 0.5f, 0.0f)) < 1e-6f);
  CHECK(any_contains(loaded.warnings, "of 1 joint that moves no vertex"));
  check_as_specified(SpecGltf(folder / "x.glb"), loaded.scene, 1e-6);

  gltf.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = gltf.add(
      std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0}, 5121, "VEC4");
  const io::Loaded moved = gltf.load(folder);
  const auto& kept = node_named(moved.scene, "armature").skeleton->joints;
  CHECK(glm::distance(glm::vec3(kept[2].bind_local[3]), glm::vec3(0.0f, -1.0f, 0.0f)) < 1e-6f);
  check_as_specified(SpecGltf(folder / "x.glb"), moved.scene, 1e-6);
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "a skeleton that is posed throughout is placed so that its first joint is at rest") {
  add_end_joint(gltf, -1.5f);
  const double half = std::sqrt(0.5);
  auto& nodes = gltf.json["nodes"];
  nodes[0] = {{"name", "armature"}, {"rotation", {half, 0, 0, half}}, {"children", {1, 3}}};
  nodes[1]["rotation"] = {-half, 0, 0, half};
  gltf.json["scenes"][0]["nodes"] = {0};
  const Scene scene = gltf.load(folder).scene;
  const auto holder = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                   [](const Node& node) { return node.skeleton != nullptr; });
  REQUIRE(holder != scene.nodes.end());
  CHECK(holder->skeleton->joints[0].user_local == glm::mat4(1.0f));
  const glm::mat4 world = world_from_node(scene, node_index(scene, holder->id));
  CHECK(world[1].y == doctest::Approx(1.0));  // y of the skeleton is up
  check_as_specified(SpecGltf(folder / "x.glb"), scene, 1e-6);
}

TEST_CASE_FIXTURE(SkinnedFile,
                  "nodes between joints are folded in: the joint below keeps its place") {
  gltf.json["nodes"][1]["children"] = {4};
  gltf.json["nodes"].push_back(
      {{"name", "between"}, {"translation", {0, 0, 3}}, {"scale", {2, 1, 1}}, {"children", {2}}});
  const io::Loaded loaded = gltf.load(folder);
  CHECK(node_named(loaded.scene, "armature").skeleton->joints[1].parent == 0);
  check_as_specified(SpecGltf(folder / "x.glb"), loaded.scene, 1e-6);
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "a mesh that hangs on a joint is a prop of it and stands as specified, posed or not") {
  gltf.json["nodes"][2]["children"] = {4};
  gltf.json["nodes"].push_back({{"name", "hat"}, {"mesh", 1}, {"translation", {0, 0.5, 0}}});
  gltf.json["meshes"].push_back({{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}});
  const io::Loaded loaded = gltf.load(folder);
  const Node& hat = node_named(loaded.scene, "hat");
  const Node& armature = node_named(loaded.scene, "armature");
  CHECK(hat.bound_to == kNoId);
  CHECK(hat.joint == armature.skeleton->joints[1].id);
  CHECK(loaded.scene.nodes[at(hat.parent)].id == armature.id);
  CHECK(hat.local == glm::translate(glm::mat4(1.0f), {0, 0.5f, 0}));
  CHECK_FALSE(any_contains(loaded.warnings, "hang on joints"));
  check_as_specified(SpecGltf(folder / "x.glb"), loaded.scene, 1e-6);
  gltf.json["nodes"][2]["rotation"] = {0, 0, 0.6, 0.8};  // posed away from rest
  check_as_specified(SpecGltf(folder / "x.glb"), gltf.load(folder).scene, 1e-6);
}

FOLDER_CASE(
    "skins whose matrices agree share a skeleton, also when a mesh stands elsewhere; others get "
    "one each") {
  const auto with_second_skin = [](const std::vector<float>& inverse) {
    Gltf gltf = skinned_gltf();
    gltf.json["skins"].push_back(
        {{"joints", {2, 1}}, {"inverseBindMatrices", gltf.add_floats(inverse, "MAT4")}});
    gltf.json["nodes"].push_back({{"name", "coat"}, {"mesh", 0}, {"skin", 1}});
    gltf.json["scenes"][0]["nodes"].push_back(4);
    return gltf;
  };
  const auto skeletons_in = [](const Scene& scene) {
    return std::count_if(scene.nodes.begin(), scene.nodes.end(),
                         [](const Node& node) { return bool(node.skeleton); });
  };
  // The same matrices times a shift of (3, 0, 0), in another order of joints.
  const io::Loaded same = with_second_skin({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, -1, 0, 1,
                                            1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0,  0, 1})
                              .load(folder);
  CHECK(skeletons_in(same.scene) == 1);
  CHECK(node_named(same.scene, "coat").local[3].x == 3.0f);
  check_as_specified(SpecGltf(folder / "x.glb"), same.scene, 1e-6);
  const io::Loaded other = with_second_skin({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1,
                                             1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0,  0, 1})
                               .load(folder);
  CHECK(skeletons_in(other.scene) == 2);
  CHECK(any_contains(other.warnings, "two skins bind the same joints at different places"));
  check_as_specified(SpecGltf(folder / "x.glb"), other.scene, 1e-6);
}

FOLDER_CASE(
    "two meshes on one skin hang on one skeleton; two skins that share some joints become one with "
    "the joints of both") {
  Gltf shared = skinned_gltf();
  shared.json["nodes"].push_back({{"name", "coat"}, {"mesh", 0}, {"skin", 0}});
  shared.json["scenes"][0]["nodes"].push_back(4);
  const Scene one = shared.load(folder).scene;
  const Node& holder = node_named(one, "armature");
  REQUIRE(holder.skeleton);
  CHECK(holder.skeleton->joints.size() == 2);
  for (const char* name : {"man", "coat"}) CHECK(node_named(one, name).bound_to == holder.id);
  CHECK(node_named(one, "man").mesh == node_named(one, "coat").mesh);
  check_as_specified(SpecGltf(folder / "x.glb"), one, 1e-6);

  // The second skin lacks the hip and adds a hat, whose matrix agrees with its node's place.
  Gltf parts = skinned_gltf();
  parts.json["nodes"].push_back({{"name", "hat"}, {"translation", {0, 1, 0}}});
  parts.json["nodes"][2]["children"] = {4};
  parts.json["nodes"].push_back({{"name", "coat"}, {"mesh", 0}, {"skin", 1}});
  parts.json["scenes"][0]["nodes"].push_back(5);
  const int inverse = parts.add_floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,
                                        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1},
                                       "MAT4");
  parts.json["skins"].push_back({{"joints", {2, 4}}, {"inverseBindMatrices", inverse}});
  const Scene two = parts.load(folder).scene;
  const auto skeletons = std::count_if(two.nodes.begin(), two.nodes.end(),
                                       [](const Node& node) { return bool(node.skeleton); });
  CHECK(skeletons == 1);
  const Skeleton& skeleton = *node_named(two, "armature").skeleton;
  REQUIRE(skeleton.joints.size() == 3);
  CHECK(skeleton.joints[2].name == "hat");
  const std::vector<Id>& of_coat = node_named(two, "coat").mesh->weights->joint;
  CHECK(std::count(of_coat.begin(), of_coat.end(), skeleton.joints[0].id) ==
        0);  // its first joint is the head
  check_as_specified(SpecGltf(folder / "x.glb"), two, 1e-6);
}

TEST_CASE_FIXTURE(SkinnedFile, "joint names become unique, valid and never empty") {
  gltf.json["nodes"][1]["name"] = "a\tb";
  gltf.json["nodes"][2]["name"] = "a b";
  CHECK(node_named(gltf.load(folder).scene, "armature").skeleton->joints[1].name == "a b.001");
  gltf.json["nodes"][1].erase("name");
  CHECK(node_named(gltf.load(folder).scene, "armature").skeleton->joints[0].name == "joint");
  std::string glb = skinned_gltf().glb();
  glb.replace(glb.find("\"hip\""), 5, "\"h\xE9p\"");
  const io::Loaded loaded = io::load(put(folder / "y.glb", glb));
  CHECK(node_named(loaded.scene, "armature").skeleton->joints[0].name == "h\xEF\xBF\xBDp");
  CHECK(any_contains(loaded.warnings, "not UTF-8"));
}

FOLDER_CASE(
    "weights come in every component type and several sets; a joint twice in a vertex becomes "
    "one") {
  for (const int component : {5121, 5123, 5126}) {
    CAPTURE(component);
    Gltf gltf = skinned_gltf();
    auto& attributes = gltf.json["meshes"][0]["primitives"][0]["attributes"];
    if (component == 5121)
      attributes["WEIGHTS_0"] = gltf.add(
          std::vector<std::uint8_t>{255, 0, 0, 0, 255, 0, 0, 0, 64, 191, 0, 0, 255, 0, 0, 0}, 5121,
          "VEC4", true);
    if (component == 5123)
      attributes["WEIGHTS_0"] =
          gltf.add(std::vector<std::uint16_t>{65535, 0, 0, 0, 65535, 0, 0, 0, 16384, 49151, 0, 0,
                                              65535, 0, 0, 0},
                   5123, "VEC4", true);
    const Mesh mesh = *node_named(gltf.load(folder).scene, "man").mesh;
    CHECK(mesh.weights->weight[2] == doctest::Approx(0.25).epsilon(0.01));
    CHECK(mesh.weights->weight[2] + mesh.weights->weight[3] == doctest::Approx(1.0).epsilon(1e-6));
  }
  Gltf gltf = skinned_gltf();
  auto& attributes = gltf.json["meshes"][0]["primitives"][0]["attributes"];
  attributes["WEIGHTS_0"] =
      gltf.add_floats({0.5f, 0, 0, 0, 0.5f, 0, 0, 0, 0.5f, 0, 0, 0, 0.5f, 0, 0, 0}, "VEC4");
  attributes["WEIGHTS_1"] = attributes["WEIGHTS_0"];
  attributes["JOINTS_1"] = attributes["JOINTS_0"];
  const io::Loaded loaded = gltf.load(folder);
  CHECK(node_named(loaded.scene, "man").mesh->weights->weight == std::vector<float>(4, 1.0f));
  CHECK(any_contains(loaded.warnings, "4 weights named a joint again"));
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "weights that are no numbers, negative, or do not sum to 1 are repaired and said") {
  auto& attributes = gltf.json["meshes"][0]["primitives"][0]["attributes"];
  attributes["WEIGHTS_0"] =
      gltf.add_floats({2, 0, 0, 0, NAN, 0, 0, 0, 0.3f, 0.3f, 0, 0, -1, 0, 0, 0}, "VEC4");
  const io::Loaded loaded = gltf.load(folder);
  CHECK(any_contains(loaded.warnings, "the weights of 2 vertices did not sum to 1"));
  CHECK(any_contains(loaded.warnings, "2 weights that are negative or not finite"));
  CHECK(any_contains(loaded.warnings, "2 vertices of skinned meshes have no weight"));
  CHECK(node_named(loaded.scene, "man").mesh->weights->weight ==
        std::vector<float>{1.0f, 0.5f, 0.5f});
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "positions that are no numbers become zero; zero rotations, odd last rows and flat nodes are "
    "repaired; all is said") {
  gltf.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
      gltf.add_floats({0, NAN, 0, 1, 0, 0, 1, INFINITY, 0, 0, 2, 0}, "VEC3");
  gltf.json["nodes"][0]["rotation"] = {0, 0, 0, 0};
  gltf.json["nodes"][1]["rotation"] = {0, 0, 0, 5};
  gltf.json["nodes"].push_back({{"name", "flat"}, {"scale", {1, 0, 1}}});
  gltf.json["nodes"].push_back({{"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1e-7, 0, 0, 0, 1}}});
  gltf.json["scenes"][0]["nodes"] = {0, 3, 4, 5};
  gltf.json["skins"][0]["inverseBindMatrices"] =
      gltf.add_floats({1, 0, 0, 1e-7f, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                       0, 0, 0, 0,     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                      "MAT4");
  const io::Loaded loaded = gltf.load(folder);
  for (const char* said :
       {"2 positions that are not finite", "2 rotations were not of unit length",
        "1 node was scaled to nothing", "1 node matrix had a last row",
        "2 inverse bind matrices had a last row", "1 inverse bind matrix cannot be inverted"}) {
    CAPTURE(said);
    CHECK(any_contains(loaded.warnings, said));
  }
}

FOLDER_CASE(
    "strips, fans and plain lists become the same triangles; lines and points are left out and "
    "said") {
  const auto corners = [&](int mode, const std::vector<std::uint32_t>& indices,
                           std::size_t warnings) {
    Gltf gltf;
    const int positions = gltf.add_floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3");
    const int index = gltf.add(indices, 5125, "SCALAR");
    gltf.json["meshes"] = {
        {{"primitives",
          {{{"attributes", {{"POSITION", positions}}}, {"indices", index}, {"mode", mode}}}}}};
    gltf.json["nodes"] = {{{"mesh", 0}}};
    const io::Loaded loaded = gltf.load(folder);
    CHECK(loaded.warnings.size() == warnings);
    return loaded.scene.nodes[0].mesh->corner_vertex;
  };
  using Indices = std::vector<std::uint32_t>;
  CHECK(corners(4, {0, 1, 2, 2, 1, 3}, 0) == Indices{0, 1, 2, 2, 1, 3});
  CHECK(corners(4, {0, 1, 2, 2, 1}, 1) == Indices{0, 1, 2});
  CHECK(corners(5, {0, 1, 2, 3}, 0) == Indices{0, 1, 2, 1, 3, 2});
  CHECK(corners(5, {0, 1, 2, 2, 3}, 0) == Indices{0, 1, 2});
  CHECK(corners(6, {0, 1, 3, 2}, 0) == Indices{0, 1, 3, 0, 3, 2});
  for (const int mode : {0, 1, 2, 3}) CHECK(corners(mode, {0, 1, 2}, 1).empty());
}

FOLDER_CASE(
    "primitives over the same attributes share vertices, others follow; each keeps the normals and "
    "coordinates it has") {
  Gltf gltf;
  const int a = gltf.add_floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"),
            b = gltf.add_floats({0, 0, 1, 1, 0, 1, 0, 1, 1}, "VEC3");
  const int n = gltf.add_floats({0, 0, 1, 0, 0, 1, 0, 1, 0}, "VEC3"),
            uv = gltf.add_floats({0, 0.25f, 1, 0, 0, 1}, "VEC2");
  const int flipped = gltf.add(std::vector<std::uint8_t>{2, 1, 0}, 5121, "SCALAR");
  gltf.json["meshes"] = {{{"primitives",
                           {{{"attributes", {{"POSITION", a}}}},
                            {{"attributes", {{"POSITION", b}, {"NORMAL", n}, {"TEXCOORD_0", uv}}}},
                            {{"attributes", {{"POSITION", a}}}, {"indices", flipped}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}, {"translation", {1, 0, 0}}}};
  const Scene scene = gltf.load(folder).scene;
  const Mesh& mesh = *scene.nodes[0].mesh;
  const std::uint32_t none = kNoIndex;
  CHECK(scene.nodes[1].mesh == scene.nodes[0].mesh);
  CHECK(mesh.positions.size() == 6);
  CHECK(mesh.corner_vertex == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 2, 1, 0});
  CHECK(mesh.corner_normal ==
        std::vector<std::uint32_t>{none, none, none, 0, 1, 2, none, none, none});
  CHECK(mesh.corner_uv == mesh.corner_normal);
  CHECK(mesh.uvs[0] == glm::vec2(0.0f, 0.75f));  // the origin moves to the lower left
}

FOLDER_CASE(
    "strides, offsets, sparse parts and accessors without data are read as the specification "
    "says") {
  Gltf gltf;
  const int view = gltf.add_view(std::vector<float>{9, 9, 0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9});
  gltf.json["bufferViews"][std::size_t(view)]["byteStride"] = 16;
  gltf.json["accessors"].push_back({{"bufferView", view},
                                    {"byteOffset", 8},
                                    {"componentType", 5126},
                                    {"count", 3},
                                    {"type", "VEC3"}});
  const int at = gltf.add_view(std::vector<std::uint16_t>{1, 2}),
            values = gltf.add_view(std::vector<float>{7, 7, 7, 8, 8, 8});
  gltf.json["accessors"].push_back({{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
  gltf.json["accessors"][1]["sparse"] = {{"count", 2},
                                         {"indices", {{"bufferView", at}, {"componentType", 5123}}},
                                         {"values", {{"bufferView", values}}}};
  gltf.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}}}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}};
  const Mesh mesh = *gltf.load(folder).scene.nodes[0].mesh;
  CHECK(mesh.positions == std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  CHECK(mesh.normals == std::vector<glm::vec3>{{0, 0, 0}, {7, 7, 7}, {8, 8, 8}});
}

TEST_CASE_FIXTURE(SkinnedFile, "what is not carried is named") {
  const int times = gltf.add_floats({0, 1}, "SCALAR"),
            turns = gltf.add_floats({0, 0, 0, 1, 0, 0, 0, 1}, "VEC4");
  gltf.json["animations"] = {{{"channels",
                               {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}},
                                {{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}},
                              {"samplers", {{{"input", times}, {"output", turns}}}}}};
  gltf.json["materials"] = {{{"name", "skin"}}, {{"name", "cloth"}}};
  gltf.json["nodes"][0]["extensions"] = {{"EXT_thing", {{"a", 1}}}};
  gltf.json["extensionsUsed"] = {"EXT_thing"};
  const io::Loaded loaded = gltf.load(folder);
  for (const char* said :
       {"not kept: 2 materials of no mesh", "not kept: 1 channel that moves what another channel",
        "not kept: data of the extensions \"EXT_thing\"",
        "two channels of an animation move the same thing"}) {
    CAPTURE(said);
    CHECK(any_contains(loaded.warnings, said));
  }
}
