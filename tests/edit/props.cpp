// Props, rigid nodes on joints: attaching, detaching, moving, and edits of the skeleton.
#include "edit/support.h"
#include "rig/skinning/deformer.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr std::size_t kPropRig = 1, kBody = 2, kSword = 6;  // of full_scene

glm::mat4 world_of(const Scene& scene, Id node) {
  return world_from_node(scene, node_index(scene, node));
}

Scene at_rest(Scene scene) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    for (Joint& joint : edit_skeleton(scene, int(n)).joints) joint.user_local = glm::mat4(1.0f);
  }
  return scene;
}

Id joint_id(const Scene& scene, std::size_t node, int joint) {
  return scene.nodes[node].skeleton->joints[std::size_t(joint)].id;
}

}  // namespace

TEST_CASE("put on a joint and taken off it, a node keeps its place and follows in between") {
  for (auto& random : seeds<Random>(40)) {
    const Scene scene = full_scene(random);
    const Id node = scene.nodes[random.chance(0.5f) ? 4 : 5].id;
    const Id joint = joint_id(scene, kPropRig, random.below(12));
    const Scene on = applied_to(scene, op::ReparentNode{node, joint});
    REQUIRE(find_node(on, node)->joint == joint);
    CHECK(difference(world_of(on, node), world_of(scene, node)) < 2e-5f);
    const glm::mat4 increment = random_increment(random);
    if (!lacks_implementation("a pose moves props")) {
      const Scene posed = applied_to(on, op::ApplyIncrement{{joint}, increment});
      CHECK(difference(world_of(posed, node), increment * world_of(on, node)) < 2e-4f);
      const Scene off = applied_to(posed, op::ReparentNode{node, scene.nodes[kPropRig].id});
      CHECK(find_node(off, node)->joint == kNoId);
      CHECK(difference(world_of(off, node), world_of(posed, node)) < 2e-5f);
    }
    // N' = (S W_j)^-1 U (S W_j) N: the prop alone moves by U.
    const Scene moved = applied_to(on, op::ApplyIncrement{{node}, increment});
    CHECK(difference(world_of(moved, node), increment * world_of(on, node)) < 2e-4f);
    CHECK(moved.nodes[kPropRig].skeleton == on.nodes[kPropRig].skeleton);
  }
}

TEST_CASE("a mesh that its skeleton deformed becomes a prop where it stands at rest, and back") {
  const Scene scene = full_scene(5);
  const Id body = scene.nodes[kBody].id, joint = joint_id(scene, kPropRig, 4);
  const Scene on = applied_to(scene, op::ReparentNode{body, joint});
  CHECK(find_node(on, body)->bound_to == kNoId);
  CHECK(difference(world_of(at_rest(on), body), world_of(scene, body)) < 1e-5f);
  const Scene bound = applied_to(on, op::Bind{body, scene.nodes[kPropRig].id});
  CHECK(find_node(bound, body)->joint == kNoId);
  CHECK(find_node(bound, body)->bound_to == scene.nodes[kPropRig].id);
  CHECK(difference(world_of(bound, body), world_of(scene, body)) < 1e-5f);
}

TEST_CASE("what cannot follow a single joint is refused in words, and so is a place without size") {
  Random random(6);
  const Scene scene = full_scene(random);
  const Id joint = joint_id(scene, kPropRig, 2), sword = scene.nodes[kSword].id;
  check_refused(scene, op::ReparentNode{scene.nodes[3].id, joint}, "has a skeleton");
  check_refused(scene, op::ReparentNode{scene.nodes[kPropRig].id, joint}, "hangs below it");
  check_refused(scene, op::ReparentNode{scene.nodes[kBody].id, sword}, "bound");
  check_refused(scene, op::AddSkeleton{"rig", sword}, "hangs on a joint");
  const Scene with_child = applied_to(scene, op::ReparentNode{scene.nodes[4].id, sword});
  check_refused(with_child, op::Bind{scene.nodes[4].id, scene.nodes[kPropRig].id}, "drag it off");
  Scene flat = scene;
  const int j = joint_index(*flat.nodes[kPropRig].skeleton, flat.nodes[kSword].joint);
  edit_skeleton(flat, kPropRig).joints[std::size_t(j)].user_local = glm::mat4(glm::mat3(0.0f));
  REQUIRE(why_invalid(flat) == "");
  CHECK(
      contains(refusal(flat, op::ApplyIncrement{{sword}, random_increment(random)}), "zero scale"));
  check_refused(flat, op::ReparentNode{scene.nodes[4].id, flat.nodes[kSword].joint}, "zero scale");
}

SOLVED_CASE(
    "edits of the rest side leave props where they stand at rest; a deleted joint hands its "
    "props to its parent, in one step") {
  int deleted = 0, edited = 0;
  for (auto& random : seeds<Random>(200)) {
    const Scene scene = full_scene(random);
    RandomEdits edits(random);
    Document document(implementation(), scene);
    const Operation operation =
        random.chance(0.3f)
            ? Operation(op::DeleteJoint{scene.nodes[kSword].joint, random.chance(0.5f)})
            : edits.operation(scene);
    if (!document.perform(operation)) continue;
    const Scene& after = document.scene();
    const Node* sword = find_node(after, scene.nodes[kSword].id);
    if (!sword || sword->local != sword->local || sword->bound_to != kNoId) continue;
    const bool names_the_sword = std::holds_alternative<op::ReparentNode>(operation) ||
                                 std::holds_alternative<op::SetNodeLocal>(operation) ||
                                 std::holds_alternative<op::ApplyIncrement>(operation) ||
                                 std::holds_alternative<op::Sequence>(operation);
    const bool has_new_bind = world_from_bind(after) != world_from_bind(scene);
    if (names_the_sword || !has_new_bind) continue;
    const Scene &was = at_rest(scene), &is = at_rest(after);
    CHECK(difference(world_of(is, sword->id), world_of(was, sword->id)) < 1e-4f);
    ++(sword->joint == scene.nodes[kSword].joint ? edited : deleted);
    if (std::holds_alternative<op::DeleteJoint>(operation)) {
      document.undo();
      CHECK(bits_of(document.scene()) == bits_of(scene));
    }
  }
  CHECK(deleted > 20);
  CHECK(edited > 5);
}

SOLVED_CASE("a prop is in no meter: nothing of it is covered or uncovered by capsules") {
  const Scene scene = full_scene(7);
  Deformer deformer(Backend::textbook);
  deformer.update(scene);
  const DeformedMesh* sword = deformer.mesh(scene.nodes[kSword].id);
  REQUIRE(sword != nullptr);
  CHECK(sword->skeleton == kNoId);
  CHECK(sword->coverage.uncovered == 0);
  CHECK(sword->captured.empty());
  CHECK(difference(sword->world_from_output, world_of(scene, sword->node)) == 0.0f);
}
