// Inverse kinematics as an edit: pins, limits, refusals, undo.
#include <glm/gtc/matrix_transform.hpp>

#include "edit/pose_edit.h"
#include "edit/support.h"
#include "rig/joint_pose.h"

namespace marrow::test {
namespace {

constexpr float kHeld = 1e-4f;  // meters; the body is about two tall

glm::mat4 moved(const glm::vec3& by) { return glm::translate(glm::mat4(1.0f), by); }

/// A body that faces +z: hips, spine, arms and legs of three bones each, slightly bent.
struct Body {
  Scene scene;
  Id node = kNoId;

  Id id(const std::string& name) const { return joint_named(scene, name).id; }
  glm::dvec3 tip(const std::string& name) const { return *world_tip(scene, id(name)); }
  Joint& edit(const std::string& name) { return edit_joint(scene, name); }
};

Body made_body() {
  Body body;
  Skeleton skeleton;
  const auto add = [&](const std::string& name, int parent, const glm::vec3& offset,
                       const glm::vec3& extent) {
    skeleton.joints.push_back({.id = take_id(body.scene),
                               .name = name,
                               .parent = parent,
                               .bind_local = moved(offset),
                               .extent = extent});
    return int(skeleton.joints.size()) - 1;
  };
  Node node;
  node.id = body.node = take_id(body.scene);
  node.name = "rig";
  const int hips = add("hips", -1, {0.0f, 1.0f, 0.0f}, {0.0f, 0.1f, 0.0f});
  const int spine = add("spine", hips, {0.0f, 0.1f, 0.0f}, {0.0f, 0.4f, 0.0f});
  for (const float side : {1.0f, -1.0f}) {
    const std::string suffix = side > 0.0f ? ".L" : ".R";
    const int arm =
        add("upper_arm" + suffix, spine, {0.2f * side, 0.4f, 0.0f}, {0.3f * side, 0.0f, 0.0f});
    const int fore =
        add("forearm" + suffix, arm, {0.3f * side, 0.0f, 0.0f}, {0.25f * side, 0.0f, 0.02f});
    add("hand" + suffix, fore, {0.25f * side, 0.0f, 0.02f}, {0.1f * side, 0.0f, 0.0f});
    const int thigh = add("thigh" + suffix, hips, {0.1f * side, 0.0f, 0.0f}, {0.0f, -0.45f, 0.02f});
    const int shin = add("shin" + suffix, thigh, {0.0f, -0.45f, 0.02f}, {0.0f, -0.45f, -0.02f});
    add("foot" + suffix, shin, {0.0f, -0.45f, -0.02f}, {0.0f, -0.05f, 0.15f});
  }
  node.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  body.scene.nodes.push_back(node);
  return body;
}

op::SolveIk ik_to(const Body& body, const std::string& joint, const glm::vec3& target,
                  bool whole_body = false) {
  return {body.node, {{body.id(joint), target, {}}}, whole_body, {}};
}

op::ApplyIncrement move_of(const Body& body, const std::string& joint, const glm::vec3& by) {
  return {{body.id(joint)}, moved(by), "Move"};
}

void pin(Body& body, const std::vector<std::string>& names) {
  std::vector<Id> ids;
  for (const std::string& name : names) ids.push_back(body.id(name));
  body.scene = applied_to(body.scene, op::SetPinned{ids, true});
}

double moved_by(const Body& body, const Scene& after, const std::string& joint) {
  return glm::distance(*world_tip(after, body.id(joint)), body.tip(joint));
}

}  // namespace

SOLVED_CASE(
    "the tip of a hand comes to where it is asked, by its arm alone; whole body, by what stands "
    "above too") {
  Body body = made_body();
  const glm::vec3 near = glm::vec3(body.tip("hand.L")) + glm::vec3(-0.2f, 0.15f, 0.1f);
  const Scene after = applied_to(body.scene, ik_to(body, "hand.L", near));
  CHECK(glm::distance(*world_tip(after, body.id("hand.L")), glm::dvec3(near)) < kHeld);
  CHECK(joint_named(after, "spine").user_local == glm::mat4(1.0f));
  CHECK(joint_named(after, "upper_arm.L").user_local != glm::mat4(1.0f));
  for (const char* other : {"hand.R", "foot.L", "foot.R"})
    CHECK(moved_by(body, after, other) == 0.0);

  const glm::vec3 far = glm::vec3(body.tip("hand.L")) + glm::vec3(0.0f, -0.9f, 0.3f);
  const Scene limb = applied_to(body.scene, ik_to(body, "hand.L", far));
  const Scene whole = applied_to(body.scene, ik_to(body, "hand.L", far, true));
  CHECK(glm::distance(*world_tip(limb, body.id("hand.L")), glm::dvec3(far)) > 0.05);
  CHECK(glm::distance(*world_tip(whole, body.id("hand.L")), glm::dvec3(far)) < kHeld);
  CHECK(joint_named(whole, "spine").user_local != glm::mat4(1.0f));
}

SOLVED_CASE(
    "hips are lowered while both hands and feet stay, as one step that undo takes back to the "
    "bit") {
  Body body = made_body();
  pin(body, {"hand.L", "hand.R", "foot.L", "foot.R"});
  // The arms have a little to give only when they are bent.
  for (const char* arm : {"upper_arm.L", "upper_arm.R"})
    body.edit(arm).user_local =
        glm::rotate(glm::mat4(1.0f), arm[10] == 'L' ? -0.9f : 0.9f, glm::vec3(0.0f, 0.0f, 1.0f));
  for (const char* arm : {"forearm.L", "forearm.R"})
    body.edit(arm).user_local =
        glm::rotate(glm::mat4(1.0f), arm[8] == 'L' ? -1.2f : 1.2f, glm::vec3(0.0f, 1.0f, 0.0f));
  Document document(implementation(), body.scene);
  document.begin();
  for (int step = 1; step <= 10; ++step) {
    const Operation lower =
        move_of(body, "hips", {0.0f, -0.03f * float(step), 0.02f * float(step)});
    REQUIRE(document.update(holding_pins(document.gesture_start(), lower, false)));
    for (const char* held : {"hand.L", "hand.R", "foot.L", "foot.R"})
      CHECK(moved_by(body, document.scene(), held) < kHeld);
    CHECK(moved_by(body, document.scene(), "hips") ==
          doctest::Approx(double(step) * std::hypot(0.03, 0.02)).epsilon(1e-3));
  }
  REQUIRE(document.commit());
  CHECK(document.history().steps().back().label == "Move hips");
  // Knees go forward, not backward or to the side.
  CHECK(world_tip(document.scene(), body.id("thigh.L"))->z > body.tip("thigh.L").z + 0.05);
  CHECK(moved_by(body, document.scene(), "shin.L") < 0.01);  // the ankle: the foot stays flat
  REQUIRE(document.undo());
  CHECK(document.scene() == body.scene);
}

SOLVED_CASE(
    "a joint in hand is not turned by what holds the pins below it, even where the whole body may "
    "turn") {
  Body body = made_body();
  pin(body, {"hand.L", "foot.L"});
  const glm::mat4 turn = glm::translate(glm::mat4(1.0f), glm::vec3(0.2f, 1.5f, 0.0f)) *
                         glm::rotate(glm::mat4(1.0f), 0.4f, glm::vec3(0.0f, 0.6f, 0.8f)) *
                         glm::translate(glm::mat4(1.0f), -glm::vec3(0.2f, 1.5f, 0.0f));
  const op::ApplyIncrement edit{{body.id("upper_arm.L")}, turn, "Rotate"};
  const Scene free = applied_to(body.scene, edit);
  for (const bool whole_body : {false, true}) {
    const Scene held = applied_to(body.scene, holding_pins(body.scene, edit, whole_body));
    CHECK(joint_named(held, "upper_arm.L").user_local ==
          joint_named(free, "upper_arm.L").user_local);
    for (const char* above : {"spine", "hips"})
      CHECK(joint_named(held, above).user_local == glm::mat4(1.0f));
    CHECK(moved_by(body, held, "hand.L") < moved_by(body, free, "hand.L"));
    CHECK(moved_by(body, held, "foot.L") < kHeld);
  }
}

SOLVED_CASE("a pin holds while another tip pulls harder than the body can follow") {
  Body body = made_body();
  pin(body, {"foot.L", "foot.R", "hand.R"});
  const Scene after = applied_to(body.scene, ik_to(body, "hand.L", {5.0f, 3.0f, 1.0f}, true));
  for (const char* held : {"foot.L", "foot.R", "hand.R"}) CHECK(moved_by(body, after, held) < 2e-3);
  CHECK(moved_by(body, after, "hand.L") > 0.1);
  // Again from there: it rests.
  Body rested = body;
  rested.scene = after;
  const Scene again = applied_to(after, ik_to(rested, "hand.L", {5.0f, 3.0f, 1.0f}, true));
  CHECK(moved_by(rested, again, "hand.L") < 1e-3);
}

TEST_CASE("locked joints never turn, on either road") {
  Body body = made_body();
  pin(body, {"foot.L"});
  body.scene =
      applied_to(body.scene, op::SetLocked{{body.id("forearm.L"), body.id("shin.L")}, true});
  const glm::vec3 target = glm::vec3(body.tip("hand.L")) + glm::vec3(-0.1f, 0.1f, 0.0f);
  const Scene pulled = applied_to(body.scene, ik_to(body, "hand.L", target));
  CHECK(joint_named(pulled, "forearm.L").user_local == glm::mat4(1.0f));
  CHECK(joint_named(pulled, "upper_arm.L").user_local ==
        glm::mat4(1.0f));  // above a locked one the chain ends
  const Scene lowered = applied_to(
      body.scene, holding_pins(body.scene, move_of(body, "hips", {0.0f, -0.1f, 0.0f}), false));
  CHECK(joint_named(lowered, "shin.L").user_local == glm::mat4(1.0f));
  body.scene = applied_to(body.scene, op::SetLocked{{body.id("hand.L")}, true});
  CHECK(refusal(body.scene, ik_to(body, "hand.L", target)).find("hand.L is locked") !=
        std::string::npos);
  CHECK(why_no_ik(body.scene, body.id("hand.L"), false).find("hand.L is locked") !=
        std::string::npos);
}

SOLVED_CASE("limits are kept while pins are held") {
  Body body = made_body();
  pin(body, {"foot.L"});
  const RotationLimits knee{glm::vec3(0.0f), glm::vec3(0.5f, 0.0f, 0.0f)};
  body.scene = applied_to(body.scene, op::SetLimits{body.id("shin.L"), knee});
  for (const float lower : {0.05f, 0.2f, 0.5f}) {
    const Scene after = applied_to(
        body.scene, holding_pins(body.scene, move_of(body, "hips", {0.0f, -lower, 0.0f}), false));
    const glm::vec3 angles =
        euler_near(decompose(joint_named(after, "shin.L").user_local).rotation, glm::vec3(0.0f));
    CHECK(angles.x > -1e-5f);
    CHECK(angles.x < 0.5f + 1e-5f);
    CHECK(std::abs(angles.y) + std::abs(angles.z) < 1e-5f);
    if (lower < 0.1f) CHECK(moved_by(body, after, "foot.L") < kHeld);
  }
}

TEST_CASE(
    "what moves no pin is left as it is: nothing pinned, nothing below, other kinds of edits") {
  Body body = made_body();
  const auto is_untouched = [&](const Operation& operation) {
    return !std::holds_alternative<op::Sequence>(holding_pins(body.scene, operation, false));
  };
  CHECK(is_untouched(move_of(body, "hips", {0.0f, -0.1f, 0.0f})));
  pin(body, {"foot.L"});
  CHECK_FALSE(is_untouched(move_of(body, "hips", {0.0f, -0.1f, 0.0f})));
  CHECK(is_untouched(move_of(body, "upper_arm.L", {0.0f, -0.1f, 0.0f})));
  CHECK(is_untouched(op::ApplyIncrement{{body.node}, moved({0.0f, 1.0f, 0.0f}), "Move"}));
  CHECK(is_untouched(op::SetRadius{{body.id("hips")}, {0.2f}}));
  CHECK(is_untouched(op::MoveTip{body.id("hips"), moved({0.0f, 1.0f, 0.0f}), true}));
  CHECK(is_untouched(op::ResetPose{body.node, {}}));
  CHECK_FALSE(is_untouched(op::SetUserLocal{{{body.id("hips"), moved({0.0f, -0.1f, 0.0f})}}}));
}

TEST_CASE("a reach that cannot be says why, and changes nothing") {
  Body body = made_body();
  const glm::vec3 target(1.0f);
  CHECK(refusal(body.scene, op::SolveIk{body.node, {}, false, {}}).find("No joint was named") == 0);
  CHECK(refusal(body.scene, op::SolveIk{99999, {{body.id("hand.L"), target, {}}}, false, {}})
            .find("99999") != std::string::npos);
  CHECK(
      refusal(body.scene, op::SolveIk{body.node, {{99999, target, {}}}, false, {}}).find("99999") !=
      std::string::npos);
  CHECK(refusal(body.scene, ik_to(body, "hand.L", {std::nanf(""), 0.0f, 0.0f}))
            .find("not a finite number") != std::string::npos);
  const op::SolveIk twice{
      body.node, {{body.id("hand.L"), target, {}}, {body.id("hand.L"), -target, {}}}, false, {}};
  CHECK(refusal(body.scene, twice).find("two targets") != std::string::npos);
  const op::SolveIk held{body.node, {{body.id("hand.L"), target, {}}}, false, {body.id("hand.L")}};
  CHECK(refusal(body.scene, held).find("free to turn") != std::string::npos);
  body.edit("forearm.L").user_local = glm::scale(glm::mat4(1.0f), glm::vec3(1.0f, 0.0f, 1.0f));
  const std::string flat = refusal(body.scene, ik_to(body, "hand.L", target));
  CHECK(flat.find("forearm.L above it has a zero scale") != std::string::npos);
  CHECK(why_no_ik(body.scene, body.id("hand.L"), false) == flat);
  CHECK(why_no_ik(body.scene, body.id("hand.R"), false) == "");
  CHECK(why_no_ik(body.scene, 99999, false).find("99999") != std::string::npos);
}

TEST_CASE(
    "random reaches on sheared rigs below turned nodes end finite, and pins stay while the whole "
    "body moves") {
  Random random(71);
  for (int round = 0; round < 60; ++round) {
    Scene scene =
        full_scene(random, {.joints = 10, .roots = 1, .posed = true, .scaled = round % 2 == 0});
    const Skeleton skeleton = *scene.nodes[1].skeleton;
    std::vector<Id> leaves;
    for (const Joint& joint : skeleton.joints) {
      const int index = joint_index(skeleton, joint.id);
      const bool has_child = std::any_of(skeleton.joints.begin(), skeleton.joints.end(),
                                         [&](const Joint& other) { return other.parent == index; });
      if (!has_child && joint.parent >= 0) leaves.push_back(joint.id);
    }
    REQUIRE_FALSE(leaves.empty());
    const Id pinned = leaves[std::size_t(random.below(int(leaves.size())))];
    scene = applied_to(scene, op::SetPinned{{pinned}, true});
    const glm::dvec3 before = *world_tip(scene, pinned);
    const double size = std::max(1.0, glm::length(before));
    // A small turn of the root that its limb can almost follow: the pin never makes it worse.
    const op::ApplyIncrement edit{
        {skeleton.joints[0].id}, glm::rotate(glm::mat4(1.0f), 0.05f, random.direction()), "Rotate"};
    const Scene free = applied_to(scene, edit);
    const Scene held = applied_to(scene, holding_pins(scene, edit, false));
    const double slip = glm::distance(*world_tip(held, pinned), before),
                 unheld = glm::distance(*world_tip(free, pinned), before);
    CHECK(slip <= unheld + 1e-5 * size);
  }
}

}  // namespace marrow::test
