// Find and replace in names, and names given to several joints at once.
// The history's label of each step.
#include "edit/rename.h"
#include "edit/support.h"
#include "support/sided_rig.h"

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

TEST_CASE(
    "text is replaced wherever it stands, from left to right, and what was put in is not searched "
    "again") {
  CHECK(replaced("arm.L", {"arm", "paw"}) == "paw.L");
  CHECK(replaced("aaaa", {"aa", "a"}) == "aa");
  CHECK(replaced("aaa", {"aa", "b"}) == "ba");
  CHECK(replaced("arm", {"r", "rr"}) == "arrm");
  CHECK(replaced("arm", {"", "x"}) == "arm");
  CHECK(replaced("", {"a", "x"}) == "");
  CHECK(replaced("mixamorig:Hips", {"mixamorig:", ""}) == "Hips");
  CHECK(replaced("Arm.L arm.R", {"ARM", "leg"}) == "leg.L leg.R");
  CHECK(replaced("Arm.L arm.R", {"arm", "leg", true}) == "Arm.L leg.R");
  CHECK(replaced("\xc3\x89paule", {"\xc3\xa9", "e"}) == "\xc3\x89paule");
  CHECK(replaced("a.b", {".", "+"}) == "a+b");  // plain text, no pattern
}

TEST_CASE("replacing by the same text, or what is not there, plans nothing") {
  Random random(3);
  const Skeleton skeleton = sided_skeleton(random);
  CHECK(rename_plan(skeleton, nullptr, {"j", "j", true}).rows.empty());
  CHECK(rename_plan(skeleton, nullptr, {"zz", "y"}).rows.empty());
  CHECK_FALSE(rename_operation(rename_plan(skeleton, nullptr, {"zz", "y"})));
}

TEST_CASE(
    "the plan is what the edit does: the joints listed change as listed, the others keep their "
    "names") {
  Random random(4);
  const Scene scene = scene_of(sided_skeleton(random));
  const Skeleton& before = *scene.nodes[0].skeleton;
  const std::vector<Id> some{before.joints[2].id, before.joints[3].id, 77777};
  for (const std::vector<Id>* meant : {static_cast<const std::vector<Id>*>(nullptr), &some}) {
    const RenamePlan plan = rename_plan(before, meant, {"j", "limb"});
    CHECK(plan.conflicts == 0);
    CHECK(plan.rows.size() == (meant ? 2 : before.joints.size() - 2));  // hips and chest have no j
    const std::optional<op::RenameJoints> operation = rename_operation(plan);
    REQUIRE(operation);
    const auto renamed = applied_to(scene, *operation).nodes[0].skeleton;
    const Skeleton& after = *renamed;
    std::size_t changed = 0;
    for (std::size_t j = 0; j < before.joints.size(); ++j) {
      const auto row = std::find_if(plan.rows.begin(), plan.rows.end(),
                                    [&](const auto& r) { return r.joint == before.joints[j].id; });
      CHECK(after.joints[j].name == (row == plan.rows.end() ? before.joints[j].name : row->after));
      changed += after.joints[j].name != before.joints[j].name ? 1 : 0;
    }
    CHECK(changed == plan.rows.size());
  }
}

TEST_CASE(
    "names that would be equal, empty or too long are told as conflicts, and with one of them "
    "nothing is renamed") {
  Random random(5);
  Skeleton skeleton = sided_skeleton(random);
  const RenamePlan sides = rename_plan(skeleton, nullptr, {".R", ".L"});
  CHECK(sides.rows.size() == 5);
  CHECK(sides.conflicts == 5);
  CHECK_FALSE(rename_operation(sides));
  const std::vector<Id> hips{skeleton.joints[0].id};
  CHECK(contains(rename_plan(skeleton, &hips, {"hips", "chest"}).rows.at(0).conflict,
                 "2 joints would be called chest"));
  CHECK(contains(rename_plan(skeleton, &hips, {"hips", ""}).rows.at(0).conflict, "at least one"));
  CHECK(rename_plan(skeleton, &hips, {"hips", std::string(130, 'x')}).conflicts == 1);
  // A name that its owner loses in the same edit is free.
  skeleton.joints[0].name = "ab";
  skeleton.joints[1].name = "aab";
  const RenamePlan chain = rename_plan(skeleton, nullptr, {"a", "aa"});
  CHECK(chain.conflicts == 0);
  CHECK(
      applied_to(scene_of(skeleton), *rename_operation(chain)).nodes[0].skeleton->joints[0].name ==
      "aab");
}

TEST_CASE("joints may swap names in one edit; two of one name are refused") {
  Random random(6);
  const Scene scene = scene_of(sided_skeleton(random));
  const std::vector<Joint>& joints = scene.nodes[0].skeleton->joints;
  const op::RenameJoints swap{{joints[2].id, joints[3].id}, {joints[3].name, joints[2].name}};
  const Scene swapped = applied_to(scene, swap);
  CHECK(swapped.nodes[0].skeleton->joints[2].name == joints[3].name);
  CHECK(swapped.nodes[0].skeleton->joints[3].name == joints[2].name);
  CHECK(
      contains(refusal(scene, op::RenameJoints{{joints[2].id}, {joints[3].name}}), joints[3].name));
  check_refused(scene, op::RenameJoints{{joints[2].id, joints[3].id}, {"x", "x"}}, "x");
}

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
