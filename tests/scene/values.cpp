// Rules of every scene: ids, order, validity, merging.
#include <cmath>
#include <limits>

#include "scene/scene.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using test::contains;
using test::Random;

namespace {

Scene small_scene(Random& random) {
  Scene scene;
  scene.nodes.push_back({.id = take_id(scene), .name = "group", .local = random.affine()});
  auto skeleton =
      std::make_shared<Skeleton>(test::random_skeleton(random, {.joints = 6, .roots = 2}));
  for (Joint& joint : skeleton->joints) joint.id = take_id(scene);
  skeleton->poses.push_back({"bent", {{skeleton->joints[2].id, random.affine()}}});
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "rig",
                         .parent = 0,
                         .local = random.affine(),
                         .skeleton = skeleton});
  auto mesh = std::make_shared<Mesh>(test::capped_cylinder(5, 8));
  ExplicitWeights weights{{0}, {}, {}};
  for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
    weights.joint.push_back(skeleton->joints[v % 6].id);
    weights.weight.push_back(1.0f);
    weights.row_begin.push_back(std::uint32_t(v + 1));
  }
  mesh->weights = weights;
  auto texture = std::make_shared<Texture>();
  *texture = {.name = "skin",
              .mime = "image/png",
              .file = {1, 2, 3},
              .width = 2,
              .height = 1,
              .rgba = std::vector<std::uint8_t>(8, 200)};
  mesh->materials = {{.name = "cloth", .base_color = {1, 0, 0, 1}},
                     {.name = "skin", .base_color_texture = texture}};
  for (std::uint32_t f = 0; f < mesh->face_count(); ++f)
    mesh->face_material.push_back(f % 3 == 2 ? kNoIndex : f % 3);
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "body",
                         .parent = 1,
                         .mesh = mesh,
                         .bound_to = scene.nodes[1].id});
  return scene;
}

float apart(const glm::mat4& a, const glm::mat4& b) {
  float largest = 1.0f, most = 0.0f;
  for (int c = 0; c < 4; ++c) {
    largest = std::max(largest, glm::length(b[c]));
    most = std::max(most, glm::length(a[c] - b[c]));
  }
  return most / largest;
}

template <typename Change>
std::string why_invalid_after(Change change) {
  Random random(7);
  Scene scene = small_scene(random);
  change(scene);
  return why_invalid(scene);
}

Joint& joint_of(Scene& scene, std::size_t joint) { return edit_skeleton(scene, 1).joints[joint]; }

}  // namespace

TEST_CASE("a valid scene is valid, and each broken rule is named") {
  CHECK(why_invalid_after([](Scene&) {}) == "");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(contains(why_invalid_after([](Scene& s) { s.nodes[1].parent = 1; }), "parent"));
  CHECK(contains(why_invalid_after([](Scene& s) { s.nodes[1].id = s.nodes[0].id; }), "id"));
  CHECK(contains(why_invalid_after([](Scene& s) { s.nodes[1].id = s.next_id; }), "id"));
  CHECK(contains(why_invalid_after([&](Scene& s) { s.nodes[0].local[3].x = nan; }), "finite"));
  CHECK(contains(why_invalid_after([](Scene& s) { s.nodes[0].local[1] = glm::vec4(0.0f); }),
                 "inverted"));
  CHECK(contains(why_invalid_after([](Scene& s) { s.nodes[0].local[1].w = 1.0f; }), "row"));
  CHECK(
      contains(why_invalid_after([](Scene& s) { s.nodes[2].bound_to = s.nodes[0].id; }), "bound"));
  CHECK(contains(why_invalid_after([](Scene& s) { joint_of(s, 3).parent = 4; }), "parent"));
  CHECK(contains(why_invalid_after([](Scene& s) { joint_of(s, 3).name = "j1"; }), "name"));
  CHECK(contains(why_invalid_after([](Scene& s) { joint_of(s, 3).name.clear(); }), "name"));
  CHECK(contains(why_invalid_after([](Scene& s) { joint_of(s, 3).id = s.nodes[0].id; }), "id"));
  CHECK(contains(why_invalid_after([&](Scene& s) { joint_of(s, 3).radius = nan; }), "radius"));
  CHECK(
      contains(why_invalid_after([&](Scene& s) { joint_of(s, 3).extent.y = INFINITY; }), "extent"));
  CHECK(contains(why_invalid_after([&](Scene& s) { joint_of(s, 3).user_local[0].x = nan; }),
                 "finite"));
  CHECK(
      contains(why_invalid_after([](Scene& s) { joint_of(s, 3).bind_local[0] = glm::vec4(0.0f); }),
               "inverted"));
  CHECK_MESSAGE(
      why_invalid_after([](Scene& s) { joint_of(s, 3).user_local[0] = glm::vec4(0.0f); }) == "",
      "a zero scale in a pose is legal");
}

TEST_CASE("a mesh that breaks a rule is named, unless it is known to be good") {
  const auto why_with = [](auto change) {
    Random random(7);
    Scene scene = small_scene(random);
    auto mesh = std::make_shared<Mesh>(*scene.nodes[2].mesh);
    change(*mesh);
    scene.nodes[2].mesh = mesh;
    CHECK(why_invalid(scene, &scene) == "");
    return why_invalid(scene);
  };
  CHECK(why_with([](Mesh& m) { m.corner_vertex[3] = 1000; }) != "");
  CHECK(why_with([](Mesh& m) { m.positions[3].z = INFINITY; }) != "");
  CHECK(why_with([](Mesh& m) { m.face_begin[2] = 1; }) != "");
  CHECK(contains(why_with([](Mesh& m) { m.face_begin[1] = m.face_begin[0] + 2; }),
                 "a face with fewer than 3 corners"));
  CHECK(why_with([](Mesh& m) { m.face_begin.back() += 1; }) != "");
  CHECK(why_with([](Mesh& m) { m.corner_normal.assign(3, 0); }) != "");
  CHECK(why_with([](Mesh& m) { m.weights->weight[0] = -0.1f; }) != "");
  CHECK(why_with([](Mesh& m) { m.weights->row_begin.pop_back(); }) != "");
  CHECK(contains(why_with([](Mesh& m) { m.face_material.pop_back(); }), "material"));
  CHECK(contains(why_with([](Mesh& m) { m.face_material[1] = 2; }), "material"));
  CHECK(contains(why_with([](Mesh& m) { m.materials.clear(); }), "material"));
  CHECK(contains(why_with([](Mesh& m) { m.materials[0].base_color.y = INFINITY; }), "color"));
  CHECK_MESSAGE(why_with([](Mesh& m) { m.face_material.clear(); }) == "",
                "then all faces have the first material");
}

TEST_CASE("a texture whose pixels or bytes are not there is named") {
  const auto why_with = [](auto change) {
    Random random(7);
    const Scene scene = small_scene(random);
    Mesh mesh = *scene.nodes[2].mesh;
    Texture texture = *mesh.materials[1].base_color_texture;
    CHECK(why_invalid(mesh) == "");
    change(texture);
    mesh.materials[1].base_color_texture = std::make_shared<Texture>(texture);
    return why_invalid(mesh);
  };
  CHECK(contains(why_with([](Texture& t) { t.rgba.pop_back(); }), "pixels"));
  CHECK(contains(why_with([](Texture& t) { t.width = 0; }), "pixels"));
  CHECK(contains(why_with([](Texture& t) { t.width = t.height = -1; }), "pixels"));
  CHECK(contains(why_with([](Texture& t) { t.width = 65536, t.height = 65536; }), "pixels"));
  CHECK(contains(why_with([](Texture& t) { t.file.clear(); }), "bytes"));
  CHECK(contains(why_with([](Texture& t) { t.mime = "image/gif"; }), "PNG"));
}

TEST_CASE("sorting parents first keeps the tree and the order of a list that is already right") {
  for (auto& random : test::rounds<Random>(3, 100)) {
    Skeleton skeleton = test::random_skeleton(random, {.joints = 12, .roots = 1 + random.below(3)});
    const Skeleton before = skeleton;
    sort_parents_first(skeleton);
    CHECK(skeleton == before);
    // Shuffle, remembering parents by id.
    std::vector<int> place(12);
    for (int j = 0; j < 12; ++j) place[std::size_t(j)] = j;
    for (int j = 11; j > 0; --j)
      std::swap(place[std::size_t(j)], place[std::size_t(random.below(j + 1))]);
    Skeleton shuffled = before;
    for (std::size_t j = 0; j < 12; ++j) {
      Joint joint = before.joints[j];
      if (joint.parent >= 0) joint.parent = place[std::size_t(joint.parent)];
      shuffled.joints[std::size_t(place[j])] = joint;
    }
    sort_parents_first(shuffled);
    for (std::size_t j = 0; j < 12; ++j) {
      const Joint& joint = shuffled.joints[j];
      REQUIRE(joint.parent < int(j));
      const Joint& old = before.joints[std::size_t(joint_index(before, joint.id))];
      const Id parent = joint.parent < 0 ? kNoId : shuffled.joints[std::size_t(joint.parent)].id;
      const Id old_parent = old.parent < 0 ? kNoId : before.joints[std::size_t(old.parent)].id;
      CHECK(parent == old_parent);
    }
  }
}

TEST_CASE("a chain of 100,000 joints is sorted and walked without recursion") {
  Skeleton skeleton;
  const int count = 100000;
  for (int j = 0; j < count; ++j)
    skeleton.joints.push_back({.id = Id(j + 1), .parent = j + 1 < count ? j + 1 : -1});
  sort_parents_first(skeleton);
  CHECK(skeleton.joints.front().id == count);
  CHECK(skeleton.joints.back().id == 1);
  CHECK(is_in_subtree(skeleton, 0, count - 1));
  CHECK_FALSE(is_in_subtree(skeleton, 5, 4));
}

TEST_CASE("unique names take the first free suffix") {
  Skeleton skeleton;
  CHECK(unique_joint_name(skeleton, "arm") == "arm");
  skeleton.joints.push_back({.id = 1, .name = "arm"});
  CHECK(unique_joint_name(skeleton, "arm") == "arm.001");
  skeleton.joints.push_back({.id = 2, .name = "arm.001"});
  CHECK(unique_joint_name(skeleton, "arm") == "arm.002");
}

TEST_CASE("merging gives fresh ids that stay consistent, twice over") {
  Random random(11);
  const Scene scene = small_scene(random);
  const Scene once = merged(scene, scene);
  const Scene twice = merged(once, scene);
  CHECK(why_invalid(once) == "");
  CHECK(why_invalid(twice) == "");
  REQUIRE(twice.nodes.size() == 9);
  CHECK(twice.nodes[8].bound_to == twice.nodes[7].id);
  CHECK(twice.nodes[8].parent == 7);
  const Skeleton& copy = *twice.nodes[7].skeleton;
  CHECK(copy.poses[0].entries[0].joint == copy.joints[2].id);
  CHECK(twice.nodes[8].mesh->weights->joint[4] == copy.joints[4].id);
  CHECK(twice.nodes[2].mesh == scene.nodes[2].mesh);
}

TEST_CASE("same_content compares meshes and skeletons by value") {
  Random random(11);
  const Scene scene = small_scene(random);
  Scene copy = scene;
  edit_skeleton(copy, 1);
  copy.nodes[2].mesh = std::make_shared<Mesh>(*copy.nodes[2].mesh);
  CHECK_FALSE(copy == scene);
  CHECK(same_content(copy, scene));
  const auto same_with = [&](auto change) {
    Mesh mesh = *scene.nodes[2].mesh;
    Texture texture = *mesh.materials[1].base_color_texture;
    change(mesh, texture);
    mesh.materials[1].base_color_texture = std::make_shared<Texture>(texture);
    copy.nodes[2].mesh = std::make_shared<Mesh>(mesh);
    return same_content(copy, scene);
  };
  CHECK(same_with([](Mesh&, Texture&) {}));
  CHECK_FALSE(same_with([](Mesh& m, Texture&) { m.face_material[0] = 1; }));
  CHECK_FALSE(same_with([](Mesh& m, Texture&) { m.materials[0].name = "leather"; }));
  CHECK_FALSE(same_with([](Mesh& m, Texture&) { m.materials[0].base_color.x = 0.5f; }));
  CHECK_FALSE(same_with([](Mesh&, Texture& t) { t.rgba[0] ^= 1; }));
  CHECK_FALSE(same_with([](Mesh&, Texture& t) { t.file[0] ^= 1; }));
  CHECK_FALSE(same_with([](Mesh&, Texture& t) { t.repeats = false; }));
  copy.nodes[2].mesh = scene.nodes[2].mesh;
  edit_skeleton(copy, 1).joints[0].radius += 0.5f;
  CHECK_FALSE(same_content(copy, scene));
}

TEST_CASE("both ways to a node's world matrix give the same bits") {
  Random random(5);
  const Scene scene = small_scene(random);
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  for (int n = 0; n < 3; ++n) CHECK(world[std::size_t(n)] == world_from_node(scene, n));
}

TEST_CASE("a prop stands at S W_j N, and what hangs on it follows, with the same bits either way") {
  for (auto& random : test::seeds<Random>(30)) {
    Scene scene = small_scene(random);
    auto posed = std::make_shared<Skeleton>(*scene.nodes[1].skeleton);
    for (Joint& joint : posed->joints) joint.user_local = random.affine();
    scene.nodes[1].skeleton = posed;
    const std::size_t j = std::size_t(random.below(6));
    scene.nodes.push_back({.id = take_id(scene),
                           .name = "sword",
                           .parent = 1,
                           .joint = posed->joints[j].id,
                           .local = random.affine(),
                           .mesh = scene.nodes[2].mesh});
    scene.nodes.push_back(
        {.id = take_id(scene), .name = "gem", .parent = 3, .local = random.affine()});
    REQUIRE(why_invalid(scene) == "");
    glm::dmat4 place(1.0);  // W_j, from the joint up to its root
    for (int up = int(j); up >= 0; up = posed->joints[std::size_t(up)].parent) {
      const Joint& link = posed->joints[std::size_t(up)];
      place = glm::dmat4(link.bind_local) * glm::dmat4(link.user_local) * place;
    }
    const glm::dmat4 sword = glm::dmat4(world_from_node(scene, 1)) * place *
                             glm::dmat4(scene.nodes[3].local),
                     gem = sword * glm::dmat4(scene.nodes[4].local);
    const std::vector<glm::mat4> world = world_from_nodes(scene);
    CHECK(apart(world[3], glm::mat4(sword)) < 1e-4f);
    CHECK(apart(world[4], glm::mat4(gem)) < 1e-4f);
    CHECK(apart(glm::mat4(exact_world_from_node(scene, 4)), glm::mat4(gem)) < 1e-4f);
    for (int n = 0; n < 5; ++n) CHECK(world_from_node(scene, n) == world[std::size_t(n)]);
    CHECK(hangs_on_joint(scene, 4));
    CHECK_FALSE(hangs_on_joint(scene, 1));
    const Scene twice = merged(scene, scene);
    CHECK(why_invalid(twice) == "");
    CHECK(world_from_nodes(twice)[8] == world[3]);
    CHECK(twice.nodes[8].joint != scene.nodes[3].joint);
  }
}

TEST_CASE("a prop needs a joint of its parent, no skeleton, and an invertible place at rest only") {
  const auto with_prop = [](auto change) {
    return why_invalid_after([&](Scene& scene) {
      scene.nodes.push_back({.id = take_id(scene),
                             .name = "sword",
                             .parent = 1,
                             .joint = scene.nodes[1].skeleton->joints[3].id});
      change(scene);
    });
  };
  CHECK(with_prop([](Scene&) {}) == "");
  CHECK(with_prop([](Scene& scene) { scene.nodes[3].parent = 0; }) ==
        "node \"sword\" has a joint that its parent does not have");
  CHECK(with_prop([](Scene& scene) { scene.nodes[3].parent = -1; }) != "");
  CHECK(with_prop([](Scene& scene) { scene.nodes[3].joint = 9999; }) != "");
  CHECK(with_prop([](Scene& scene) {
          scene.nodes[3].mesh = scene.nodes[2].mesh;
          scene.nodes[3].bound_to = scene.nodes[1].id;
        }) == "node \"sword\" has a mesh that follows a skeleton, and hangs on a joint");
  CHECK(with_prop([](Scene& scene) {
          scene.nodes.push_back({.id = take_id(scene),
                                 .name = "rig on a sword",
                                 .parent = 3,
                                 .skeleton = std::make_shared<Skeleton>()});
        }) == "node \"rig on a sword\" has a skeleton, and hangs on a joint");
  CHECK(with_prop([](Scene& scene) {
          scene.nodes[3].local = glm::mat4(0.0f);
          scene.nodes[3].local[3].w = 1.0f;
        }) != "");
  // A pose may scale a joint to zero; its props are then invisible.
  CHECK(with_prop([](Scene& scene) {
          auto posed = std::make_shared<Skeleton>(*scene.nodes[1].skeleton);
          posed->joints[3].user_local = glm::mat4(glm::mat3(0.0f));
          scene.nodes[1].skeleton = posed;
        }) == "");
}
