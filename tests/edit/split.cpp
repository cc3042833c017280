// Bones cut into a chain of shorter ones.
#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Cut {
  Scene scene;
  Id joint = kNoId;
  int pieces = 2;
};

Cut random_cut(Random& random, bool scaled) {
  Cut cut{full_scene(random, {.joints = 12, .roots = 2, .posed = true, .scaled = scaled}), kNoId,
          2 + random.below(15)};
  cut.joint = cut.scene.nodes[1].skeleton->joints[std::size_t(random.below(12))].id;
  return cut;
}

/// World places of the bones' ends, posed, by joint.
std::map<Id, glm::vec3> tips_of(const Scene& scene) {
  std::map<Id, glm::vec3> tips;
  const std::map<Id, glm::mat4> world = world_from_joints(scene);
  for (const Node& node : scene.nodes)
    if (node.skeleton)
      for (const Joint& joint : node.skeleton->joints)
        tips[joint.id] = glm::vec3(world.at(joint.id) * glm::vec4(joint.extent, 1.0f));
  return tips;
}

}  // namespace

SOLVED_CASE(
    "a split leaves every other joint where it was, at rest and posed, and the last piece ends "
    "where the bone did") {
  for (auto& random : seeds<Random>(80)) {
    const Cut cut = random_cut(random, random.seed % 2 == 1);
    const Scene after = applied_to(cut.scene, op::SplitJoint{cut.joint, cut.pieces});
    const std::map<Id, glm::mat4> posed = world_from_joints(cut.scene),
                                  posed_after = world_from_joints(after);
    const std::map<Id, glm::mat4> bind = world_from_bind(cut.scene),
                                  bind_after = world_from_bind(after);
    REQUIRE(posed_after.size() == posed.size() + std::size_t(cut.pieces - 1));
    for (const auto& [id, world] : posed) {
      CHECK(difference(posed_after.at(id), world) < 2e-4f);
      CHECK(difference(bind_after.at(id), bind.at(id)) < 2e-4f);
    }
    const Id last = after.next_id - 1;
    const glm::vec3 tip = tips_of(cut.scene).at(cut.joint);
    CHECK(glm::distance(tips_of(after).at(last), tip) < 2e-4f * std::max(1.0f, glm::length(tip)));
  }
}

SOLVED_CASE(
    "the pieces are a straight chain of one length and one radius, at rest, and their lengths sum "
    "to the bone's") {
  for (auto& random : seeds<Random>(40)) {
    const Cut cut = random_cut(random, true);
    const Joint whole = *joint_of(cut.scene, cut.joint);
    const Scene after = applied_to(cut.scene, op::SplitJoint{cut.joint, cut.pieces});
    CHECK(after.next_id == cut.scene.next_id + Id(cut.pieces - 1));
    const float length = glm::length(whole.extent);
    float sum = 0.0f;
    Id above = cut.joint;
    const Skeleton& skeleton = *after.nodes[1].skeleton;
    for (int piece = 0; piece < cut.pieces; ++piece) {
      const Id id = piece == 0 ? cut.joint : cut.scene.next_id + Id(piece - 1);
      const Joint& joint = *joint_of(after, id);
      sum += glm::length(joint.extent);
      CHECK(glm::length(joint.extent) == doctest::Approx(length / float(cut.pieces)).epsilon(1e-4));
      CHECK(joint.radius == whole.radius);
      if (piece == 0) continue;
      CHECK(skeleton.joints[std::size_t(joint.parent)].id == above);
      CHECK(joint.user_local == glm::mat4(1.0f));
      above = id;
    }
    CHECK(sum == doctest::Approx(length).epsilon(1e-4));
    CHECK(joint_of(after, cut.joint)->name == whole.name);
    CHECK(joint_of(after, cut.joint)->user_local == whole.user_local);
    for (const Joint& old : cut.scene.nodes[1].skeleton->joints) {
      const bool was_child =
          old.parent >= 0 &&
          cut.scene.nodes[1].skeleton->joints[std::size_t(old.parent)].id == cut.joint;
      if (was_child)
        CHECK(skeleton.joints[std::size_t(joint_of(after, old.id)->parent)].id == above);
    }
  }
}

SOLVED_CASE(
    "a stored pose still means what it meant: pieces are straight in it, children stand where it "
    "put them") {
  for (auto& random : seeds<Random>(40)) {
    const Cut cut = random_cut(random, false);
    const Id skeleton = cut.scene.nodes[1].id;
    const Scene stored = applied_to(cut.scene, op::StorePose{skeleton, "wave"});
    const std::map<Id, glm::mat4> wanted = world_from_joints(stored);
    Scene after = applied_to(applied_to(stored, op::ResetPose{skeleton, {}}),
                             op::SplitJoint{cut.joint, cut.pieces});
    op::SetUserLocal bent;  // after the cut
    for (const Joint& joint : after.nodes[1].skeleton->joints)
      bent.entries.push_back({joint.id, random.rigid(0.2f)});
    after = applied_to(after, bent);
    const std::map<Id, glm::mat4> back =
        world_from_joints(applied_to(after, op::ApplyPose{skeleton, "wave"}));
    for (const auto& [id, world] : wanted) CHECK(difference(back.at(id), world) < 2e-4f);
  }
}

SOLVED_CASE(
    "a pin holds the tip, so it goes to the piece that has it; limits stay with the joint") {
  Random random(8);
  Cut cut = random_cut(random, false);
  cut.scene = applied_to(cut.scene, op::SetPinned{{cut.joint}, true});
  cut.scene =
      applied_to(cut.scene, op::SetLimits{cut.joint, RotationLimits{{-1, -1, -1}, {1, 1, 1}}});
  const Scene after = applied_to(cut.scene, op::SplitJoint{cut.joint, 3});
  CHECK_FALSE(joint_of(after, cut.joint)->pinned);
  CHECK(joint_of(after, after.next_id - 1)->pinned);
  CHECK(joint_of(after, cut.joint)->limits.has_value());
  CHECK_FALSE(joint_of(after, after.next_id - 1)->limits.has_value());
}

TEST_CASE("no bone is split in one, in seventeen, or when it has no length") {
  Random random(9);
  Cut cut = random_cut(random, false);
  for (const int pieces : {-1, 0, 1, 17, 1000})
    check_refused(cut.scene, op::SplitJoint{cut.joint, pieces}, "2 to 16");
  check_refused(cut.scene, op::SplitJoint{99999, 2}, "99999");
  const Scene dot = applied_to(cut.scene, op::SetExtent{cut.joint, glm::vec3(0.0f)});
  check_refused(dot, op::SplitJoint{cut.joint, 2}, "no length");
  cut.scene.next_id = std::numeric_limits<Id>::max() - 1;
  check_refused(cut.scene, op::SplitJoint{cut.joint, 3}, "ids");
}
