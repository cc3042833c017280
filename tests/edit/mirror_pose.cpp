// Poses on the other side of the body.
#include "edit/mirror.h"
#include "edit/support.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

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
    "a whole pose mirrored puts T' = R T R on every partner, whatever way the frames run and "
    "wherever they hang") {
  for (int seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Skeleton skeleton = sided_skeleton(
        random,
        {.axis = seed % 3, .offset = random.uniform(-2.0f, 2.0f), .same_tree = seed % 4 < 2});
    for (Joint& joint : skeleton.joints)
      joint.user_local = seed % 2 ? random.affine(0.2f) : random.rigid(0.2f);
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
  for (int seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Skeleton skeleton = sided_skeleton(random, {.axis = seed % 3, .same_tree = seed % 2 == 0});
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
  for (int seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Skeleton skeleton = sided_skeleton(random, {.axis = seed % 3});
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
  for (int seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Skeleton skeleton = sided_skeleton(random, {.axis = seed % 3});
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
