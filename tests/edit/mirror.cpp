// Left and right: names, the plane between them, the report, and the one-click fix of a pair.
#include "edit/mirror.h"

#include <glm/gtc/matrix_transform.hpp>

#include "edit/gesture.h"
#include "edit/support.h"
#include "rig/skinning/deformer.h"
#include "scene/joint_words.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::string other_of(const char* name) { return mirrored_name(name).value_or("none"); }

std::vector<glm::mat4> binds(const Skeleton& skeleton) {
  return implementation().bind_matrices(skeleton);
}

glm::mat4 flip(int axis) {
  glm::mat4 matrix(1.0f);
  matrix[axis][axis] = -1.0f;
  return matrix;
}

/// Joints in the middle ("j0", ...) with pairs "jN.L" and "jN.R" that mirror each other across
/// `axis` = `offset`. Frames of the right side are flipped along their `own_axis`.
Skeleton symmetric_skeleton(Random& random, int axis, float offset, int own_axis) {
  const glm::mat4 to_plane = [&] {
    glm::mat4 shift(1.0f);
    shift[3][axis] = offset;
    return shift;
  }();
  const glm::mat4 mirror = to_plane * flip(axis) * glm::inverse(to_plane);
  Skeleton skeleton;
  std::vector<glm::mat4> bind;
  const auto add = [&](std::string name, int parent, const glm::mat4& joint_bind,
                       const glm::vec3& extent, float radius) {
    Joint joint{.id = Id(100 + skeleton.joints.size()), .name = std::move(name), .parent = parent};
    joint.bind_local =
        parent < 0 ? joint_bind : glm::inverse(bind[std::size_t(parent)]) * joint_bind;
    joint.extent = extent;
    joint.radius = radius;
    skeleton.joints.push_back(joint);
    bind.push_back(joint_bind);
  };
  glm::mat4 middle = to_plane;
  add("hips", -1, middle, {0, 0.3f, 0}, 0.3f);
  for (int pair = 0; pair < 5; ++pair) {
    const int left_parent = pair == 0 ? 0 : 1 + 2 * random.below(pair);
    glm::mat4 left = random.rigid(1.0f);
    left[3][axis] = offset + random.uniform(0.2f, 1.0f) * 3.0f;
    const glm::vec3 extent = random.vec3(0.2f);
    const float radius = random.uniform(0.1f, 0.5f);
    const std::string name = std::string("j").append(std::to_string(pair));
    add(name + ".L", left_parent, left, extent, radius);
    const glm::vec3 own_extent(flip(own_axis) * glm::vec4(extent, 1.0f));
    add(name + ".R", pair == 0 ? 0 : left_parent + 1, mirror * left * flip(own_axis), own_extent,
        radius);
  }
  return skeleton;
}

std::vector<SideRow> report(const Scene& scene) {
  Deformer deformer(implementation());
  deformer.update(scene);
  return side_report(scene, deformer, 1);
}

bool all_even(const std::vector<SideRow>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const SideRow& row) { return row.is_even; });
}

}  // namespace

TEST_CASE("the other side of a name keeps everything but the mark, its case too") {
  CHECK(other_of("thigh.L") == "thigh.R");
  CHECK(other_of("toe.R") == "toe.L");
  CHECK(other_of("hand_l") == "hand_r");
  CHECK(other_of("hand-R") == "hand-L");
  CHECK(other_of("arm.L.001") == "arm.R.001");
  CHECK(other_of("twist_01_l") == "twist_01_r");
  CHECK(other_of("LeftArm") == "RightArm");
  CHECK(other_of("mixamorig:RightHandIndex1") == "mixamorig:LeftHandIndex1");
  CHECK(other_of("left_arm") == "right_arm");
  CHECK(other_of("ARM_LEFT") == "ARM_RIGHT");
  CHECK(other_of("UpperArmLeft") == "UpperArmRight");
  CHECK(other_of("upperLeftArm") == "upperRightArm");
  CHECK(other_of("L_arm") == "R_arm");
  CHECK(other_of("r.arm") == "l.arm");
  CHECK(other_of("Bip01 L Thigh") == "Bip01 R Thigh");
  CHECK(other_of("lShldr") == "rShldr");
  CHECK(other_of("HandR") == "HandL");
  CHECK(other_of("finger2L") == "finger2R");
  CHECK(other_of("Left") == "Right");
}

TEST_CASE("a name that only looks as if it took a side takes none") {
  for (const char* name :
       {"", "ball", "leftover", "Leftover", "bright", "upright_post", "spinal", "L", "r", "L4",
        "lumbar_L1", "R2D2", "IKL", "control", "pelvis", ".L.", "001", "armleft", "\xc3\xa9paule"})
    CHECK_MESSAGE(!mirrored_name(name), std::string(name));
}

TEST_CASE("a name whose words have a side has a name on the other side") {
  const std::vector<std::pair<const char*, const char*>> pairs{{"lfemur", "rfemur"},
                                                               {"lhipjoint", "rhipjoint"},
                                                               {"Lforearm", "Rforearm"},
                                                               {"lt_arm", "rt_arm"},
                                                               {"Lft_Hand", "Rgt_Hand"},
                                                               {"LT_THIGH", "RT_THIGH"},
                                                               {"leftupleg", "rightupleg"},
                                                               {"thumb_L1", "thumb_R1"},
                                                               {"Bob:Bob_lshin", "Bob:Bob_rshin"},
                                                               {"lower_arm(L)", "lower_arm(R)"}};
  for (const auto& [left, right] : pairs) {
    CAPTURE(left);
    CHECK(other_of(left) == right);
    CHECK(other_of(right) == left);
    CHECK(is_left_name(left) == true);
    CHECK(is_left_name(right) == false);
  }
  for (const char* name : {"lfemur", "Lforearm", "lt_arm", "Lft_Hand", "leftupleg", "thumb_L1"})
    CHECK_MESSAGE(parse_name(name).side == BodySide::left, std::string(name));
}

TEST_CASE("a word of the trunk takes no side without a separator") {
  for (const char* name : {"lback", "rhead", "lab", "relbows", "rip_arm", "legs"})
    CHECK_MESSAGE(!mirrored_name(name), std::string(name));
}

TEST_CASE("mirroring a name twice gives the name") {
  Random random(5);
  const std::vector<std::string> parts{"L",   "R",   "l",  "r",   "Left", "right", "LEFT",
                                       "arm", "Arm", "lt", "Rgt", "IK",   "01",    "2",
                                       ".",   "_",   "-",  " ",   "x"};
  int sided = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string name;
    for (int part = random.below(6); part >= 0; --part)
      name += parts[std::size_t(random.below(int(parts.size())))];
    const std::optional<std::string> other = mirrored_name(name);
    if (!other) continue;
    ++sided;
    CAPTURE(name);
    CHECK(*other != name);
    CHECK(mirrored_name(*other) == name);
  }
  CHECK(sided > 1000);
}

SOLVED_CASE(
    "the plane is found along any axis, wherever the model stands, and every partner names its "
    "partner") {
  for (auto& random : seeds<Random>(30)) {
    const int axis = random.seed % 3;
    const float offset = random.uniform(-5.0f, 5.0f);
    const Skeleton skeleton = symmetric_skeleton(random, axis, offset, random.below(3));
    const MirrorPairs pairs = mirror_pairs(skeleton, binds(skeleton));
    CHECK(pairs.axis == axis);
    CHECK(pairs.offset == doctest::Approx(offset).epsilon(1e-4));
    CHECK(pairs.other[0] == 0);
    for (std::size_t j = 1; j < pairs.other.size(); ++j) {
      REQUIRE(pairs.other[j] >= 0);
      CHECK(pairs.other[j] != int(j));
      CHECK(pairs.other[std::size_t(pairs.other[j])] == int(j));
    }
  }
}

TEST_CASE(
    "without pairs the plane is x = 0; a joint whose partner is missing is told from one in the "
    "middle") {
  Skeleton skeleton;
  skeleton.joints = {{.id = 1, .name = "spine"}, {.id = 2, .name = "arm.L", .parent = 0}};
  const MirrorPairs pairs = mirror_pairs(
      skeleton, {glm::mat4(1.0f), glm::translate(glm::mat4(1.0f), {3.0f, 0.0f, 0.0f})});
  CHECK(pairs.axis == 0);
  CHECK(pairs.offset == 0.0f);
  CHECK(pairs.other == std::vector<int>{0, -1});
  CHECK(mirror_pairs({}, {}).other.empty());
}

SOLVED_CASE(
    "a mirrored skeleton is reported even, and the pair that is not comes first with its figures") {
  for (auto& random : seeds<Random>(30)) {
    Skeleton skeleton = symmetric_skeleton(random, random.seed % 3, 2.0f, random.seed % 2);
    CHECK(report(scene_of(skeleton)).size() == 5);
    CHECK(all_even(report(scene_of(skeleton))));
    skeleton.joints[6].radius += 0.5f;  // j2.R
    const std::vector<SideRow> rows = report(scene_of(skeleton));
    CHECK(rows.front().left == skeleton.joints[5].id);
    CHECK(rows.front().right == skeleton.joints[6].id);
    CHECK(rows.front().radius == doctest::Approx(0.5f).epsilon(1e-4));
    CHECK_FALSE(rows.front().is_even);
    CHECK(all_even({rows.begin() + 1, rows.end()}));
    skeleton.joints[6].name = "odd.R";
    const std::vector<SideRow> lonely = report(scene_of(skeleton));
    REQUIRE(lonely.size() == 6);
    for (std::size_t last : {std::size_t{4}, std::size_t{5}}) {
      CHECK(lonely[last].right == kNoId);
      CHECK_FALSE(lonely[last].is_even);
    }
  }
}

SOLVED_CASE(
    "the report of a model whose sides hold as many vertices is even in that too, and says when "
    "they do not") {
  Skeleton skeleton;
  for (const float side : {1.0f, -1.0f}) {
    Joint joint{.id = side > 0 ? Id{10} : Id{11}, .name = side > 0 ? "leg.L" : "leg.R"};
    joint.bind_local = glm::translate(glm::mat4(1.0f), {0.25f * side, 0.0f, 0.0f});
    joint.extent = {0.0f, 2.0f, 0.0f};
    joint.radius = 0.6f;
    skeleton.joints.push_back(joint);
  }
  Scene scene = scene_of(skeleton);
  scene.nodes.push_back({.id = 2,
                         .name = "Mesh",
                         .mesh = std::make_shared<Mesh>(capped_cylinder(21, 16)),
                         .bound_to = 1});
  REQUIRE(report(scene).size() == 1);
  CHECK(report(scene).front().left_captured == report(scene).front().right_captured);
  CHECK(report(scene).front().left_captured > 0);
  CHECK(report(scene).front().is_even);
  const op::SetNodeLocal aside{2, glm::translate(glm::mat4(1.0f), {0.2f, 0.0f, 0.0f})};
  const Scene moved = *apply(scene, aside, implementation()).scene;
  CHECK(report(moved).front().left_captured > report(moved).front().right_captured);
  CHECK_FALSE(report(moved).front().is_even);
}

TEST_CASE("radii go to partners that are not named themselves, and to nobody else") {
  Random random(2);
  const Skeleton skeleton = symmetric_skeleton(random, 0, 0.0f, 0);
  const auto id = [&](const char* name) {
    return skeleton.joints[std::size_t(joint_index(skeleton, name))].id;
  };
  const Scene scene = scene_of(skeleton);
  const auto both = [&](const op::SetRadius& asked) {
    return std::get<op::SetRadius>(with_symmetry(scene, asked, implementation()));
  };
  const op::SetRadius one = both({{id("j1.L")}, {0.7f}});
  CHECK(one.joints == std::vector<Id>{id("j1.L"), id("j1.R")});
  CHECK(one.radii == std::vector<float>{0.7f, 0.7f});
  const op::SetRadius three = both({{id("j1.L"), id("hips"), id("j1.R")}, {0.7f, 0.1f, 0.2f}});
  CHECK(three.joints == std::vector<Id>{id("j1.L"), id("hips"), id("j1.R")});
  CHECK(three.radii == std::vector<float>{0.7f, 0.1f, 0.2f});
  const op::SetRadius taper = both({{id("j1.L")}, {0.7f}, {0.3f}});
  CHECK(taper.radii == std::vector<float>{0.7f, 0.7f});
  CHECK(taper.tip_radii == std::vector<float>{0.3f, 0.3f});
  CHECK(both({{77777}, {0.7f}}).joints == std::vector<Id>{77777});
  CHECK(both({{id("j1.L")}, {}}).joints.size() == 1);
}

SOLVED_CASE(
    "one click makes a crooked pair even; its children, everything else and the pose's Ul stay") {
  for (auto& random : seeds<Random>(40)) {
    Skeleton skeleton =
        symmetric_skeleton(random, random.seed % 3, random.uniform(-2.0f, 2.0f), random.below(3));
    const int crooked = 2 * (1 + random.below(5));  // a .R
    Joint& wrong = skeleton.joints[std::size_t(crooked)];
    const std::vector<glm::mat4> before = binds(skeleton);
    wrong.bind_local = wrong.bind_local * random.rigid(0.1f);
    wrong.extent += random.vec3(0.1f);
    wrong.radius *= 1.5f;
    wrong.user_local = random.rigid(0.3f);
    const glm::mat4 parent_bind =
        wrong.parent < 0 ? glm::mat4(1.0f) : before[std::size_t(wrong.parent)];
    for (std::size_t child = 0; child < before.size(); ++child)  // its children keep their place
      if (skeleton.joints[child].parent == crooked)
        skeleton.joints[child].bind_local =
            glm::inverse(parent_bind * wrong.bind_local) * before[child];
    const Scene scene = scene_of(skeleton);
    CHECK_FALSE(all_even(report(scene)));
    const Id from = skeleton.joints[std::size_t(crooked - 1)].id;
    const Applied fixed = apply(scene, op::MirrorJoint{from, wrong.id}, implementation());
    REQUIRE(fixed.scene.has_value());
    CHECK(all_even(report(*fixed.scene)));
    const std::vector<glm::mat4> was = binds(skeleton),
                                 now = binds(*fixed.scene->nodes[0].skeleton);
    for (std::size_t j = 0; j < was.size(); ++j) {
      if (int(j) == crooked) continue;
      CHECK(glm::distance(was[j][3], now[j][3]) < 1e-4f);
      for (int column = 0; column < 3; ++column)
        CHECK(glm::distance(was[j][column], now[j][column]) < 1e-4f);
    }
    CHECK(joint_named(*fixed.scene, wrong.name).user_local == wrong.user_local);
    CHECK(glm::determinant(glm::mat3(now[std::size_t(crooked)])) > 0.0f);
    CHECK(label(scene, op::MirrorJoint{from, wrong.id}) ==
          "Mirror " + skeleton.joints[std::size_t(crooked - 1)].name + " to " + wrong.name);
  }
}

SOLVED_CASE("mirrored there and back again, a joint is what it was; an even pair stays as it is") {
  for (auto& random : seeds<Random>(40)) {
    const Skeleton skeleton =
        symmetric_skeleton(random, random.seed % 3, random.uniform(-2.0f, 2.0f), random.below(3));
    const int left = 1 + 2 * random.below(5);
    const Id l = skeleton.joints[std::size_t(left)].id,
             r = skeleton.joints[std::size_t(left + 1)].id;
    const Scene scene = scene_of(skeleton);
    const Scene once = *apply(scene, op::MirrorJoint{l, r}, implementation()).scene;
    const Scene twice = *apply(once, op::MirrorJoint{r, l}, implementation()).scene;
    const std::vector<glm::mat4> was = binds(skeleton);
    for (const Scene& after : {once, twice}) {
      const Skeleton& result = *after.nodes[0].skeleton;
      const std::vector<glm::mat4> now = binds(result);
      for (std::size_t j = 0; j < was.size(); ++j) {
        for (int column = 0; column < 4; ++column)
          CHECK(glm::distance(was[j][column], now[j][column]) < 1e-4f);
        CHECK(glm::distance(skeleton.joints[j].extent, result.joints[j].extent) < 1e-5f);
        CHECK(skeleton.joints[j].radius == result.joints[j].radius);
      }
    }
  }
}

TEST_CASE("a joint does not mirror itself, nobody, or a joint of another skeleton") {
  const Scene scene = full_scene(9);
  const Id one = scene.nodes[1].skeleton->joints[2].id;
  const auto why = [&](Id from, Id to) {
    const Applied applied = apply(scene, op::MirrorJoint{from, to}, implementation());
    CHECK_FALSE(applied.scene.has_value());
    return applied.reason;
  };
  CHECK(contains(why(one, one), "itself"));
  CHECK(contains(why(one, 99999), "99999"));
  CHECK(contains(why(99999, one), "99999"));
  CHECK(contains(why(one, scene.nodes[3].skeleton->joints[0].id), "another skeleton"));
}
