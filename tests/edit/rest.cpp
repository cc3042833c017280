// Edits of the rest pose: their changes, and that they keep the picture.

#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr float kClose = 2e-4f;

Scene random_scene(Random& random) {
  return full_scene(
      random,
      {.joints = 12, .roots = 1 + random.below(3), .posed = true, .scaled = random.chance(0.5f)});
}

const Joint& random_joint(Random& random, const Scene& scene) {
  const std::vector<Joint>& joints = scene.nodes[1].skeleton->joints;
  return joints[std::size_t(random.below(int(joints.size())))];
}

void check_same_place(const std::map<Id, glm::mat4>& was, const std::map<Id, glm::mat4>& is) {
  for (const auto& [id, world] : is) {
    const Id joint = id;
    CAPTURE(joint);
    CHECK(difference(world, was.at(joint)) < kClose);
  }
}

glm::vec3 point(const glm::mat4& matrix, const glm::vec3& at) {
  return glm::vec3(matrix * glm::vec4(at, 1.0f));
}

float gap(const glm::vec3& a, const glm::vec3& b) {
  return glm::length(a - b) / std::max({glm::length(a), glm::length(b), 1.0f});
}

}  // namespace

SOLVED_CASE(
    "re-parenting and deleting a joint move neither the bind nor the pose of any joint that "
    "stays") {
  for (auto& random : seeds<Random>(60)) {
    const Scene scene = random_scene(random);
    const Id joint = random_joint(random, scene).id;
    const Id parent = random.chance(0.2f) ? kNoId : random_joint(random, scene).id;
    const Applied moved = apply(scene, op::ReparentJoint{joint, parent}, implementation());
    if (moved.scene) {
      REQUIRE(why_invalid(*moved.scene) == "");
      check_same_place(world_from_joints(scene), world_from_joints(*moved.scene));
      check_same_place(world_from_bind(scene), world_from_bind(*moved.scene));
      const int new_parent = joint_by_id(*moved.scene, joint).parent;
      CHECK((new_parent < 0
                 ? kNoId
                 : moved.scene->nodes[1].skeleton->joints[std::size_t(new_parent)].id) == parent);
    } else {
      const JointRef at = find_joint(scene, joint), below = find_joint(scene, parent);
      CHECK(is_in_subtree(*scene.nodes[1].skeleton, at.joint, below.joint));
    }
    const Scene without = applied_to(scene, op::DeleteJoint{joint, false});
    CHECK(find_joint(without, joint).node < 0);
    CHECK(without.nodes[1].skeleton->joints.size() == 11);
    check_same_place(world_from_joints(scene), world_from_joints(without));
    check_same_place(world_from_bind(scene), world_from_bind(without));
  }
}

SOLVED_CASE("deleting a subtree takes exactly the joint and all below") {
  for (auto& random : seeds<Random>(20)) {
    const Scene scene = random_scene(random);
    const Skeleton& skeleton = *scene.nodes[1].skeleton;
    const int doomed = random.below(12);
    const Scene without =
        applied_to(scene, op::DeleteJoint{skeleton.joints[std::size_t(doomed)].id, true});
    for (int j = 0; j < 12; ++j) {
      const bool is_gone = find_joint(without, skeleton.joints[std::size_t(j)].id).node < 0;
      CHECK(is_gone == is_in_subtree(skeleton, doomed, j));
    }
  }
}

SOLVED_CASE("a dragged tip follows U in the world; children ride along or stay") {
  for (auto& random : seeds<Random>(40)) {
    Scene scene = random_scene(random);
    const Id id = random_joint(random, scene).id;
    const JointRef ref = find_joint(scene, id);
    edit_skeleton(scene, 1).joints[std::size_t(ref.joint)].extent_guessed = true;
    const Joint before = joint_by_id(scene, id);
    const glm::mat4 increment = random_increment(random);
    const std::map<Id, glm::mat4> was = world_from_joints(scene);
    const glm::vec3 tip = point(was.at(id), before.extent);

    const Scene kept = applied_to(scene, op::MoveTip{id, increment, false});
    CHECK(gap(point(was.at(id), joint_by_id(kept, id).extent), point(increment, tip)) < kClose);
    CHECK_FALSE(joint_by_id(kept, id).extent_guessed);
    CHECK(world_from_joints(kept) == was);

    const Scene rode = applied_to(scene, op::MoveTip{id, increment, true});
    const std::map<Id, glm::mat4> is = world_from_joints(rode);
    const glm::vec3 shift = point(increment, tip) - tip;
    for (const Joint& joint : rode.nodes[1].skeleton->joints) {
      const bool is_child = joint.parent == find_joint(rode, id).joint;
      const glm::vec3 expected =
          glm::vec3(was.at(joint.id)[3]) + (is_child ? shift : glm::vec3(0.0f));
      const bool rides_deeper =
          joint.parent >= 0 && !is_child &&
          is_in_subtree(*rode.nodes[1].skeleton, ref.joint, find_joint(rode, joint.id).joint);
      if (!rides_deeper) CHECK(gap(glm::vec3(is.at(joint.id)[3]), expected) < kClose);
    }
  }
}

SOLVED_CASE(
    "a dragged base moves the posed origin by U; everything below rides along by the same shift "
    "and nobody else moves") {
  for (auto& random : seeds<Random>(40)) {
    const Scene scene = random_scene(random);
    const Joint& joint = random_joint(random, scene);
    const glm::mat4 increment = random_increment(random);
    const Scene after = applied_to(scene, op::MoveBase{joint.id, increment});
    const std::map<Id, glm::mat4> was = world_from_joints(scene), is = world_from_joints(after);
    const glm::vec3 shift =
        point(increment, glm::vec3(was.at(joint.id)[3])) - glm::vec3(was.at(joint.id)[3]);
    const int base = find_joint(scene, joint.id).joint;
    for (const auto& [id, world] : was) {
      const JointRef ref = find_joint(scene, id);
      const bool rides = ref.node == 1 && is_in_subtree(*scene.nodes[1].skeleton, base, ref.joint);
      CHECK(difference(is.at(id), rides ? glm::translate(glm::mat4(1.0f), shift) * world : world) <
            kClose);
      CHECK(joint_by_id(after, id).user_local == joint_by_id(scene, id).user_local);
      CHECK(joint_by_id(after, id).extent == joint_by_id(scene, id).extent);
    }
  }
}

SOLVED_CASE(
    "a new joint's posed bone runs from base to tip in the world, below any parent or none") {
  for (auto& random : seeds<Random>(40)) {
    const Scene scene = random_scene(random);
    const Id parent = random.chance(0.2f) ? kNoId : random_joint(random, scene).id;
    const op::AddJoint add{scene.nodes[1].id, parent, random.vec3(2.0f),
                           random.vec3(2.0f), 0.3f,   "j3"};
    const Scene after = applied_to(scene, add);
    const Joint& joint = joint_by_id(after, scene.next_id);
    CHECK(after.next_id == scene.next_id + 1);
    CHECK(joint.name == "j3.001");
    CHECK(joint.radius == 0.3f);
    CHECK(joint.user_local == glm::mat4(1.0f));
    CHECK((joint.parent < 0
               ? kNoId
               : after.nodes[1].skeleton->joints[std::size_t(joint.parent)].id) == parent);
    const std::map<Id, glm::mat4> is = world_from_joints(after);
    CHECK(gap(glm::vec3(is.at(joint.id)[3]), add.base) < kClose);
    CHECK(gap(point(is.at(joint.id), joint.extent), add.tip) < kClose);
    for (const auto& [id, world] : world_from_joints(scene)) CHECK(is.at(id) == world);
  }
}

TEST_CASE("new joints need a radius, finite ends, a skeleton and a parent in it") {
  const Scene scene = full_scene(3);
  const Id rig = scene.nodes[1].id;
  CHECK(joint_named(applied_to(scene, op::AddJoint{rig, kNoId, {}, {0, 1, 0}, 0.1f, ""}), "joint")
            .parent == -1);
  check_refused(scene, op::AddJoint{rig, kNoId, {}, {}, 0.0f, "a"}, "radius");
  check_refused(scene, op::AddJoint{rig, kNoId, {}, {NAN, 0, 0}, 0.1f, "a"}, "finite");
  check_refused(scene, op::AddJoint{rig, 9999, {}, {}, 0.1f, "a"}, "9999");
  check_refused(scene, op::AddJoint{rig, scene.nodes[3].skeleton->joints[0].id, {}, {}, 0.1f, "a"},
                "parent");
  check_refused(scene, op::AddJoint{scene.nodes[0].id, kNoId, {}, {}, 0.1f, "a"}, "no skeleton");
  check_refused(scene, op::AddJoint{9999, kNoId, {}, {}, 0.1f, "a"}, "9999");
  check_refused(scene, op::AddJoint{rig, kNoId, {}, {}, 0.1f, "a\nb"}, "control");
  Scene full = scene;
  full.next_id = 0xffffffffu;
  check_refused(full, op::AddJoint{rig, kNoId, {}, {}, 0.1f, "a"}, "ids");
}

SOLVED_CASE(
    "joints cannot hang below themselves, below their own children or in another skeleton") {
  Scene scene = full_scene(4);
  for (std::size_t j = 1; j < 12; ++j) edit_skeleton(scene, 1).joints[j].parent = int(j) - 1;
  const std::vector<Joint>& joints = scene.nodes[1].skeleton->joints;
  refusal(scene, op::ReparentJoint{joints[3].id, joints[3].id});
  refusal(scene, op::ReparentJoint{joints[3].id, joints[7].id});
  check_refused(scene, op::ReparentJoint{joints[3].id, scene.nodes[3].skeleton->joints[0].id},
                "another skeleton");
  CHECK(applied_to(scene, op::ReparentJoint{joints[3].id, joints[2].id}) == scene);
}

TEST_CASE(
    "radii are set one a joint, in any order and over several skeletons, and negatives become 0") {
  const Scene scene = full_scene(5);
  const Id a = scene.nodes[1].skeleton->joints[7].id, b = scene.nodes[3].skeleton->joints[1].id,
           c = scene.nodes[1].skeleton->joints[2].id;
  const Scene after = applied_to(scene, op::SetRadius{{a, b, c}, {0.7f, -2.0f, 0.25f}});
  CHECK(joint_by_id(after, a).radius == 0.7f);
  CHECK(joint_by_id(after, b).radius == 0.0f);
  CHECK(joint_by_id(after, c).radius == 0.25f);
  CHECK(after.nodes[2].mesh == scene.nodes[2].mesh);
  const Scene tapered = applied_to(after, op::SetRadius{{a, c}, {0.7f, 0.25f}, {0.7f, -1.0f}});
  CHECK_FALSE(joint_by_id(tapered, a).tip_radius);
  CHECK(joint_by_id(tapered, c).tip_radius == 0.0f);
  CHECK_FALSE(joint_by_id(applied_to(tapered, op::SetRadius{{c}, {0.4f}}), c).tip_radius);
  check_refused(scene, op::SetRadius{{a, b}, {0.1f, 0.1f}, {0.1f}}, "one per joint");
  check_refused(scene, op::SetRadius{{a}, {0.1f}, {NAN}}, "finite");
  check_refused(scene, op::SetRadius{{a, b}, {0.1f}}, "one per joint");
  check_refused(scene, op::SetRadius{{a, b}, {0.1f, INFINITY}}, "finite");
  check_refused(scene, op::SetRadius{{a, 9999}, {0.1f, 0.1f}}, "9999");
}

TEST_CASE("extent and falloff are set as given") {
  const Scene scene = full_scene(6);
  const Id joint = scene.nodes[1].skeleton->joints[7].id;
  CHECK(joint_by_id(applied_to(scene, op::SetExtent{joint, {1, 2, 3}}), joint).extent ==
        glm::vec3(1, 2, 3));
  check_refused(scene, op::SetExtent{joint, {1, NAN, 3}}, "finite");
  const SkeletonChoices all{
      .falloff = Falloff::smooth, .metric = Metric::body, .blend = Blend::dual_quaternion};
  const Scene changed = applied_to(scene, op::SetSkeletonChoices{scene.nodes[1].id, all});
  CHECK(all.differing_from(*changed.nodes[1].skeleton) == SkeletonChoices());
  CHECK(all.differing_from(*scene.nodes[1].skeleton) == all);
  for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*in_choices) {
    op::SetSkeletonChoices wrong{scene.nodes[1].id};
    wrong.choices.*in_choices = static_cast<Value>(77);
    check_refused(scene, wrong, ChoiceTable<Value>::word);
  });
  refusal(scene, op::SetSkeletonChoices{scene.nodes[0].id, {.falloff = Falloff::linear}});
}

TEST_CASE("an old script's blend that was removed reads as the one that is used instead") {
  const Scene scene = full_scene(7);
  const std::string skeleton = "choices #" + std::to_string(scene.nodes[1].id) + " times 2 ";
  const op::SetSkeletonChoices wanted{
      scene.nodes[1].id, {.falloff = Falloff::smooth, .blend = Blend::delta_mush}, 2.0f};
  const ParsedLine parsed = parse_line(scene, skeleton + "falloff smooth blend direct-delta-mush");
  REQUIRE_MESSAGE(parsed.operation.has_value(), parsed.problem);
  CHECK(*parsed.operation == Operation(wanted));
  CHECK_FALSE(parse_line(scene, skeleton + "blend direct-delta-mash").operation.has_value());
}
