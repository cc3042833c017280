// Elbows and knees: the side to which they bend is set, mirrored, kept and used.
#include "rig/ik/elbows.h"

#include <glm/gtc/matrix_transform.hpp>

#include "edit/derived.h"
#include "edit/gesture.h"
#include "edit/mirror.h"
#include "edit/pose_edit.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/joint_pose.h"
#include "support/random_rig.h"

namespace marrow::test {
namespace {

glm::mat4 shifted(const glm::vec3& by) { return glm::translate(glm::mat4(1.0f), by); }

/// Thigh, shin and foot below hips, straight down, toes along +x; left and right.
struct Legs {
  Scene scene;
  Id node = kNoId;
  Id id(const std::string& name) const { return joint_named(scene, name).id; }
  Joint& edit(const std::string& name) { return edit_joint(scene, name); }
  Elbow elbow(const std::string& name) const {
    const std::optional<Elbow> found = elbow_of(scene, id(name));
    REQUIRE(found.has_value());
    return *found;
  }
};

Legs straight_legs() {
  Legs legs;
  Skeleton skeleton;
  const auto add = [&](const std::string& name, int parent, const glm::vec3& offset,
                       const glm::vec3& extent) {
    Joint joint{.id = take_id(legs.scene), .name = name, .parent = parent};
    joint.bind_local = shifted(offset);
    joint.extent = extent;
    skeleton.joints.push_back(joint);
    return int(skeleton.joints.size()) - 1;
  };
  legs.node = take_id(legs.scene);
  const int hips = add("hips", -1, {0.0f, 1.0f, 0.0f}, {0.0f, 0.1f, 0.0f});
  for (const float side : {-1.0f, 1.0f}) {
    const std::string mark = side < 0.0f ? ".L" : ".R";
    const int thigh = add("thigh" + mark, hips, {0.0f, 0.0f, 0.1f * side}, {0.0f, -0.45f, 0.0f});
    const int shin = add("shin" + mark, thigh, {0.0f, -0.45f, 0.0f}, {0.0f, -0.45f, 0.0f});
    add("foot" + mark, shin, {0.0f, -0.45f, 0.0f}, {0.15f, -0.05f, 0.0f});
  }
  Node node{.id = legs.node, .name = "rig"};
  node.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  legs.scene.nodes.push_back(node);
  return legs;
}

void add_motion(Legs& legs, const std::string& name, const glm::vec3& axis, float most) {
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
glm::dvec3 knee_after_sinking(const Legs& legs, const std::string& side) {
  const Scene pinned = applied_to(legs.scene, op::SetPinned{{legs.id("foot" + side)}, true});
  const op::ApplyIncrement sink{{legs.id("hips")}, shifted({0.0f, -0.2f, 0.0f}), "Move"};
  const Scene after = applied_to(pinned, holding_pins(pinned, sink, false));
  return *world_tip(after, legs.id("thigh" + side)) -
         *world_tip(legs.scene, legs.id("thigh" + side));
}

constexpr double kSame = 1e-5;

}  // namespace

SOLVED_CASE("a straight knee points to where the toes do, by its name") {
  const Legs legs = straight_legs();
  CHECK(legs.elbow("shin.L").source == ElbowSource::name);
  CHECK(glm::distance(legs.elbow("shin.L").pole, glm::dvec3(1.0, 0.0, 0.0)) < kSame);
  CHECK(knee_after_sinking(legs, ".L").x > 0.2);
  for (const char* other : {"hips", "thigh.L", "foot.L"})
    CHECK_FALSE(elbow_of(legs.scene, legs.id(other)).has_value());
}

SOLVED_CASE(
    "a rest pose that bends counts before the name, a motion before it, then limits, then the "
    "pole") {
  Legs legs = straight_legs();
  // Bent at rest, to the back.
  legs.edit("foot.L").bind_local = shifted({0.1f, -0.45f, 0.0f});
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
  Legs legs = straight_legs();
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
  Legs legs = straight_legs();
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
  const Legs legs = straight_legs();
  CHECK(contains(refusal(legs.scene, op::SetPole{legs.id("shin.L"), glm::vec3(0.0f, 2.0f, 0.0f)}),
                 "along the bone"));
  CHECK(contains(refusal(legs.scene, op::SetPole{legs.id("hips"), glm::vec3(1.0f, 0.0f, 0.0f)}),
                 "no bone above"));
  CHECK(contains(refusal(legs.scene, op::SetPole{legs.id("shin.L"), glm::vec3(NAN)}), "finite"));
  CHECK(contains(refusal(legs.scene, op::SetPole{99999, glm::vec3(1.0f)}), "99999"));
}

TEST_CASE("a pole is one step, undone to the bit, and is in the file") {
  Legs legs = straight_legs();
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
  const Legs legs = straight_legs();
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
  const Legs legs = straight_legs();
  const Scene pinned =
      applied_to(legs.scene, op::SetPinned{{legs.id("foot.L"), legs.id("foot.R")}, true});
  const op::ApplyIncrement aside{{legs.id("hips")}, shifted({0.05f, -0.15f, 0.2f}), "Move"};
  const Scene after = applied_to(pinned, holding_pins(pinned, aside, false));
  for (const char* foot : {"foot.L", "foot.R"})
    CHECK(difference(world_from_joints(pinned).at(legs.id(foot)),
                     world_from_joints(after).at(legs.id(foot))) < 1e-5f);
}

}  // namespace marrow::test
