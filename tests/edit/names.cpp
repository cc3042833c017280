// Find and replace in names, and names given to several joints at once.

#include "edit/rename.h"
#include "edit/support.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

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
  CHECK(contains(refusal(scene, op::RenameJoints{{joints[2].id, joints[3].id}, {"x", "x"}}), "x"));
}
