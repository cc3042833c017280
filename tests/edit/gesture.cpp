// The meaning of gestures: symmetry, pins, several joints at once.
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
