// The history's label of each step.
#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Named {
  Random random{1};
  Scene scene = full_scene(random);
  Id elbow = kNoId, knee = kNoId;

  Named() {
    std::vector<Joint>& joints = edit_skeleton(scene, 1).joints;
    joints[3].name = "elbow.L";
    joints[4].name = "knee.L";
    joints[4].radius = 0.12f;
    elbow = joints[3].id;
    knee = joints[4].id;
  }
  Id id(std::size_t node) const { return scene.nodes[node].id; }
  std::string of(const Operation& operation) const { return label(scene, operation); }
};

}  // namespace

TEST_CASE_FIXTURE(Named, "a radius of both sides names each side's own before, if they differ") {
  edit_skeleton(scene, 1).joints[3].name = "knee.R";
  edit_skeleton(scene, 1).joints[3].radius = 0.15f;
  CHECK(of(op::SetRadius{{knee, elbow}, {0.2f, 0.2f}}) ==
        "Radius knee.L 0.12 -> 0.2, knee.R 0.15 -> 0.2");
}

TEST_CASE_FIXTURE(Named,
                  "labels say what was done to whom, with numbers where one number says it all") {
  const glm::mat4 one(1.0f);
  CHECK(of(op::ApplyIncrement{{elbow}, one, "Rotate"}) == "Rotate elbow.L");
  CHECK(of(op::ApplyIncrement{{elbow, knee, 9999}, one, "Rotate"}) == "Rotate 3 joints");
  CHECK(of(op::ApplyIncrement{{id(0), id(1)}, one, "Move"}) == "Move 2 objects");
  CHECK(of(op::SetUserLocal{{{elbow, one}}}) == "Pose elbow.L");
  CHECK(of(op::ResetPose{id(1), {}}) == "Reset pose");
  CHECK(of(op::ResetPose{id(1), {elbow, knee}}) == "Reset 2 joints");
  CHECK(of(op::SetNodeLocal{id(2), one}) == "Place body");
  CHECK(of(op::SetRadius{{knee}, {0.19f}}) == "Radius knee.L 0.12 -> 0.19");
  CHECK(of(op::SetRadius{{knee}, {0.19f}, {0.1f}}) == "Radius knee.L 0.19 to 0.1 at the tip");
  CHECK(of(op::SetRadius{{knee}, {-4.0f}}) == "Radius knee.L 0.12 -> 0");
  CHECK(of(op::SetRadius{{knee}, {0.12004f}}) == "Radius knee.L 0.12 -> 0.12004");
  CHECK(of(op::SetRadius{{knee}, {12345.678f}}) == "Radius knee.L 0.12 -> 12346");
  CHECK(of(op::SetRadius{{knee, elbow}, {0.2f, 0.2f}}) == "Radius of 2 joints");
  edit_skeleton(scene, 1).joints[3].name = "knee.R";
  edit_skeleton(scene, 1).joints[3].radius = 0.12f;
  CHECK(of(op::SetRadius{{knee, elbow}, {0.2f, 0.2f}}) == "Radius knee.L and knee.R 0.12 -> 0.2");
  CHECK(of(op::SetRadius{{knee, elbow}, {-4.0f, -4.0f}}) == "Radius knee.L and knee.R 0.12 -> 0");
  edit_skeleton(scene, 1).joints[3].name = "elbow.L";
  CHECK(of(op::SetExtent{knee, {}}) == "Extent of knee.L");
  CHECK(of(op::SetSkeletonChoices{id(1), {.falloff = Falloff::linear}}) == "Falloff linear");
  CHECK(of(op::SetSkeletonChoices{id(1), {.blend = Blend::dual_quaternion}}) ==
        "Blending dual quaternions");
  CHECK(of(op::SetSkeletonChoices{
            id(1), {.falloff = Falloff::linear, .metric = Metric::body}, 2.0f}) ==
        "Falloff linear, distance through the body, radii x 2");
  CHECK(of(op::SetSkeletonChoices{id(1), {}, 2.0f}) == "Scale radii x 2");
  CHECK(of(op::MoveTip{knee, one, true}) == "Move tip of knee.L");
  CHECK(of(op::MoveBase{knee, one}) == "Move base of knee.L");
  CHECK(of(op::AddJoint{id(1), kNoId, {}, {}, 0.1f, "knee.L"}) == "Add knee.L.001");
  CHECK(of(op::DeleteJoint{knee, false}) == "Delete knee.L");
  CHECK(of(op::DeleteJoint{knee, true}) == "Delete knee.L and its children");
  CHECK(of(op::ReparentJoint{knee, elbow}) == "Hang knee.L below elbow.L");
  CHECK(of(op::ReparentJoint{knee, kNoId}) == "Make knee.L a root");
  CHECK(of(op::Rename{knee, "knee_l"}) == "Rename knee.L to knee_l");
  CHECK(of(op::AddSkeleton{"Skeleton", kNoId}) == "Add Skeleton");
  CHECK(of(op::AddNodes{scene}) == "Import 7 objects");
  CHECK(of(op::DeleteNode{id(2)}) == "Delete body");
  CHECK(of(op::ReparentNode{id(2), id(5)}) == "Hang body below empty");
  CHECK(of(op::ReparentNode{id(2), kNoId}) == "Move body to the top");
  CHECK(of(op::Bind{id(2), id(1)}) == "Bind body to rig");
  CHECK(of(op::Bind{id(2), kNoId}) == "Unbind body");
  CHECK(of(op::UseExplicitWeights{id(2), true}) == "Weight body as imported");
  CHECK(of(op::UseExplicitWeights{id(2), false}) == "Weight body by capsules");
  CHECK(of(op::SetMorphWeights{id(2), {0}, {0.35f}}) == "Morph smile 0 -> 0.35");
  CHECK(of(op::SetMorphWeights{id(2), {1}, {-1}}) == "Morph target 2 0 -> -1");
  CHECK(of(op::SetMorphWeights{id(2), {0, 1}, {0, 0}}) == "Morph body");
  CHECK(of(op::PaintWeights{id(2), Brush::add, elbow, {}}) == "Paint elbow.L: Add");
  CHECK(of(op::PaintWeights{id(2), Brush::smooth, kNoId, {}}) == "Paint body: Smooth");
  CHECK(of(op::SetTouchUpStrength{id(2), 0.5f}) == "Touch-ups of body 1 -> 0.5");
  CHECK(of(op::RemoveTouchUps{id(2)}) == "Remove touch-ups of body");
  CHECK(of(op::RecalculateNormals{{id(2)}}) == "Recalculate normals of body");
  CHECK(of(op::RecalculateNormals{{id(2), id(5)}}) == "Recalculate normals of 2 meshes");
  CHECK(of(op::SetVisible{id(2), false}) == "Hide body");
  CHECK(of(op::StorePose{id(1), "wave"}) == "Store pose wave");
  CHECK(of(op::ApplyPose{id(1), "wave"}) == "Apply pose wave");
  CHECK(of(op::DeletePose{id(1), "wave"}) == "Delete pose wave");
  CHECK(of(op::MakeRest{id(1)}) == "Make the pose of rig its rest");
}

TEST_CASE_FIXTURE(Named, "labels of operations on what does not exist are still words") {
  const glm::mat4 one(1.0f);
  for (const Operation& operation :
       {Operation(op::ApplyIncrement{{}, one, "Move"}),
        Operation(op::ApplyIncrement{{9999}, one, "Move"}),
        Operation(op::SetRadius{{9999}, {1.0f}}), Operation(op::SetRadius{{}, {}}),
        Operation(op::SetRadius{{knee}, {NAN}}), Operation(op::Rename{9999, ""}),
        Operation(op::DeleteNode{kNoId}), Operation(op::AddJoint{}), Operation(op::AddNodes{}),
        Operation(op::Bind{9999, 9998}), Operation(op::SetUserLocal{})}) {
    CHECK_FALSE(of(operation).empty());
  }
}
