// Inverse kinematics as an edit: pins, limits, refusals, undo.
// Elbows and knees: the side to which they bend is set, mirrored, kept and used.
#include <glm/gtc/matrix_transform.hpp>

#include "edit/derived.h"
#include "edit/gesture.h"
#include "edit/mirror.h"
#include "edit/pose_edit.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/ik/elbows.h"
#include "rig/joint_pose.h"
#include "support/random_rig.h"

namespace marrow::test {
namespace {

constexpr float kHeld = 1e-4f;  // meters; the body is about two tall

glm::mat4 moved(const glm::vec3& by) { return glm::translate(glm::mat4(1.0f), by); }

/// A scene with a skeleton alone.
struct Body {
  Scene scene;
  Id node = take_id(scene);
  Skeleton skeleton{};  ///< until stand()

  int add(const std::string& name, int parent, const glm::vec3& offset, const glm::vec3& extent) {
    skeleton.joints.push_back({.id = take_id(scene),
                               .name = name,
                               .parent = parent,
                               .bind_local = moved(offset),
                               .extent = extent});
    return int(skeleton.joints.size()) - 1;
  }
  void stand() {
    scene.nodes = {
        {.id = node, .name = "rig", .skeleton = std::make_shared<const Skeleton>(skeleton)}};
  }
  Id id(const std::string& name) const { return joint_named(scene, name).id; }
  glm::dvec3 tip(const std::string& name) const { return *world_tip(scene, id(name)); }
  Joint& edit(const std::string& name) { return edit_joint(scene, name); }
  Elbow elbow(const std::string& name) const {
    const std::optional<Elbow> found = elbow_of(scene, id(name));
    REQUIRE(found.has_value());
    return *found;
  }
};

/// It faces +z: hips, spine, arms and legs of three bones each, slightly bent.
Body made_body() {
  Body body;
  const int hips = body.add("hips", -1, {0.0f, 1.0f, 0.0f}, {0.0f, 0.1f, 0.0f});
  const int spine = body.add("spine", hips, {0.0f, 0.1f, 0.0f}, {0.0f, 0.4f, 0.0f});
  for (const float side : {1.0f, -1.0f}) {
    const std::string suffix = side > 0.0f ? ".L" : ".R";
    const int arm =
        body.add("upper_arm" + suffix, spine, {0.2f * side, 0.4f, 0.0f}, {0.3f * side, 0.0f, 0.0f});
    const int fore =
        body.add("forearm" + suffix, arm, {0.3f * side, 0.0f, 0.0f}, {0.25f * side, 0.0f, 0.02f});
    body.add("hand" + suffix, fore, {0.25f * side, 0.0f, 0.02f}, {0.1f * side, 0.0f, 0.0f});
    const int thigh =
        body.add("thigh" + suffix, hips, {0.1f * side, 0.0f, 0.0f}, {0.0f, -0.45f, 0.02f});
    const int shin =
        body.add("shin" + suffix, thigh, {0.0f, -0.45f, 0.02f}, {0.0f, -0.45f, -0.02f});
    body.add("foot" + suffix, shin, {0.0f, -0.45f, -0.02f}, {0.0f, -0.05f, 0.15f});
  }
  body.stand();
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
  check_refused(body.scene, ik_to(body, "hand.L", target), "hand.L is locked");
  CHECK(contains(why_no_ik(body.scene, body.id("hand.L"), false), "hand.L is locked"));
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
  check_refused(body.scene, op::SolveIk{99999, {{body.id("hand.L"), target, {}}}, false, {}},
                "99999");
  check_refused(body.scene, op::SolveIk{body.node, {{99999, target, {}}}, false, {}}, "99999");
  check_refused(body.scene, ik_to(body, "hand.L", {std::nanf(""), 0.0f, 0.0f}),
                "not a finite number");
  const op::SolveIk twice{
      body.node, {{body.id("hand.L"), target, {}}, {body.id("hand.L"), -target, {}}}, false, {}};
  check_refused(body.scene, twice, "two targets");
  const op::SolveIk held{body.node, {{body.id("hand.L"), target, {}}}, false, {body.id("hand.L")}};
  check_refused(body.scene, held, "free to turn");
  body.edit("forearm.L").user_local = glm::scale(glm::mat4(1.0f), glm::vec3(1.0f, 0.0f, 1.0f));
  const std::string flat = refusal(body.scene, ik_to(body, "hand.L", target));
  CHECK(contains(flat, "forearm.L above it has a zero scale"));
  CHECK(why_no_ik(body.scene, body.id("hand.L"), false) == flat);
  CHECK(why_no_ik(body.scene, body.id("hand.R"), false) == "");
  CHECK(contains(why_no_ik(body.scene, 99999, false), "99999"));
}

TEST_CASE(
    "random reaches on sheared rigs below turned nodes end finite, and pins stay while the whole "
    "body moves") {
  for (auto& random : rounds<Random>(71, 60)) {
    Scene scene = full_scene(
        random, {.joints = 10, .roots = 1, .posed = true, .scaled = random.round % 2 == 0});
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

namespace {

/// Thigh, shin and foot below hips, straight down, toes along +x; left and right.
Body straight_legs() {
  Body legs;
  const int hips = legs.add("hips", -1, {0.0f, 1.0f, 0.0f}, {0.0f, 0.1f, 0.0f});
  for (const float side : {-1.0f, 1.0f}) {
    const std::string mark = side < 0.0f ? ".L" : ".R";
    const int thigh =
        legs.add("thigh" + mark, hips, {0.0f, 0.0f, 0.1f * side}, {0.0f, -0.45f, 0.0f});
    const int shin = legs.add("shin" + mark, thigh, {0.0f, -0.45f, 0.0f}, {0.0f, -0.45f, 0.0f});
    legs.add("foot" + mark, shin, {0.0f, -0.45f, 0.0f}, {0.15f, -0.05f, 0.0f});
  }
  legs.stand();
  return legs;
}

void add_motion(Body& legs, const std::string& name, const glm::vec3& axis, float most) {
  const Joint& joint = joint_named(legs.scene, name);
  MotionTrack track{.target = joint.id, .translation = glm::vec3(joint.bind_local[3])};
  MotionChannel channel{MotionProperty::rotation, Interpolation::linear, {}, {}};
  for (int key = 0; key <= 8; ++key) {
    const glm::quat turn = glm::angleAxis(most * float(key) / 8.0f, glm::normalize(axis));
    channel.times.push_back(float(key));
    for (const float number : {turn.x, turn.y, turn.z, turn.w}) channel.values.push_back(number);
  }
  track.channels.push_back(channel);
  legs.scene.motions.push_back(std::make_shared<const Motion>(Motion{"walk", {track}}));
}

/// The knee's world position when its pinned foot holds while the hips sink.
glm::dvec3 knee_after_sinking(const Body& legs, const std::string& side) {
  const Scene pinned = applied_to(legs.scene, op::SetPinned{{legs.id("foot" + side)}, true});
  const op::ApplyIncrement sink{{legs.id("hips")}, moved({0.0f, -0.2f, 0.0f}), "Move"};
  const Scene after = applied_to(pinned, holding_pins(pinned, sink, false));
  return *world_tip(after, legs.id("thigh" + side)) -
         *world_tip(legs.scene, legs.id("thigh" + side));
}

constexpr double kSame = 1e-5;

}  // namespace

SOLVED_CASE("a straight knee points to where the toes do, by its name") {
  const Body legs = straight_legs();
  CHECK(legs.elbow("shin.L").source == ElbowSource::name);
  CHECK(glm::distance(legs.elbow("shin.L").pole, glm::dvec3(1.0, 0.0, 0.0)) < kSame);
  CHECK(knee_after_sinking(legs, ".L").x > 0.2);
  for (const char* other : {"hips", "thigh.L", "foot.L"})
    CHECK_FALSE(elbow_of(legs.scene, legs.id(other)).has_value());
}

SOLVED_CASE(
    "a rest pose that bends counts before the name, a motion before it, then limits, then the "
    "pole") {
  Body legs = straight_legs();
  // Bent at rest, to the back.
  legs.edit("foot.L").bind_local = moved({0.1f, -0.45f, 0.0f});
  CHECK(legs.elbow("shin.L").source == ElbowSource::rest);
  CHECK(glm::distance(legs.elbow("shin.L").pole, glm::dvec3(-1.0, 0.0, 0.0)) < kSame);
  CHECK(knee_after_sinking(legs, ".L").x < -0.1);
  add_motion(legs, "shin.L", {1.0f, 0.0f, 0.0f}, 1.2f);
  CHECK(legs.elbow("shin.L").source == ElbowSource::motion);
  CHECK(glm::dot(legs.elbow("shin.L").pole, glm::dvec3(0.0, 0.0, 1.0)) > 0.9);
  legs.scene = applied_to(
      legs.scene, op::SetLimits{legs.id("shin.L"),
                                RotationLimits{glm::vec3(-2.5f, 0.0f, 0.0f), glm::vec3(0.0f)}});
  CHECK(legs.elbow("shin.L").source == ElbowSource::limits);
  CHECK(glm::distance(legs.elbow("shin.L").pole, glm::dvec3(0.0, 0.0, -1.0)) < kSame);
  legs.scene = applied_to(legs.scene, op::SetPole{legs.id("shin.L"), glm::vec3(3.0f, 0.0f, 3.0f)});
  CHECK(legs.elbow("shin.L").source == ElbowSource::pole);
  CHECK(glm::distance(legs.elbow("shin.L").pole, glm::normalize(glm::dvec3(1.0, 0.0, 1.0))) <
        kSame);
}

TEST_CASE("motions make an elbow of a joint without a name for it, but not of an ankle") {
  Body legs = straight_legs();
  for (const char* name : {"hips", "thigh.L", "shin.L", "foot.L"})
    legs.edit(name).name = std::string("bone ") + name[0];
  CHECK_FALSE(elbow_of(legs.scene, legs.id("bone s")).has_value());
  add_motion(legs, "bone s", {0.0f, 0.0f, 1.0f}, -1.2f);
  CHECK(legs.elbow("bone s").source == ElbowSource::motion);
  CHECK(glm::distance(legs.elbow("bone s").pole, glm::dvec3(1.0, 0.0, 0.0)) < kSame);
  add_motion(legs, "bone f", {0.0f, 0.0f, 1.0f}, 0.8f);
  CHECK_FALSE(elbow_of(legs.scene, legs.id("bone f")).has_value());
}

SOLVED_CASE(
    "a knee goes to where its pole points; a pole of zero lets it turn freely; none is found") {
  Body legs = straight_legs();
  const Id shin = legs.id("shin.L");
  for (const glm::vec3 pole :
       {glm::vec3(-1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, -2.0f), glm::vec3(0.5f, 0.3f, 0.5f)}) {
    legs.scene = applied_to(legs.scene, op::SetPole{shin, pole});
    const glm::dvec3 wanted = glm::normalize(glm::dvec3(pole.x, 0.0, pole.z)),
                     knee = knee_after_sinking(legs, ".L");
    CHECK(glm::dot(knee, wanted) > 0.2);
    CHECK(glm::length(glm::dvec3(knee.x, 0.0, knee.z) - glm::dot(knee, wanted) * wanted) < 1e-3);
  }
  legs.scene = applied_to(legs.scene, op::SetPole{shin, glm::vec3(0.0f)});
  CHECK_FALSE(elbow_of(legs.scene, shin).has_value());
  legs.scene = applied_to(legs.scene, op::SetPole{shin, std::nullopt});
  CHECK(legs.elbow("shin.L").source == ElbowSource::name);
}

TEST_CASE("poles that make no sense are refused with a reason") {
  const Body legs = straight_legs();
  check_refused(legs.scene, op::SetPole{legs.id("shin.L"), glm::vec3(0.0f, 2.0f, 0.0f)},
                "along the bone");
  check_refused(legs.scene, op::SetPole{legs.id("hips"), glm::vec3(1.0f, 0.0f, 0.0f)},
                "no bone above");
  check_refused(legs.scene, op::SetPole{legs.id("shin.L"), glm::vec3(NAN)}, "finite");
  check_refused(legs.scene, op::SetPole{99999, glm::vec3(1.0f)}, "99999");
}

TEST_CASE("a pole is one step, undone to the bit, and is in the file") {
  Body legs = straight_legs();
  Document document(implementation(), legs.scene);
  const glm::vec3 pole(0.3f, 0.1f, -0.7f);
  REQUIRE(document.perform(op::SetPole{legs.id("shin.R"), pole}));
  REQUIRE(document.perform(op::SetPole{legs.id("shin.L"), glm::vec3(0.0f)}));
  CHECK(document.history().steps().size() == 3);
  const std::filesystem::path folder = scratch("pole");
  Deformer deformer(implementation());
  deformer.update(document.scene());
  io::save(folder / "legs.glb", document.scene(), derived_from(deformer, document.scene()));
  const Scene back = io::load(folder / "legs.glb").scene;
  CHECK(same_content(back, document.scene()));
  CHECK(joint_named(back, "shin.R").pole == pole);
  std::filesystem::remove_all(folder);
  REQUIRE(document.undo());
  REQUIRE(document.undo());
  CHECK(document.scene() == legs.scene);
}

SOLVED_CASE(
    "while editing is symmetric the partner bends to the mirror image; so does a mirrored side") {
  const Body legs = straight_legs();
  const glm::vec3 pole(0.6f, 0.0f, 0.8f);
  const op::SetPole edit{legs.id("shin.L"), pole};
  const Scene both =
      applied_to(legs.scene, gesture(legs.scene, edit, {.is_symmetric = true}, implementation()));
  CHECK(joint_named(both, "shin.L").pole == pole);
  REQUIRE(joint_named(both, "shin.R").pole.has_value());
  CHECK(glm::distance(*joint_named(both, "shin.R").pole, glm::vec3(0.6f, 0.0f, -0.8f)) < 1e-5f);

  const Scene one = applied_to(legs.scene, edit);
  const Scene copied = applied_to(one, op::MirrorSide{legs.node, {}, true});
  REQUIRE(joint_named(copied, "shin.R").pole.has_value());
  const auto in_world = [](const Scene& scene, const std::string& name) {
    return glm::dmat3(world_from_bind(scene).at(joint_named(scene, name).id)) *
           glm::dvec3(*joint_named(scene, name).pole);
  };
  CHECK(glm::distance(in_world(copied, "shin.R"), glm::dvec3(0.6, 0.0, -0.8)) < 1e-5);
}

SOLVED_CASE("a pinned foot does not roll where its leg leans") {
  const Body legs = straight_legs();
  const Scene pinned =
      applied_to(legs.scene, op::SetPinned{{legs.id("foot.L"), legs.id("foot.R")}, true});
  const op::ApplyIncrement aside{{legs.id("hips")}, moved({0.05f, -0.15f, 0.2f}), "Move"};
  const Scene after = applied_to(pinned, holding_pins(pinned, aside, false));
  for (const char* foot : {"foot.L", "foot.R"})
    CHECK(difference(world_from_joints(pinned).at(legs.id(foot)),
                     world_from_joints(after).at(legs.id(foot))) < 1e-5f);
}

}  // namespace marrow::test
