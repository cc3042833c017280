// Edits that go to both sides of the body at once.

#include "edit/gesture.h"
#include "edit/mirror.h"
#include "edit/support.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A symmetric rig with a turned, moved, unevenly scaled node; symmetrically posed if asked for.
Scene symmetric_scene(Random& random, int axis, bool posed) {
  Skeleton skeleton = sided_skeleton(random, {.axis = axis, .offset = random.uniform(-1.0f, 1.0f)});
  if (posed) {
    std::vector<Pose::Entry> pose;
    for (Joint& joint : skeleton.joints)
      if (!joint.name.ends_with(".R")) {
        const bool in_middle = !joint.name.ends_with(".L");
        joint.user_local = in_middle ? glm::mat4(1.0f) : random.rigid(0.2f);
        pose.push_back({joint.id, joint.user_local});
      }
    for (const Pose::Entry& entry : mirrored_entries(skeleton, pose, implementation()))
      skeleton.joints[std::size_t(joint_index(skeleton, entry.joint))].user_local =
          entry.user_local;
  }
  Scene scene = scene_of(std::move(skeleton));
  scene.nodes[0].local = random.affine();
  return scene;
}

Id id_of(const Scene& scene, const std::string& name) { return joint_named(scene, name).id; }

Scene edited_on_both_sides(const Scene& scene, const Operation& operation) {
  return applied_to(scene, with_symmetry(scene, operation, implementation()));
}

/// The scene's difference from its mirror image: bind places, tips, radii and skinning matrices of
/// pairs.
float unevenness(const Scene& scene) {
  const Skeleton& skeleton = *scene.nodes[0].skeleton;
  const std::vector<glm::mat4> bind = implementation().bind_matrices(skeleton),
                               posed = implementation().posed_matrices(skeleton);
  const std::vector<glm::mat4> skinning = implementation().skinning_matrices(posed, bind);
  const MirrorPairs pairs = mirror_pairs(skeleton, bind);
  const glm::mat4 mirror(reflection(pairs));
  float worst = 0.0f;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    if (pairs.other[j] < 0) return 1e9f;
    const auto k = std::size_t(pairs.other[j]);
    if (j == k) continue;  // the middle bends as it is asked to
    const auto tip = [&](std::size_t joint) {
      return bind[joint] * glm::vec4(skeleton.joints[joint].extent, 1.0f);
    };
    const int one = skeleton.joints[j].parent, other = skeleton.joints[k].parent;
    if (one >= 0 && pairs.other[std::size_t(one)] != other) return 1e9f;
    worst = std::max({worst, glm::distance(bind[k][3], mirror * bind[j][3]),
                      glm::distance(tip(k), mirror * tip(j)),
                      std::abs(skeleton.joints[j].radius - skeleton.joints[k].radius),
                      difference(skinning[k], mirror * skinning[j] * mirror)});
  }
  return worst;
}

/// A joint with a side that is neither below the given one, nor its partner, nor below that; hips
/// if there is none.
Id beside(const Scene& scene, Id joint) {
  const Skeleton& skeleton = *scene.nodes[0].skeleton;
  const int index = joint_index(skeleton, joint);
  const int partner =
      joint_index(skeleton, *mirrored_name(skeleton.joints[std::size_t(index)].name));
  for (int j = 2; j < int(skeleton.joints.size()); ++j)
    if (!is_in_subtree(skeleton, index, j) && !is_in_subtree(skeleton, partner, j))
      return skeleton.joints[std::size_t(j)].id;
  return skeleton.joints[0].id;
}

/// Edits of one side, some with several joints.
std::vector<Operation> edits_of_one_side(const Scene& scene, Random& random) {
  const std::string name = std::string("j").append(std::to_string(random.below(5))) +
                           (random.chance(0.5f) ? ".L" : ".R");
  const Id joint = id_of(scene, name);
  const glm::vec3 at = random.vec3(2.0f);
  return {
      op::ApplyIncrement{{joint}, random_increment(random), "Rotate"},
      op::SetUserLocal{{{joint, random.rigid(0.3f)}}},
      op::ResetPose{1, {joint}},
      op::SetRadius{{joint}, {random.uniform(0.1f, 2.0f)}},
      op::SetExtent{joint, random.vec3()},
      op::SetExtent{joint, random.vec3(), random.uniform(-3.0f, 3.0f)},
      op::MoveTip{joint, random_increment(random), true},
      op::MoveTip{joint, random_increment(random), false},
      op::MoveBase{joint, random_increment(random)},
      op::AddJoint{1, joint, at, at + random.vec3(), 0.2f, {}},
      op::AddJoint{1, joint, at, at + random.vec3(), 0.2f, "finger"},
      op::AddJoint{1, id_of(scene, "chest"), at, at + random.vec3(), 0.2f, "wing.L"},
      op::AddJoint{1, kNoId, at, at + random.vec3(), 0.2f, "LeftWing"},
      op::DeleteJoint{joint, false},
      op::DeleteJoint{joint, true},
      op::ReparentJoint{joint, id_of(scene, "hips")},
      op::ReparentJoint{joint, kNoId},
      op::ReparentJoint{joint, beside(scene, joint)},
      op::SplitJoint{joint, 2 + random.below(4)},
      op::Rename{joint, random.chance(0.5f) ? "paw.L" : "paw.R"},
      op::RenameJoints{{joint}, {"RightPaw"}},
      op::Sequence{
          {op::SetRadius{{joint}, {0.3f}}, op::SplitJoint{joint, 3}, op::Rename{joint, "x_l"}}},
      op::Sequence{{op::AddJoint{1, joint, at, at, 0.1f, "claw"}, op::SetRadius{{joint}, {0.9f}}}},
  };
}

bool is_same_for(const glm::mat4& a, const glm::mat4& b) { return difference(a, b) < 1e-3f; }

void check_same(const Scene& a, const Scene& b) {
  const std::map<Id, glm::mat4> posed = world_from_joints(a), other_posed = world_from_joints(b);
  const std::map<Id, glm::mat4> bind = world_from_bind(a), other_bind = world_from_bind(b);
  REQUIRE(posed.size() == other_posed.size());
  for (const auto& [id, world] : posed) {
    REQUIRE(other_posed.count(id) == 1);
    CHECK(is_same_for(world, other_posed.at(id)));
    CHECK(is_same_for(bind.at(id), other_bind.at(id)));
  }
  for (std::size_t j = 0; j < a.nodes[0].skeleton->joints.size(); ++j)
    CHECK(a.nodes[0].skeleton->joints[j].name == b.nodes[0].skeleton->joints[j].name);
}

}  // namespace

SOLVED_CASE("a rig whose sides are mirror images keeps them so through every edit of one side") {
  for (auto& random : seeds<Random>(60)) {
    const Scene scene = symmetric_scene(random, random.seed % 3, random.seed % 2 == 1);
    REQUIRE(unevenness(scene) < 1e-3f);
    const std::vector<Operation> edits = edits_of_one_side(scene, random);
    for (std::size_t edit = 0; edit < edits.size(); ++edit) {
      CAPTURE(edit);
      CHECK(unevenness(edited_on_both_sides(scene, edits[edit])) < 5e-3f);
    }
  }
}

SOLVED_CASE("the side that was edited comes out as if it had been edited alone") {
  for (auto& random : seeds<Random>(30)) {
    const Scene scene = symmetric_scene(random, random.seed % 3, true);
    const Id joint = id_of(scene, "j2.L");
    const glm::mat4 increment = random_increment(random);
    for (const Operation& edit : std::vector<Operation>{
             op::ApplyIncrement{{joint}, increment}, op::MoveTip{joint, increment, true},
             op::MoveBase{joint, increment}, op::SetExtent{joint, random.vec3()}}) {
      const Scene alone = applied_to(scene, edit), both = edited_on_both_sides(scene, edit);
      const auto at = std::size_t(joint_index(*scene.nodes[0].skeleton, joint));
      CHECK(both.nodes[0].skeleton->joints[at] == alone.nodes[0].skeleton->joints[at]);
    }
  }
}

SOLVED_CASE("the roll of the other side is the opposite, so that its bone's axes are the image") {
  glm::dmat3 image(1.0);
  image[0][0] = -1.0;
  for (auto& random : seeds<Random>(30)) {
    const Scene scene = symmetric_scene(random, 0, true);
    const glm::vec3 extent = random.vec3();
    const float roll = random.uniform(-3.0f, 3.0f);
    const Scene both =
        edited_on_both_sides(scene, op::SetExtent{id_of(scene, "j2.L"), extent, roll});
    const Skeleton& skeleton = *both.nodes[0].skeleton;
    const Joint &left = skeleton.joints[std::size_t(joint_index(skeleton, "j2.L"))],
                &right = skeleton.joints[std::size_t(joint_index(skeleton, "j2.R"))];
    CHECK(left.roll == roll);
    CHECK(right.roll == -roll);
    const glm::dmat3 axes = bone_axes(extent, roll),
                     others = bone_axes(glm::vec3(-extent.x, extent.y, extent.z), -roll);
    CHECK(glm::length(image * axes[1] - others[1]) < 1e-6);
    CHECK(std::abs(std::abs(glm::dot(image * axes[0], others[0])) - 1.0) < 1e-6);
  }
}

SOLVED_CASE("what is symmetric already is not made so again") {
  for (auto& random : seeds<Random>(30)) {
    const Scene scene = symmetric_scene(random, random.seed % 3, true);
    const std::vector<Operation> edits = edits_of_one_side(scene, random);
    for (std::size_t edit = 0; edit < edits.size(); ++edit) {
      CAPTURE(edit);
      const Operation once = with_symmetry(scene, edits[edit], implementation());
      check_same(applied_to(scene, with_symmetry(scene, once, implementation())),
                 applied_to(scene, once));
    }
  }
}

SOLVED_CASE(
    "joints in the middle, without a partner, or with a locked one are edited as asked, and so are "
    "both sides when both are named") {
  for (auto& random : seeds<Random>(20)) {
    Scene scene = symmetric_scene(random, 0, true);
    const Id left = id_of(scene, "j1.L"), right = id_of(scene, "j1.R"),
             lonely = id_of(scene, "j2.L");
    scene = applied_to(scene, op::SetLocked{{right}, true});
    scene = applied_to(scene, op::Rename{id_of(scene, "j2.R"), "odd"});
    const glm::mat4 increment = random_increment(random);
    for (const Id joint : {id_of(scene, "chest"), left, lonely}) {
      for (const Operation& edit : std::vector<Operation>{
               op::ApplyIncrement{{joint}, increment}, op::SetRadius{{joint}, {0.4f}},
               op::MoveTip{joint, increment}, op::MoveBase{joint, increment},
               op::SplitJoint{joint, 2}, op::DeleteJoint{joint}}) {
        const Scene alone = applied_to(scene, edit), both = edited_on_both_sides(scene, edit);
        CHECK(*both.nodes[0].skeleton == *alone.nodes[0].skeleton);
      }
    }
    const op::ApplyIncrement pair{{id_of(scene, "j3.L"), id_of(scene, "j3.R")}, increment};
    CHECK(*edited_on_both_sides(scene, pair).nodes[0].skeleton ==
          *applied_to(scene, pair).nodes[0].skeleton);
  }
}

SOLVED_CASE(
    "a new joint below a left one is called so, has the id that was promised, and its partner "
    "hangs on the right one") {
  Random random(5);
  const Scene scene = symmetric_scene(random, 0, false);
  const Id left = id_of(scene, "j1.L"), right = id_of(scene, "j1.R");
  const op::AddJoint edit{1, left, random.vec3(), random.vec3(), 0.2f, {}};
  Scene after = edited_on_both_sides(scene, edit);
  const auto parent_of = [&](const char* name) {
    return after.nodes[0].skeleton->joints[std::size_t(joint_named(after, name).parent)].id;
  };
  CHECK(joint_named(after, "joint.L").id == scene.next_id);
  CHECK(parent_of("joint.L") == left);
  CHECK(parent_of("joint.R") == right);
  after = edited_on_both_sides(after, edit);
  CHECK(parent_of("joint.L.001") == left);
  CHECK(parent_of("joint.R.001") == right);
  // The partner may be there already: then only the missing one is made.
  const Scene half =
      applied_to(scene, op::AddJoint{1, right, random.vec3(), random.vec3(), 0.2f, "claw.R"});
  const Scene whole = edited_on_both_sides(
      half, op::AddJoint{1, left, random.vec3(), random.vec3(), 0.2f, "claw.L"});
  CHECK(whole.nodes[0].skeleton->joints.size() == half.nodes[0].skeleton->joints.size() + 1);
  // In the middle a joint has no partner unless its name has a side.
  const Scene spine = edited_on_both_sides(
      scene, op::AddJoint{1, id_of(scene, "chest"), random.vec3(), random.vec3(), 0.2f, "neck"});
  CHECK(spine.nodes[0].skeleton->joints.size() == scene.nodes[0].skeleton->joints.size() + 1);
}

SOLVED_CASE(
    "a bone that leads out of the middle is made on both sides, named after the side where it "
    "ends; one along it stays alone") {
  Skeleton skeleton;
  skeleton.joints = {Joint{.id = 2, .name = "chest", .parent = -1, .extent = {0.0f, 0.3f, 0.0f}}};
  Scene scene;
  scene.nodes = {
      Node{.id = 1, .name = "Skeleton", .skeleton = std::make_shared<const Skeleton>(skeleton)}};
  scene.next_id = 3;
  const auto names_with = [&](const glm::vec3& tip) {
    std::vector<std::string> names;
    const Scene after =
        edited_on_both_sides(scene, op::AddJoint{1, 2, {0.0f, 0.3f, 0.0f}, tip, 0.1f, {}});
    for (const Joint& joint : after.nodes[0].skeleton->joints) names.push_back(joint.name);
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(names_with({0.2f, 0.32f, 0.0f}) == Names{"chest", "joint.L", "joint.R"});
  CHECK(names_with({-0.2f, 0.32f, 0.0f}) == Names{"chest", "joint.R", "joint.L"});
  CHECK(names_with({0.01f, 0.5f, 0.05f}) == Names{"chest", "joint"});
  const Scene both = edited_on_both_sides(
      scene, op::AddJoint{1, 2, {0.0f, 0.3f, 0.0f}, {0.2f, 0.32f, 0.1f}, 0.1f, {}});
  const Joint &left = joint_named(both, "joint.L"), &right = joint_named(both, "joint.R");
  CHECK(left.extent == glm::vec3(-right.extent.x, right.extent.y, right.extent.z));
}

TEST_CASE(
    "renaming one of a pair renames the other, locked or not; a name without a side does not") {
  Random random(6);
  Scene scene = symmetric_scene(random, 0, false);
  const Id left = id_of(scene, "j1.L"), right = id_of(scene, "j1.R");
  scene = applied_to(scene, op::SetLocked{{right}, true});
  const auto name_of = [&](const Scene& of, Id id) {
    const JointRef ref = find_joint(of, id);
    return of.nodes[0].skeleton->joints[std::size_t(ref.joint)].name;
  };
  CHECK(name_of(edited_on_both_sides(scene, op::Rename{left, "paw.L"}), right) == "paw.R");
  CHECK(name_of(edited_on_both_sides(scene, op::Rename{left, "paw.R"}), right) == "paw.L");
  CHECK(name_of(edited_on_both_sides(scene, op::Rename{left, "j1.R"}), right) == "j1.L");
  CHECK(name_of(edited_on_both_sides(scene, op::Rename{left, "tail"}), right) == "j1.R");
}

SOLVED_CASE("an edit on both sides is one step, says so, and is undone bit for bit") {
  Random random(7);
  const Scene scene = symmetric_scene(random, 1, true);
  for (const Operation& edit : edits_of_one_side(scene, random)) {
    Document document(implementation(), scene);
    const Operation both = with_symmetry(scene, edit, implementation());
    if (applied_to(scene, both) == scene) continue;  // hung below hips where it hangs already
    REQUIRE(document.perform(both));
    CHECK(document.history().steps().size() == 2);
    CHECK_FALSE(document.history().steps().back().label.empty());
    REQUIRE(document.undo());
    CHECK(document.scene() == scene);
  }
  const op::ApplyIncrement turn{{id_of(scene, "j1.L")}, random_increment(random), "Rotate"};
  CHECK(label(scene, with_symmetry(scene, turn, implementation())) == "Rotate j1.L, both sides");
}

TEST_CASE("what would be refused is given back as it was asked") {
  Random random(8);
  const Scene scene = symmetric_scene(random, 0, false);
  const Id left = id_of(scene, "j1.L");
  glm::mat4 nonsense(1.0f);
  nonsense[0][0] = std::numeric_limits<float>::quiet_NaN();
  for (const Operation& edit : std::vector<Operation>{
           op::ApplyIncrement{{left}, nonsense}, op::MoveTip{left, nonsense},
           op::MoveBase{left, nonsense}, op::ApplyIncrement{{}, glm::mat4(1.0f)},
           op::DeleteJoint{99999}, op::AddJoint{99999, kNoId, {}, {}, 0.1f, ""}}) {
    const Operation both = with_symmetry(scene, edit, implementation());
    CHECK(both.index() == edit.index());
    CHECK(refusal(scene, both) == refusal(scene, edit));
  }
}
