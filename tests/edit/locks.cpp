// The effect of a lock on every operation.
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "edit/support.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

enum class Lock {
  refuses,  ///< an edit that names a locked joint is refused
  ignores,  ///< always allowed
  spares,   ///< an edit of the whole skeleton leaves locked joints as they are
  nothing,  ///< names no joint
};

struct Example {
  Operation operation;
  Lock expected = Lock::nothing;
};

const glm::mat4 kMoved = glm::translate(glm::mat4(1.0f), {0.1f, 0.2f, 0.3f});

std::shared_ptr<const Motion> nod_of(Id joint) {
  MotionTrack track;
  track.target = joint;
  track.channels = {
      {MotionProperty::translation, Interpolation::linear, {0.0f, 1.0f}, {0, 0, 0, 0, 1, 0}}};
  return std::make_shared<const Motion>(Motion{"nod", {track}});
}

Mesh with_a_face_turned(Mesh mesh) {
  std::reverse(mesh.corner_vertex.begin(), mesh.corner_vertex.begin() + mesh.face_begin[1]);
  return mesh;
}

/// A rig whose "j0.L" is locked, in some pose, with a mesh and a motion.
struct Fixture {
  Scene scene;
  Id joint, other, skeleton, mesh, shirt;

  explicit Fixture(Random& random) {
    scene = scene_of(sided_skeleton(random));
    Mesh skin = with_a_face_turned(capped_cylinder(4, 6));
    const Id holder = scene.nodes[0].skeleton->joints[3].id;
    skin.weights = halves(skin, holder, holder);
    Node body{.id = 2,
              .name = "body",
              .mesh = std::make_shared<Mesh>(skin),
              .bound_to = 1,
              .explicit_weights = true};
    scene.nodes.push_back(body);
    shirt = body.id = take_id(scene);
    body.name = "shirt";
    body.bound_to = kNoId;
    body.explicit_weights = false;
    scene.nodes.push_back(body);
    skeleton = 1;
    mesh = 2;
    Skeleton& rig = edit_skeleton(scene, 0);
    joint = rig.joints[2].id;
    other = rig.joints[3].id;
    rig.poses = {{"wave", {{joint, kMoved}, {other, kMoved}}}};
    for (Joint& each : rig.joints) each.user_local = random.rigid(0.1f);
    rig.joints[2].locked = true;
    Motion nod = *nod_of(joint);
    nod.tracks.push_back(nod_of(other)->tracks.front());
    scene.motions = {std::make_shared<const Motion>(std::move(nod))};
  }
};

std::vector<Operation> edits_of_meshes(const Fixture& of) {
  return {op::RecalculateNormals{{of.mesh}}, op::CureMesh{of.mesh, {MeshCure::orient}},
          op::ReplaceMesh{of.mesh, of.scene}, op::TakeWeights{of.shirt, of.mesh}};
}

/// Examples of every alternative, each of which would be done if nothing were locked.
std::vector<Example> examples(const Fixture& of) {
  const Scene nodes{.nodes = {{.id = 1, .name = "more"}}, .next_id = 2};
  std::vector<Example> all{
      {op::ApplyIncrement{{of.joint}, kMoved}, Lock::refuses},
      {op::SetUserLocal{{{of.joint, kMoved}}}, Lock::refuses},
      {op::SolveIk{of.skeleton, {{of.joint, glm::vec3(1.0f)}}}, Lock::refuses},
      {op::ResetPose{of.skeleton, {of.joint}}, Lock::refuses},
      {op::ResetPose{of.skeleton, {}}, Lock::spares},
      {op::SetNodeLocal{of.skeleton, kMoved}, Lock::nothing},
      {op::SetRadius{{of.joint}, {0.7f}}, Lock::refuses},
      {op::MirrorJoint{of.other, of.joint}, Lock::refuses},
      {op::MirrorSide{of.skeleton, {of.joint}}, Lock::refuses},
      {op::MirrorSide{of.skeleton, {}, false}, Lock::spares},
      {op::SplitJoint{of.joint, 3}, Lock::refuses},
      {op::RenameJoints{{of.joint}, {"another"}}, Lock::ignores},
      {op::SetLocked{{of.joint}, false}, Lock::ignores},
      {op::SetPinned{{of.joint}, true}, Lock::refuses},
      {op::SetLimits{of.joint, RotationLimits{{-1, -1, -1}, {1, 1, 1}}}, Lock::refuses},
      {op::SetPole{of.joint, glm::vec3(0.0f)}, Lock::refuses},
      {op::SetExtent{of.joint, glm::vec3(1.0f)}, Lock::refuses},
      {op::SetSkeletonChoices{of.skeleton, {.falloff = Falloff::smooth}, 2.0f}, Lock::spares},
      {op::MoveTip{of.joint, kMoved}, Lock::refuses},
      {op::MoveBase{of.joint, kMoved}, Lock::refuses},
      {op::AddJoint{of.skeleton, of.joint, {}, glm::vec3(1.0f), 0.1f, "new"}, Lock::refuses},
      {op::DeleteJoint{of.joint}, Lock::refuses},
      {op::DeleteJoint{find_node(of.scene, of.skeleton)->skeleton->joints[0].id, true},
       Lock::refuses},  // it is below hips
      {op::ReparentJoint{of.joint, of.other}, Lock::refuses},
      {op::ReparentJoint{of.other, of.joint}, Lock::refuses},
      {op::Rename{of.joint, "another"}, Lock::ignores},
      {op::AddSkeleton{}, Lock::nothing},
      {op::AddNodes{nodes}, Lock::nothing},
      {op::DeleteNode{of.mesh}, Lock::nothing},
      {op::ReparentNode{of.mesh, of.skeleton}, Lock::nothing},
      {op::Bind{of.mesh, kNoId}, Lock::nothing},
      {op::UseExplicitWeights{of.mesh, false}, Lock::nothing},
      {op::SetMorphWeights{of.mesh, {}, {}}, Lock::nothing},
      {op::PaintWeights{of.mesh, Brush::add, of.joint, {}}, Lock::refuses},
      {op::PaintWeights{of.mesh, Brush::smooth, kNoId, {}}, Lock::nothing},
      {op::SetTouchUpStrength{of.mesh, 0.5f}, Lock::nothing},
      {op::RemoveTouchUps{of.mesh}, Lock::nothing},
      {op::SetVisible{of.mesh, false}, Lock::nothing},
      {op::StorePose{of.skeleton, "now"}, Lock::nothing},
      {op::ApplyPose{of.skeleton, "wave"}, Lock::spares},
      {op::DeletePose{of.skeleton, "wave"}, Lock::nothing},
      {op::RenamePose{of.skeleton, "wave", "hello"}, Lock::nothing},
      {op::MakeRest{of.skeleton}, Lock::nothing},
      {op::AddMotion{nod_of(of.joint)}, Lock::nothing},
      {op::RenameMotion{0, "bow"}, Lock::nothing},
      {op::DeleteMotion{0}, Lock::nothing},
      {op::MoveMotion{0, 0}, Lock::nothing},
      {op::SetTracks{0, nod_of(of.joint)->tracks, {}, ""}, Lock::refuses},
      {op::SetMotionTiming{0, {.length = 2.0f}}, Lock::nothing},
      {op::PoseAt{0, 0.5f}, Lock::spares},
      {op::SetCameraMove{CameraMove{}}, Lock::nothing},
      {op::SetAvatar{"Figure", {"Someone"}, ""}, Lock::nothing},
      {op::SetSprings{Springs{.chains = {{.joints = {{.joint = of.joint}}}}}}, Lock::nothing},
      {op::Sequence{{op::SetRadius{{of.other}, {0.7f}}, op::SetRadius{{of.joint}, {0.7f}}}},
       Lock::refuses},
      {op::Sequence{{op::SetLocked{{of.joint}, false}, op::SetRadius{{of.joint}, {0.7f}}}},
       Lock::ignores},
  };
  for (const Operation& of_mesh : edits_of_meshes(of)) all.push_back({of_mesh, Lock::nothing});
  return all;
}

}  // namespace

TEST_CASE("the examples of this file have every operation") {
  Random random(1);
  std::vector<char> seen(std::variant_size_v<AnyOperation>, 0);
  for (const Example& example : examples(Fixture(random))) seen[example.operation.index()] = 1;
  for (std::size_t index = 0; index < seen.size(); ++index)
    CHECK_MESSAGE(seen[index], "no example of alternative ", index);
}

SOLVED_CASE(
    "an edit that names a locked joint is refused in one clear sentence, and done once the joint "
    "is unlocked") {
  for (auto& random : seeds<Random>(10)) {
    const Fixture fixture(random);
    for (const Example& example : examples(fixture)) {
      CAPTURE(example.operation.index());
      const Applied locked = apply(fixture.scene, example.operation, implementation());
      if (example.expected == Lock::refuses) {
        CHECK_FALSE(locked.scene);
        CHECK(locked.reason == "j0.L is locked: unlock it in the tree first.");
        const Scene open = applied_to(fixture.scene, op::SetLocked{{fixture.joint}, false});
        const Applied done = apply(open, example.operation, implementation());
        CHECK_MESSAGE(done.reason.find("locked") == std::string::npos, done.reason);
      } else {
        CHECK_MESSAGE(locked.scene, locked.reason);
      }
    }
  }
}

SOLVED_CASE(
    "an edit of the whole skeleton goes through, and a locked joint is after it what it was") {
  for (auto& random : seeds<Random>(10)) {
    const Fixture fixture(random);
    for (const Example& example : examples(fixture)) {
      if (example.expected != Lock::spares) continue;
      CAPTURE(example.operation.index());
      const Scene after = applied_to(fixture.scene, example.operation);
      const Joint &was = joint_by_id(fixture.scene, fixture.joint),
                  &is = joint_by_id(after, fixture.joint);
      CHECK(is.user_local == was.user_local);
      CHECK(is.radius == was.radius);
      CHECK(is.extent == was.extent);
      CHECK(is.locked);
      const auto skeleton_of = [&](const Scene& scene) {
        return find_node(scene, fixture.skeleton)->skeleton;
      };
      CHECK(*skeleton_of(after) != *skeleton_of(fixture.scene));  // something else did change
    }
  }
}

TEST_CASE("several locked joints are counted, and an operation says whom it names") {
  Random random(4);
  const Fixture fixture(random);
  const std::vector<Joint>& joints = fixture.scene.nodes[0].skeleton->joints;
  const Scene more = applied_to(fixture.scene, op::SetLocked{{joints[4].id, joints[5].id}, true});
  const op::SetRadius all{{joints[2].id, joints[4].id, joints[5].id, joints[1].id}, {1, 1, 1, 1}};
  CHECK(refusal(more, all) == "j0.L and 2 more are locked: unlock them in the tree first.");
  CHECK(named_by(more, all) ==
        std::vector<Id>{joints[1].id, joints[2].id, joints[4].id, joints[5].id});
  CHECK(named_by(more, op::SetRadius{{77777, fixture.mesh}, {1, 1}}).empty());
  CHECK(named_by(more, op::ResetPose{fixture.skeleton, {}}).empty());
  CHECK(named_by(more, op::DeleteJoint{joints[0].id, true}).size() == joints.size());
}
