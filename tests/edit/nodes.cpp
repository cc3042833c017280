// The tree of nodes, what meshes follow, names and stored poses.
#include "edit/name_rules.h"
#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

TEST_CASE(
    "a re-parented node and all below keep their place in the world, wherever the new parent "
    "stands in the list") {
  int moved = 0;
  for (auto& random : seeds<Random>(60)) {
    const Scene scene = full_scene(random);
    const Id node = scene.nodes[std::size_t(random.below(6))].id;
    const Id parent = random.chance(0.2f) ? kNoId : scene.nodes[std::size_t(random.below(6))].id;
    const Applied after = apply(scene, op::ReparentNode{node, parent}, implementation());
    if (!after.scene) continue;
    ++moved;
    REQUIRE(why_invalid(*after.scene) == "");
    REQUIRE(after.scene->nodes.size() == scene.nodes.size());
    for (const Node& old : scene.nodes) {
      const int index = node_index(*after.scene, old.id);
      const glm::mat4 was = world_from_node(scene, node_index(scene, old.id)),
                      is = world_from_node(*after.scene, index);
      CHECK(difference(is, was) < 1e-5f);
      CHECK(after.scene->nodes[std::size_t(index)].skeleton == old.skeleton);
    }
    const int new_parent = find_node(*after.scene, node)->parent;
    CHECK((new_parent < 0 ? kNoId : after.scene->nodes[std::size_t(new_parent)].id) == parent);
  }
  CHECK(moved > 30);
}

TEST_CASE("nodes cannot hang below themselves or what is below them") {
  const Scene scene = full_scene(1);
  check_refused(scene, op::ReparentNode{scene.nodes[0].id, scene.nodes[0].id}, "cannot hang");
  check_refused(scene, op::ReparentNode{scene.nodes[0].id, scene.nodes[2].id}, "cannot hang");
  check_refused(scene, op::ReparentNode{scene.nodes[0].id, 9999}, "9999");
  CHECK(applied_to(scene, op::ReparentNode{scene.nodes[2].id, scene.nodes[1].id}) == scene);
}

TEST_CASE("deleting a node takes all below, and meshes of a deleted skeleton become rigid") {
  Scene scene = full_scene(2);
  scene = applied_to(
      scene, op::ReparentNode{scene.nodes[2].id,
                              scene.nodes[5].id});  // the body leaves its skeleton's subtree
  const Id body = [&] {
    for (const Node& node : scene.nodes)
      if (node.name == "body") return node.id;
    return kNoId;
  }();
  scene = applied_to(scene, op::UseExplicitWeights{body, true});
  const Scene after = applied_to(scene, op::DeleteNode{scene.nodes[0].id});
  CHECK(after.nodes.size() == 4);
  const Node* rigid = find_node(after, body);
  REQUIRE(rigid != nullptr);
  CHECK(rigid->bound_to == kNoId);
  CHECK_FALSE(rigid->explicit_weights);
  CHECK(world_from_node(after, node_index(after, body)) ==
        world_from_node(scene, node_index(scene, body)));
  CHECK(find_joint(after, scene.nodes[1].skeleton->joints[0].id).node < 0);
}

TEST_CASE(
    "meshes are bound to skeletons only, and use their own weights only where those mean "
    "something") {
  const Scene scene = full_scene(3);
  const Id rig = scene.nodes[1].id, body = scene.nodes[2].id, other = scene.nodes[3].id,
           prop = scene.nodes[4].id;
  const Scene explicit_one = applied_to(scene, op::UseExplicitWeights{body, true});
  CHECK(find_node(explicit_one, body)->explicit_weights);
  const Scene rebound = applied_to(explicit_one, op::Bind{body, other});
  CHECK(find_node(rebound, body)->bound_to == other);
  CHECK_FALSE(find_node(rebound, body)->explicit_weights);
  check_refused(rebound, op::UseExplicitWeights{body, true}, "another skeleton");
  const Scene unbound = applied_to(explicit_one, op::Bind{body, kNoId});
  CHECK(find_node(unbound, body)->bound_to == kNoId);
  check_refused(unbound, op::UseExplicitWeights{body, true}, "bind");
  CHECK(applied_to(explicit_one, op::Bind{body, rig}) == explicit_one);
  CHECK(
      contains(refusal(applied_to(scene, op::Bind{prop, rig}), op::UseExplicitWeights{prop, true}),
               "without weights"));
  check_refused(scene, op::Bind{rig, other}, "no mesh");
  check_refused(scene, op::Bind{body, prop}, "no skeleton");
  check_refused(scene, op::Bind{body, 9999}, "9999");
}

TEST_CASE("names are valid text, and a joint's is unique in its skeleton") {
  const Scene scene = full_scene(4);
  const Id joint = scene.nodes[1].skeleton->joints[3].id;
  CHECK(joint_named(applied_to(scene, op::Rename{joint, "knee.L"}), "knee.L").id == joint);
  CHECK(applied_to(scene, op::Rename{scene.nodes[5].id, "group"}).nodes[5].name == "group");
  check_refused(scene, op::Rename{joint, "j4"}, "Another joint");
  CHECK(applied_to(scene, op::Rename{joint, "j3"}) == scene);
  CHECK_FALSE(applied_to(scene, op::Rename{scene.nodes[3].skeleton->joints[0].id, "j7"}) ==
              scene);  // another skeleton's names do not count
  for (const char* bad : {"", "   ", "a\tb", "a\nb", "\x7f", "\xc2\x85", "\xff", "\xc0\xaf",
                          "\xed\xa0\x80", "\xe2\x82", "\xe2\x80\xa8"}) {
    CAPTURE(bad);
    refusal(scene, op::Rename{joint, bad});
    refusal(scene, op::Rename{scene.nodes[0].id, bad});
    refusal(scene, op::AddSkeleton{bad, kNoId});
    refusal(scene, op::StorePose{scene.nodes[1].id, bad});
  }
  CHECK(why_bad_name(std::string("a\0b", 3)) != "");
  CHECK(why_bad_name(std::string(120, 'a')) == "");
  CHECK(why_bad_name(std::string(121, 'a')) != "");
  std::string long_one;
  for (int i = 0; i < 120; ++i) long_one += "\xf0\x9f\xa6\xb4";  // 120 characters of four bytes
  CHECK(why_bad_name(long_one) == "");
  CHECK(why_bad_name("Kn\xc3\xa9") == "");
}

TEST_CASE("a new skeleton is empty and stands at its parent") {
  const Scene scene = full_scene(5);
  const Scene after = applied_to(scene, op::AddSkeleton{"Skeleton", scene.nodes[0].id});
  const Node& node = after.nodes.back();
  CHECK(node.id == scene.next_id);
  CHECK(node.parent == 0);
  CHECK(node.local == glm::mat4(1.0f));
  CHECK(node.skeleton->joints.empty());
  check_refused(scene, op::AddSkeleton{"Skeleton", 9999}, "9999");
}

TEST_CASE("imported nodes come under fresh ids and break nothing; what is broken stays out") {
  Random random(6);
  const Scene scene = full_scene(random);
  const Scene after = applied_to(scene, op::AddNodes{full_scene(random)});
  CHECK(after.nodes.size() == 14);
  CHECK(after.nodes[9].bound_to == after.nodes[8].id);
  CHECK(find_joint(after, after.nodes[13].joint).node == 8);
  Scene broken = scene;
  broken.nodes[0].local[3].x = NAN;
  check_refused(scene, op::AddNodes{broken}, "finite");
}

TEST_CASE(
    "a stored pose brings back every joint's Ul, to the bit; joints added later keep theirs") {
  Scene scene = full_scene(7);
  const Id rig = scene.nodes[1].id;
  const Skeleton before = *scene.nodes[1].skeleton;
  scene = applied_to(scene, op::StorePose{rig, "wave"});
  scene = applied_to(scene, op::ResetPose{rig, {}});
  for (const Joint& joint : scene.nodes[1].skeleton->joints)
    CHECK(joint.user_local == glm::mat4(1.0f));
  scene = applied_to(scene, op::AddJoint{rig, kNoId, {}, {0, 1, 0}, 0.1f, "late"});
  scene = applied_to(
      scene, op::SetUserLocal{{{scene.next_id - 1, glm::translate(glm::mat4(1.0f), {1, 2, 3})}}});
  scene = applied_to(scene, op::ApplyPose{rig, "wave"});
  for (const Joint& joint : before.joints)
    CHECK(joint_named(scene, joint.name).user_local == joint.user_local);
  CHECK(joint_named(scene, "late").user_local[3].z == 3.0f);
  scene = applied_to(scene, op::StorePose{rig, "wave"});
  CHECK(scene.nodes[1].skeleton->poses.size() == 1);
  CHECK(scene.nodes[1].skeleton->poses[0].entries.size() == 13);
  check_refused(scene, op::ApplyPose{rig, "nod"}, "nod");
  check_refused(scene, op::DeletePose{rig, "nod"}, "nod");
  CHECK(applied_to(scene, op::DeletePose{rig, "wave"}).nodes[1].skeleton->poses.empty());
}

SOLVED_CASE("a pose with a deleted joint still applies to the others") {
  Scene scene = full_scene(8);
  const Id rig = scene.nodes[1].id;
  scene = applied_to(scene, op::StorePose{rig, "wave"});
  const Id leaf = scene.nodes[1].skeleton->joints.back().id;
  const glm::mat4 first = scene.nodes[1].skeleton->joints[0].user_local;
  scene = applied_to(applied_to(scene, op::DeleteJoint{leaf, false}), op::ResetPose{rig, {}});
  CHECK(applied_to(scene, op::ApplyPose{rig, "wave"}).nodes[1].skeleton->joints[0].user_local ==
        first);
}

TEST_CASE("a pose that names joints of another skeleton leaves those alone") {
  Random random(12);
  Scene scene = full_scene(random);
  const Id big = scene.nodes[1].skeleton->joints[0].id;
  edit_skeleton(scene, 3).poses.push_back(
      {"odd", {{big, random.affine()}, {scene.nodes[3].skeleton->joints[1].id, glm::mat4(1.0f)}}});
  const Scene after = applied_to(scene, op::ApplyPose{scene.nodes[3].id, "odd"});
  CHECK(after.nodes[1].skeleton == scene.nodes[1].skeleton);
  CHECK(after.nodes[3].skeleton->joints[0] == scene.nodes[3].skeleton->joints[0]);
  CHECK(after.nodes[3].skeleton->joints[1].user_local == glm::mat4(1.0f));
}

TEST_CASE("matrices that can be inverted one by one but not together are refused") {
  Scene scene = full_scene(13);
  const glm::mat4 flat = glm::scale(glm::mat4(1.0f), {1.0f, 1e-4f, 1.0f});
  scene.nodes[0].local = flat;
  scene.nodes[1].local = scene.nodes[2].local = glm::mat4(1.0f);
  REQUIRE(why_invalid(scene) == "");
  check_refused(scene, op::SetNodeLocal{scene.nodes[1].id, flat}, "rig");
  check_refused(scene, op::SetNodeLocal{scene.nodes[2].id, flat}, "body");
}

TEST_CASE(
    "weights of morph targets are set as given, undone, and refused where there is no such shape") {
  const Scene scene = full_scene(14);
  const Id body = scene.nodes[2].id;
  const Scene smiling = applied_to(scene, op::SetMorphWeights{body, {0}, {0.75f}});
  CHECK(smiling.nodes[2].morph_weights == std::vector<float>{0.75f, 0});
  CHECK(smiling.nodes[2].mesh == scene.nodes[2].mesh);
  CHECK(applied_to(smiling, op::SetMorphWeights{body, {1, 0}, {-2, 3}}).nodes[2].morph_weights ==
        std::vector<float>{3, -2});
  CHECK(applied_to(scene, op::SetMorphWeights{body, {0, 1}, {0, 0}}) == scene);  // no change
  check_refused(scene, op::SetMorphWeights{body, {2}, {1}}, "\"body\" has only 2 morph targets");
  check_refused(scene, op::SetMorphWeights{body, {0, 1}, {1}}, "one weight");
  check_refused(scene, op::SetMorphWeights{body, {0}, {NAN}}, "not finite");
  check_refused(scene, op::SetMorphWeights{scene.nodes[5].id, {0}, {1}}, "empty");
  check_refused(scene, op::SetMorphWeights{9999, {0}, {1}}, "9999");

  Document document(implementation(), scene);
  document.begin();
  for (const float weight : {0.1f, 0.5f, 0.9f})
    CHECK(document.update(op::SetMorphWeights{body, {0}, {weight}}));
  document.commit();
  CHECK(document.history().steps().size() == 2);
  CHECK(document.scene().nodes[2].morph_weights == std::vector<float>{0.9f, 0});
  document.undo();
  CHECK(document.scene() == scene);
}

TEST_CASE("node places and visibility are set as given") {
  Random random(9);
  const Scene scene = full_scene(random);
  const glm::mat4 local = random.affine();
  CHECK(applied_to(scene, op::SetNodeLocal{scene.nodes[1].id, local}).nodes[1].local == local);
  check_refused(scene, op::SetNodeLocal{scene.nodes[1].id, glm::mat4(0.0f)}, "rig");
  check_refused(scene, op::SetNodeLocal{scene.nodes[1].id, glm::scale(glm::mat4(1.0f), {1, 1, 0})},
                "nothing");
  CHECK_FALSE(applied_to(scene, op::SetVisible{scene.nodes[1].id, false}).nodes[1].visible);
  CHECK(applied_to(scene, op::SetVisible{scene.nodes[1].id, true}) == scene);
}

TEST_CASE(
    "normals are recalculated in one step, nodes that share a mesh go on sharing, undo is exact") {
  Scene scene = full_scene(12);
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh->corner_vertex = {0, 1, 2};
  mesh->face_begin = {0, 3};
  mesh->normals = {{0, 0, 1}, {0, 0, 1}, {0.3f, 0, -1}};
  mesh->corner_normal = {0, 1, 2};
  std::vector<Id> ids;
  for (const char* name : {"one", "two"}) {
    ids.push_back(take_id(scene));
    scene.nodes.push_back({.id = ids.back(), .name = name, .mesh = mesh});
  }
  Document document(implementation(), scene);
  CHECK(document.perform(op::RecalculateNormals{ids}));
  CHECK(document.history().steps().size() == 2);
  const Node &one = *find_node(document.scene(), ids[0]),
             &two = *find_node(document.scene(), ids[1]);
  CHECK(one.mesh == two.mesh);
  CHECK(one.mesh != mesh);
  CHECK(one.mesh->positions == mesh->positions);
  for (const std::uint32_t normal : one.mesh->corner_normal)
    CHECK(one.mesh->normals[normal] == glm::vec3(0, 0, 1));
  document.undo();
  CHECK(document.scene() == scene);
  check_refused(scene, op::RecalculateNormals{}, "no mesh");
  CHECK(refusal(scene, op::RecalculateNormals{{9999}}) != "");
}
