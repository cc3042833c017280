// One side of the body onto the other, and the report before.
// Poses on the other side of the body.
#include "edit/mirror.h"
#include "edit/support.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

using Fate = MirrorPlan::Fate;

glm::vec3 tip_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind, std::size_t joint) {
  return glm::vec3(bind[joint] * glm::vec4(skeleton.joints[joint].extent, 1.0f));
}

/// Whether the joint is its partner's image: both ends of the bone, and the radius.
void check_image(const Skeleton& skeleton, const MirrorPairs& plane, const std::string& name) {
  CAPTURE(name);
  const std::vector<glm::mat4> bind = implementation().bind_matrices(skeleton);
  const int found = joint_index(skeleton, name),
            partner = joint_index(skeleton, *mirrored_name(name));
  REQUIRE(found >= 0);
  REQUIRE(partner >= 0);
  const auto j = std::size_t(found), k = std::size_t(partner);
  const glm::mat4 mirror(reflection(plane));
  CHECK(glm::distance(glm::vec3(bind[k][3]), glm::vec3(mirror * bind[j][3])) < 1e-4f);
  CHECK(glm::distance(tip_of(skeleton, bind, k),
                      glm::vec3(mirror * glm::vec4(tip_of(skeleton, bind, j), 1.0f))) < 1e-4f);
  CHECK(skeleton.joints[j].radius == skeleton.joints[k].radius);
  CHECK(glm::determinant(glm::mat3(bind[k])) > 0.0f);
}

void check_same_bind(const Skeleton& before, const Skeleton& after,
                     const std::vector<std::string>& names) {
  const std::vector<glm::mat4> was = implementation().bind_matrices(before),
                               is = implementation().bind_matrices(after);
  for (const std::string& name : names)
    CHECK(difference(was[std::size_t(joint_index(before, name))],
                     is[std::size_t(joint_index(after, name))]) < 1e-4f);
}

Skeleton without_right_side(const Skeleton& whole) {
  Skeleton left;
  left.poses = whole.poses;
  std::vector<int> new_index;
  for (const Joint& joint : whole.joints) {
    const bool is_right = joint.name.ends_with(".R");
    new_index.push_back(is_right ? -1 : int(left.joints.size()));
    if (is_right) continue;
    left.joints.push_back(joint);
    if (joint.parent >= 0) left.joints.back().parent = new_index[std::size_t(joint.parent)];
  }
  return left;
}

const MirrorPlan::Row* row_from(const MirrorPlan& plan, Id from) {
  const auto found = std::find_if(plan.rows.begin(), plan.rows.end(),
                                  [&](const MirrorPlan::Row& row) { return row.from == from; });
  return found == plan.rows.end() ? nullptr : &*found;
}

std::vector<Pose::Entry> pose_of(const Skeleton& skeleton) {
  std::vector<Pose::Entry> entries;
  for (const Joint& joint : skeleton.joints) entries.push_back({joint.id, joint.user_local});
  return entries;
}

Skeleton posed_by(Skeleton skeleton, const std::vector<Pose::Entry>& entries) {
  for (const Pose::Entry& entry : entries)
    skeleton.joints[std::size_t(joint_index(skeleton, entry.joint))].user_local = entry.user_local;
  return skeleton;
}

std::vector<glm::mat4> skinning_of(const Skeleton& skeleton) {
  return implementation().skinning_matrices(implementation().posed_matrices(skeleton),
                                            implementation().bind_matrices(skeleton));
}

}  // namespace

SOLVED_CASE(
    "a crooked right side becomes the image of the left one; the left and the middle do not move") {
  for (auto& random : seeds<Random>(40)) {
    Skeleton skeleton =
        sided_skeleton(random, {.axis = random.seed % 3, .offset = random.uniform(-2.0f, 2.0f)});
    Joint& crooked = skeleton.joints[std::size_t(joint_index(skeleton, "j3.R"))];
    crooked.bind_local = crooked.bind_local * random.rigid(0.05f);
    crooked.extent += random.vec3(0.05f);
    crooked.radius *= 2.0f;
    for (Joint& joint : skeleton.joints) joint.user_local = random.rigid(0.1f);
    const Scene scene = scene_of(skeleton);
    const MirrorPairs plane = mirror_pairs(skeleton, implementation().bind_matrices(skeleton));
    const auto after = applied_to(scene, op::MirrorSide{1, {}, true}).nodes[0].skeleton;
    REQUIRE(after->joints.size() == skeleton.joints.size());
    for (const char* name : {"j0.L", "j1.L", "j2.L", "j3.L", "j4.L"})
      check_image(*after, plane, name);
    check_same_bind(skeleton, *after, {"hips", "chest", "j0.L", "j1.L", "j2.L", "j3.L", "j4.L"});
    for (std::size_t j = 0; j < after->joints.size(); ++j)
      CHECK(after->joints[j].user_local == skeleton.joints[j].user_local);
  }
}

SOLVED_CASE(
    "a missing side is made: every joint gets its partner, below the partner of its parent, by the "
    "mirrored name") {
  for (auto& random : seeds<Random>(40)) {
    const Skeleton whole = sided_skeleton(random);
    const Skeleton half = without_right_side(whole);
    const Scene scene = scene_of(half);
    const MirrorPlan plan = mirror_plan(scene, {1, {}, true}, implementation());
    CHECK(plan.refusal.empty());
    CHECK(plan.rows.size() == 5);
    for (const MirrorPlan::Row& row : plan.rows) CHECK(row.fate == Fate::make);
    const Scene mirrored = applied_to(scene, op::MirrorSide{1, {}, true});
    const Skeleton& after = *mirrored.nodes[0].skeleton;
    REQUIRE(after.joints.size() == whole.joints.size());
    CHECK(mirrored.next_id == scene.next_id + 5);
    check_same_bind(half, after, {"hips", "chest", "j0.L", "j4.L"});
    const auto parent_name = [](const Skeleton& skeleton, const std::string& name) {
      const int parent = skeleton.joints[std::size_t(joint_index(skeleton, name))].parent;
      return parent < 0 ? std::string() : skeleton.joints[std::size_t(parent)].name;
    };
    for (const char* name : {"j0.R", "j1.R", "j2.R", "j3.R", "j4.R"}) {
      CHECK(parent_name(after, name) == parent_name(whole, name));
      check_image(after, {}, *mirrored_name(name));
    }
    CHECK(after.poses == half.poses);
  }
}

SOLVED_CASE("mirrored once more, and back, nothing moves any further") {
  for (auto& random : seeds<Random>(20)) {
    const Scene scene = scene_of(without_right_side(sided_skeleton(random)));
    const Scene once = applied_to(scene, op::MirrorSide{1, {}, true});
    std::vector<std::string> names;
    for (const Joint& joint : once.nodes[0].skeleton->joints) names.push_back(joint.name);
    for (const bool left_to_right : {true, false})
      check_same_bind(*once.nodes[0].skeleton,
                      *applied_to(once, op::MirrorSide{1, {}, left_to_right}).nodes[0].skeleton,
                      names);
  }
}

SOLVED_CASE(
    "of joints that are named only those are mirrored, from whichever side they are on; of a named "
    "pair the side asked for") {
  Random random(6);
  Skeleton skeleton = sided_skeleton(random);
  for (Joint& joint : skeleton.joints) joint.radius = random.uniform(0.1f, 0.5f);
  const Scene scene = scene_of(skeleton);
  const auto radius = [](const Scene& of, const char* name) {
    return joint_named(of, name).radius;
  };
  const auto id = [&](const char* name) { return joint_named(scene, name).id; };
  const Scene one = applied_to(scene, op::MirrorSide{1, {id("j2.R")}, true});
  CHECK(radius(one, "j2.L") == radius(scene, "j2.R"));
  CHECK(radius(one, "j3.R") == radius(scene, "j3.R"));
  for (const bool left_to_right : {true, false}) {
    const Scene pair =
        applied_to(scene, op::MirrorSide{1, {id("j2.R"), id("j2.L")}, left_to_right});
    CHECK(radius(pair, "j2.L") == radius(scene, left_to_right ? "j2.L" : "j2.R"));
    CHECK(radius(pair, "j2.R") == radius(pair, "j2.L"));
  }
}

SOLVED_CASE(
    "the plan says what will be made, overwritten and left alone, and the edit does just that") {
  for (auto& random : seeds<Random>(60)) {
    Skeleton skeleton = sided_skeleton(random, {.same_tree = random.seed % 2 == 0});
    for (Joint& joint : skeleton.joints) {
      joint.radius = random.uniform(0.1f, 1.0f);
      joint.locked = random.chance(0.15f);
      const bool odd = joint.name.size() > 2 && random.chance(0.2f);
      if (odd) joint.name.insert(0, "odd");
    }
    const Scene scene = scene_of(skeleton);
    const op::MirrorSide operation{1, {}, random.seed % 3 != 0};
    const MirrorPlan plan = mirror_plan(scene, operation, implementation());
    const Applied done = apply(scene, operation, implementation());
    CHECK(done.scene.has_value() == plan.refusal.empty());
    if (!done.scene) {
      CHECK(done.reason == plan.refusal);
      continue;
    }
    const Skeleton& after = *done.scene->nodes[0].skeleton;
    std::size_t made = 0;
    for (const MirrorPlan::Row& row : plan.rows) {
      CAPTURE(row.name);
      CHECK((row.fate == Fate::alone) == !row.why.empty());
      if (row.fate == Fate::alone) continue;
      made += row.fate == Fate::make ? 1 : 0;
      CHECK((joint_index(skeleton, row.name) < 0) == (row.fate == Fate::make));
      const int image = joint_index(after, row.name);
      REQUIRE(image >= 0);
      CHECK(after.joints[std::size_t(image)].radius ==
            skeleton.joints[std::size_t(joint_index(skeleton, row.from))].radius);
    }
    CHECK(after.joints.size() == skeleton.joints.size() + made);
    for (const Joint& joint : skeleton.joints) {
      const Joint& now = after.joints[std::size_t(joint_index(after, joint.id))];
      const bool is_target =
          std::any_of(plan.rows.begin(), plan.rows.end(), [&](const MirrorPlan::Row& row) {
            return row.fate == Fate::overwrite && row.to == joint.id;
          });
      if (!is_target) CHECK(now.radius == joint.radius);
    }
  }
}

TEST_CASE("joints that cannot be paired are listed with the reason") {
  Random random(7);
  Skeleton skeleton = sided_skeleton(random);
  const auto joint = [&](const char* name) -> Joint& {
    return skeleton.joints[std::size_t(joint_index(skeleton, name))];
  };
  joint("j1.R").locked = true;
  joint("j2.R").name = "odd.R";
  joint("j3.L").name = "tail";  // is off the plane and has no side in its name
  const Id locked = joint("j1.L").id, aside = joint("tail").id, odd = joint("odd.R").id,
           orphan = joint("j3.R").id;
  const MirrorPlan plan = mirror_plan(scene_of(skeleton), {1, {}, true}, implementation());
  REQUIRE(row_from(plan, locked));
  CHECK(row_from(plan, locked)->fate == Fate::alone);
  CHECK(row_from(plan, locked)->why == "j1.R is locked");
  REQUIRE(row_from(plan, aside));
  CHECK(row_from(plan, aside)->why == "its name has no side");
  REQUIRE(row_from(plan, odd));
  CHECK(row_from(plan, odd)->why == "there is no odd.L");
  REQUIRE(row_from(plan, orphan));
  CHECK(row_from(plan, orphan)->why == "there is no j3.L");
  CHECK_FALSE(row_from(plan, joint("hips").id));  // in the middle: not listed
  Skeleton chain = sided_skeleton(random, {.pairs = 1});
  chain.joints[2].name = "up";
  chain.joints[2].parent = 0;
  chain.joints.push_back(
      {.id = 500, .name = "hand.L", .parent = 3});  // below j0.R, whose partner is called "up"
  const MirrorPlan below = mirror_plan(scene_of(chain), {1, {}, true}, implementation());
  REQUIRE(row_from(below, 500));
  CHECK(row_from(below, 500)->why == "j0.R above it has no partner");
}

TEST_CASE("with nothing to mirror the edit says so and what would help") {
  Random random(8);
  Skeleton skeleton = sided_skeleton(random, {.pairs = 1});
  const Scene scene = scene_of(skeleton);
  const Id right = joint_named(scene, "j0.R").id, left = joint_named(scene, "j0.L").id;
  check_refused(scene, op::MirrorSide{1, {skeleton.joints[0].id}}, "arm.L");
  check_refused(scene, op::MirrorSide{1, {99999}}, "99999");
  check_refused(scene, op::MirrorSide{99999, {}}, "99999");
  const Scene locked = applied_to(scene, op::SetLocked{{right}, true});
  CHECK(refusal(locked, op::MirrorSide{1, {left}}) ==
        "Nothing to mirror: j0.R is locked. Unlock it in the tree first.");
}

SOLVED_CASE(
    "a whole pose mirrored puts T' = R T R on every partner, whatever way the frames run and "
    "wherever they hang") {
  for (auto& random : seeds<Random>(60)) {
    Skeleton skeleton = sided_skeleton(random, {.axis = random.seed % 3,
                                                .offset = random.uniform(-2.0f, 2.0f),
                                                .same_tree = random.seed % 4 < 2});
    for (Joint& joint : skeleton.joints)
      joint.user_local = random.seed % 2 ? random.affine(0.2f) : random.rigid(0.2f);
    const Skeleton mirrored =
        posed_by(skeleton, mirrored_entries(skeleton, pose_of(skeleton), implementation()));
    const MirrorPairs pairs = mirror_pairs(skeleton, implementation().bind_matrices(skeleton));
    const glm::mat4 mirror(reflection(pairs));
    const std::vector<glm::mat4> before = skinning_of(skeleton), after = skinning_of(mirrored);
    for (std::size_t j = 0; j < before.size(); ++j)
      CHECK(difference(after[std::size_t(pairs.other[j])], mirror * before[j] * mirror) < 2e-3f);
  }
}

SOLVED_CASE("mirrored twice a pose is the pose, and the rest pose is its own image") {
  for (auto& random : seeds<Random>(60)) {
    Skeleton skeleton =
        sided_skeleton(random, {.axis = random.seed % 3, .same_tree = random.seed % 2 == 0});
    for (const Pose::Entry& entry : mirrored_entries(skeleton, pose_of(skeleton), implementation()))
      CHECK(difference(entry.user_local, glm::mat4(1.0f)) < 1e-4f);
    for (Joint& joint : skeleton.joints) joint.user_local = random.rigid(0.2f);
    const std::vector<Pose::Entry> pose = pose_of(skeleton);
    const std::vector<Pose::Entry> once = mirrored_entries(skeleton, pose, implementation());
    const std::vector<Pose::Entry> twice =
        mirrored_entries(posed_by(skeleton, once), once, implementation());
    REQUIRE(once.size() == pose.size());
    REQUIRE(twice.size() == pose.size());
    for (std::size_t j = 0; j < pose.size(); ++j) {
      CHECK(twice[j].joint == pose[j].joint);
      CHECK(difference(twice[j].user_local, pose[j].user_local) < 1e-3f);
    }
  }
}

SOLVED_CASE(
    "of some joints only their partners are answered for, and how the rest stands does not "
    "matter") {
  for (auto& random : seeds<Random>(30)) {
    Skeleton skeleton = sided_skeleton(random, {.axis = random.seed % 3});
    const int left = joint_index(skeleton, "j2.L"), right = joint_index(skeleton, "j2.R");
    const std::vector<Pose::Entry> some{{skeleton.joints[std::size_t(left)].id, random.rigid(0.3f)},
                                        {77777, glm::mat4(2.0f)}};
    const std::vector<Pose::Entry> at_rest = mirrored_entries(skeleton, some, implementation());
    REQUIRE(at_rest.size() == 1);
    CHECK(at_rest[0].joint == skeleton.joints[std::size_t(right)].id);
    for (Joint& joint : skeleton.joints) joint.user_local = random.rigid(0.5f);
    skeleton.joints[0].user_local = glm::mat4(0.0f);  // even below what is scaled to nothing
    skeleton.joints[0].user_local[3][3] = 1.0f;
    CHECK(mirrored_entries(skeleton, some, implementation()) == at_rest);
    skeleton.joints[std::size_t(right)].name = "odd.R";
    CHECK(mirrored_entries(skeleton, some, implementation()).empty());
  }
}

SOLVED_CASE("a partner that stands askew still turns about its own origin") {
  for (auto& random : seeds<Random>(30)) {
    Skeleton skeleton = sided_skeleton(random, {.axis = random.seed % 3});
    const auto right = std::size_t(joint_index(skeleton, "j1.R"));
    skeleton.joints[right].bind_local = skeleton.joints[right].bind_local * random.rigid(0.2f);
    const Id left = skeleton.joints[std::size_t(joint_index(skeleton, "j1.L"))].id;
    const std::vector<Pose::Entry> turned =
        mirrored_entries(skeleton, {{left, random.rotation()}}, implementation());
    REQUIRE(turned.size() == 1);
    CHECK(glm::vec3(turned[0].user_local[3]) == glm::vec3(0.0f));
    CHECK(glm::determinant(turned[0].user_local) == doctest::Approx(1.0f).epsilon(1e-4));
  }
}
