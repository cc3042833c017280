// The meaning of gestures: symmetry, pins, several joints at once.
// World-space increments on joints and nodes: U W below the dragged one, no other change.
#include "edit/gesture.h"

#include <variant>

#include "edit/mirror.h"
#include "edit/pose_edit.h"
#include "edit/support.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

const glm::mat4 kAside = glm::translate(glm::mat4(1.0f), {0.1f, 0.2f, 0.3f});

Id partner_of(const Scene& scene, Id joint) { return mirror_partner(scene, joint); }

/// A joint with a partner.
Id sided_joint(const Scene& scene) {
  for (const Joint& joint : scene.nodes[0].skeleton->joints)
    if (partner_of(scene, joint.id) != kNoId) return joint.id;
  return kNoId;
}

Operation meant(const Scene& scene, const Grasp& grasp, const GestureRules& rules = {}) {
  return gesture(scene, grasp, rules, implementation());
}

constexpr float kClose = 2e-4f;  // float matrices through chains of a dozen unevenly scaled frames

/// Whether a joint is one of `ids` or below one.
bool is_moved(const Scene& scene, Id joint, const std::vector<Id>& ids) {
  const JointRef ref = find_joint(scene, joint);
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  for (int at = ref.joint; at >= 0; at = skeleton.joints[std::size_t(at)].parent) {
    const Id id = skeleton.joints[std::size_t(at)].id;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) return true;
  }
  return false;
}

void check_increment(const Scene& scene, const std::vector<Id>& targets,
                     const glm::mat4& increment) {
  const Scene after = applied_to(scene, op::ApplyIncrement{targets, increment, "Move"});
  const std::map<Id, glm::mat4> was = world_from_joints(scene), is = world_from_joints(after);
  for (const auto& [id, world] : was) {
    const Id joint = id;
    CAPTURE(joint);
    if (is_moved(scene, joint, targets)) {
      CHECK(difference(is.at(joint), increment * world) < kClose);
    } else {
      CHECK(is.at(joint) == world);
    }
  }
}

}  // namespace

SOLVED_CASE("a grasp without symmetry and pins is one operation") {
  Random random(1);
  const Scene scene = scene_of(sided_skeleton(random));
  const Id joint = sided_joint(scene);
  const auto is = [&](Grasp grasp, const Operation& expected) {
    return meant(scene, std::move(grasp)) == expected;
  };
  const auto moves = [&](GestureMoves what) {
    return Grasp{what, {joint}, kAside, {}, "Move", false};
  };
  CHECK(is(moves(GestureMoves::joints), op::ApplyIncrement{{joint}, kAside, "Move"}));
  CHECK(is(moves(GestureMoves::tip), op::MoveTip{joint, kAside, false}));
  CHECK(is(moves(GestureMoves::base), op::MoveBase{joint, kAside}));
  CHECK(is({GestureMoves::nodes, {1}, kAside}, op::ApplyIncrement{{1}, kAside, "Move"}));
}

SOLVED_CASE("while editing is symmetric a gesture is what with_symmetry makes of it") {
  Random random(2);
  const Scene scene = scene_of(sided_skeleton(random));
  const Id joint = sided_joint(scene);
  const GestureRules rules{.is_symmetric = true};
  for (const GestureMoves what : {GestureMoves::joints, GestureMoves::tip, GestureMoves::base}) {
    const Grasp grasp{what, {joint}, kAside};
    const Operation both = meant(scene, grasp, rules);
    CHECK(both == with_symmetry(scene, meant(scene, grasp), implementation()));
    CHECK(std::holds_alternative<op::Sequence>(both));
  }
  const Operation radius = op::SetRadius{{joint}, {0.3f}};
  CHECK(gesture(scene, radius, rules, implementation()) ==
        with_symmetry(scene, radius, implementation()));
  CHECK(gesture(scene, radius, {}, implementation()) == radius);
}

SOLVED_CASE("partners that are both held each move by themselves") {
  Random random(3);
  const Scene scene = scene_of(sided_skeleton(random));
  const Id joint = sided_joint(scene), partner = partner_of(scene, joint);
  const GestureRules rules{.is_symmetric = true};
  Grasp grasp{GestureMoves::joints,
              {joint, partner},
              kAside,
              {{joint, kAside}, {partner, glm::mat4(1.0f)}},
              "Rotate"};
  const op::Sequence expected{{op::ApplyIncrement{{joint}, kAside, "Rotate"},
                               op::ApplyIncrement{{partner}, glm::mat4(1.0f), "Rotate"}},
                              "Rotate 2 joints"};
  CHECK(meant(scene, grasp, rules) == Operation(expected));
  grasp.ids = {joint};
  grasp.each = {{joint, kAside}};
  const auto alone = std::get<op::Sequence>(meant(scene, grasp, rules));
  CHECK(alone.operations.front() ==
        with_symmetry(scene, op::ApplyIncrement{{joint}, kAside, "Rotate"}, implementation()));
}

SOLVED_CASE("pinned joints below a posed one are held, whether it is dragged or typed") {
  Random random(4);
  Scene scene = scene_of(sided_skeleton(random));
  std::vector<Joint>& joints = edit_skeleton(scene, 0).joints;
  joints.back().pinned = true;
  const Id root = joints.front().id;
  const op::ApplyIncrement edit{{root}, kAside, "Move"};
  const Operation held = holding_pins(scene, edit, true);
  CHECK(gesture(scene, edit, {.whole_body = true}, implementation()) == held);
  CHECK(meant(scene, {GestureMoves::joints, {root}, kAside}, {.whole_body = true}) == held);
}

SOLVED_CASE(
    "after an increment the joint and all below it stand at U W, and no other joint moves") {
  for (auto& random : seeds<Random>(60)) {
    const Scene scene = full_scene(
        random,
        {.joints = 12, .roots = 1 + random.below(3), .posed = true, .scaled = random.chance(0.5f)});
    const std::vector<Joint>& joints = scene.nodes[1].skeleton->joints;
    check_increment(scene, {joints[std::size_t(random.below(12))].id}, random_increment(random));
  }
}

SOLVED_CASE(
    "of several selected joints, nested ones and those of other skeletons included, the top-most "
    "take the increment once") {
  for (auto& random : seeds<Random>(100, 160)) {
    const Scene scene = full_scene(
        random, {.joints = 12, .roots = 3, .posed = true, .scaled = random.chance(0.5f)});
    std::vector<Id> targets;
    for (const std::size_t node : {std::size_t{1}, std::size_t{3}}) {
      for (const Joint& joint : scene.nodes[node].skeleton->joints) {
        if (random.chance(0.4f))
          targets.insert(targets.begin() + random.below(int(targets.size()) + 1), joint.id);
      }
    }
    if (!targets.empty()) check_increment(scene, targets, random_increment(random));
  }
}

SOLVED_CASE(
    "an increment is absolute: computed from the start, a drag does not depend on the way it "
    "took") {
  Random random(5);
  const Scene scene = full_scene(random);
  Document document(implementation(), scene);
  const Id joint = scene.nodes[1].skeleton->joints[4].id;
  document.begin();
  for (int i = 0; i < 50; ++i)
    REQUIRE(document.update(op::ApplyIncrement{{joint}, random_increment(random), "Rotate"}));
  const glm::mat4 last = random_increment(random);
  REQUIRE(document.update(op::ApplyIncrement{{joint}, last, "Rotate"}));
  REQUIRE(document.commit());
  CHECK(same_content(document.scene(),
                     applied_to(scene, op::ApplyIncrement{{joint}, last, "Rotate"})));
}

TEST_CASE(
    "nodes obey the same formula under rotated and unevenly scaled parents, and take what hangs "
    "below along") {
  for (auto& random : seeds<Random>(200, 260)) {
    const Scene scene = full_scene(random);
    std::vector<Id> targets;
    for (const Node& node : scene.nodes) {
      if (random.chance(0.4f)) targets.push_back(node.id);
    }
    if (targets.empty()) continue;
    const glm::mat4 increment = random_increment(random);
    const Scene after = applied_to(scene, op::ApplyIncrement{targets, increment, "Move"});
    const std::vector<glm::mat4> was = world_from_nodes(scene), is = world_from_nodes(after);
    for (std::size_t n = 0; n < was.size(); ++n) {
      bool is_moved = false;
      for (int at = int(n); at >= 0; at = scene.nodes[std::size_t(at)].parent) {
        is_moved |= std::find(targets.begin(), targets.end(), scene.nodes[std::size_t(at)].id) !=
                    targets.end();
      }
      CAPTURE(scene.nodes[n].name);
      if (is_moved) {
        CHECK(difference(is[n], increment * was[n]) < 1e-5f);
      } else {
        CHECK(is[n] == was[n]);
      }
    }
  }
}

TEST_CASE("the identity moves nothing, to the bit") {
  const Scene scene = full_scene(8);
  for (const Id target : {scene.nodes[1].id, scene.nodes[1].skeleton->joints[5].id}) {
    CHECK(applied_to(scene, op::ApplyIncrement{{target}, glm::mat4(1.0f), "Move"}) == scene);
  }
  const Id joint = scene.nodes[1].skeleton->joints[5].id;
  CHECK(applied_to(scene, op::MoveTip{joint, glm::mat4(1.0f), true}) == scene);
  CHECK(applied_to(scene, op::MoveBase{joint, glm::mat4(1.0f)}) == scene);
}

SOLVED_CASE("a joint below a zero scale cannot move, and the reason names both") {
  Scene scene = full_scene(9);
  Skeleton& skeleton = edit_skeleton(scene, 1);
  for (std::size_t j = 1; j < skeleton.joints.size(); ++j) skeleton.joints[j].parent = int(j) - 1;
  skeleton.joints[2].name = "shoulder.L";
  skeleton.joints[2].user_local = glm::scale(glm::mat4(1.0f), {1.0f, 0.0f, 1.0f});
  skeleton.joints[5].name = "elbow.L";
  const glm::mat4 shift = glm::translate(glm::mat4(1.0f), {1.0f, 0.0f, 0.0f});
  const Id elbow = skeleton.joints[5].id, shoulder = skeleton.joints[2].id;
  const std::string reason = refusal(scene, op::ApplyIncrement{{elbow}, shift, "Move"});
  CHECK(contains(reason, "elbow.L cannot move"));
  CHECK(contains(reason, "shoulder.L above it has a zero scale"));
  check_refused(scene, op::MoveBase{elbow, shift}, "shoulder.L");
  check_refused(scene, op::AddJoint{scene.nodes[1].id, elbow, {}, {0, 1, 0}, 0.1f, "new"},
                "shoulder.L");
  CHECK_FALSE(refusal(scene, op::MoveTip{elbow, shift, true}).empty());

  // The flat joint itself can be turned, as the joints above it are invertible. A reset heals it.
  check_increment(scene, {shoulder}, shift);
  const Scene healed = applied_to(scene, op::ResetPose{scene.nodes[1].id, {shoulder}});
  check_increment(healed, {elbow}, shift);
}

TEST_CASE("what cannot be moved together, or by nothing, or to infinity, is refused") {
  const Scene scene = full_scene(10);
  const Id node = scene.nodes[0].id, joint = scene.nodes[1].skeleton->joints[0].id;
  const glm::mat4 shift = glm::translate(glm::mat4(1.0f), {1.0f, 0.0f, 0.0f});
  check_refused(scene, op::ApplyIncrement{{node, joint}, shift, "Move"}, "only");
  check_refused(scene, op::ApplyIncrement{{joint, node}, shift, "Move"}, "only");
  check_refused(scene, op::ApplyIncrement{{}, shift, "Move"}, "selected");
  check_refused(scene, op::ApplyIncrement{{joint, 9999}, shift, "Move"}, "9999");
  check_refused(scene, op::ApplyIncrement{{node, 9999}, shift, "Move"}, "9999");
  glm::mat4 projective(1.0f);
  projective[0].w = 0.5f;
  refusal(scene, op::ApplyIncrement{{node}, projective, "Move"});
  refusal(scene, op::ApplyIncrement{{joint}, projective, "Move"});
  check_refused(scene, op::ApplyIncrement{{node}, glm::scale(glm::mat4(1.0f), {1, 0, 1}), "Scale"},
                "nothing");
  const glm::mat4 immense = glm::scale(glm::mat4(1.0f), glm::vec3(3e38f));
  refusal(scene, op::ApplyIncrement{{node}, immense, "Scale"});
  if (lacks_implementation("immense increments of joints")) return;
  refusal(scene, op::ApplyIncrement{{joint}, immense, "Scale"});
}

SOLVED_CASE("a joint may be scaled to nothing, and moved on from there") {
  const Scene scene = full_scene(11);
  const Id joint = scene.nodes[1].skeleton->joints[0].id;
  check_increment(scene, {joint}, glm::scale(glm::mat4(1.0f), {1, 0, 1}));
}
