// One step from a bare mesh to a bound one: a joint that begins a skeleton, or a human figure's.
// Joints moved at rest: their turns are as large about the new places.
#include "edit/figure/figure_skeleton.h"
#include "edit/mirror.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/ik/elbows.h"
#include "scene/joint_places.h"
#include "scene/joint_roles.h"
#include "scene/motion_sampling.h"
#include "support/random_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Scene bare_scene(Random& random) {
  Scene scene;
  for (int n = 0; n < 3; ++n) {
    Node node{.id = take_id(scene), .name = "mesh" + std::to_string(n), .local = random.affine()};
    if (n < 2) node.mesh = std::make_shared<Mesh>(capped_cylinder(4, 6));
    scene.nodes.push_back(node);
  }
  return scene;
}

const FigureBone& bone_named(const std::vector<FigureBone>& bones, const std::string& name) {
  const auto found = std::find_if(bones.begin(), bones.end(),
                                  [&](const FigureBone& bone) { return bone.name == name; });
  REQUIRE(found != bones.end());
  return *found;
}

/// A human skeleton alone, its joints named as if they were just drawn.
Scene drawn_figure() {
  Scene scene = applied_to({}, human_skeleton({}, human_bones_in({{-4, 0, -1}, {4, 10, 1}})));
  Skeleton& skeleton = edit_skeleton(scene, 0);
  for (Joint& joint : skeleton.joints) {
    const std::optional<bool> is_left = is_left_name(joint.name);
    joint.name = unique_joint_name(skeleton, !is_left ? "joint" : *is_left ? "joint.L" : "joint.R");
  }
  return scene;
}

/// The names after figure_names(), by the joints' order; none if the shape leaves a doubt.
std::vector<std::string> names_by_place(const Scene& scene) {
  const std::optional<op::RenameJoints> edit = figure_names(*scene.nodes[0].skeleton);
  if (!edit) return {};
  std::vector<std::string> names;
  const Scene named = applied_to(scene, *edit);
  for (const Joint& joint : named.nodes[0].skeleton->joints) names.push_back(joint.name);
  return names;
}

Scene without(Scene scene, std::initializer_list<std::size_t> joints) {
  std::vector<Id> ids;
  for (const std::size_t joint : joints) ids.push_back(scene.nodes[0].skeleton->joints[joint].id);
  for (const Id id : ids) scene = applied_to(scene, op::DeleteJoint{id, false});
  return scene;
}

/// Degrees of the left arm below level.
float drop_of(const std::vector<FigureBone>& bones) {
  const glm::vec3 arm = bone_named(bones, "hand.L").tip - bone_named(bones, "upper_arm.L").base;
  return glm::degrees(std::atan2(-arm.y, arm.x));
}

}  // namespace

SOLVED_CASE(
    "A joint without a skeleton begins one at the world's origin: its bone is where it was asked "
    "for, and unbound meshes are bound") {
  for (auto& random : rounds<Random>(31, 30)) {
    const Scene scene = bare_scene(random);
    const glm::vec3 base = random.vec3(), tip = random.vec3();
    const Applied made =
        apply(scene, op::AddJoint{kNoId, kNoId, base, tip, 0.2f, {}}, implementation());
    REQUIRE(made.scene);
    REQUIRE(made.scene->nodes.size() == 4);
    const Node& node = made.scene->nodes.back();
    REQUIRE(node.skeleton);
    CHECK(node.id == scene.next_id);
    REQUIRE(node.skeleton->joints.size() == 1);
    const Joint& joint = node.skeleton->joints.front();
    CHECK(joint.id == scene.next_id + 1);
    CHECK(glm::distance(glm::vec3(joint.bind_local[3]), base) < 1e-5f);
    CHECK(glm::distance(glm::vec3(joint.bind_local * glm::vec4(joint.extent, 1.0f)), tip) < 1e-5f);
    CHECK(made.scene->nodes[0].bound_to == node.id);
    CHECK(made.scene->nodes[1].bound_to == node.id);
    CHECK(made.scene->nodes[2].bound_to == kNoId);
  }
}

SOLVED_CASE(
    "A mesh that is bound already stays with its skeleton, and a wrong first joint leaves no "
    "skeleton behind") {
  const Scene scene = full_scene(32);
  const Applied made =
      apply(scene, op::AddJoint{kNoId, kNoId, {}, {0, 1, 0}, 0.2f, {}}, implementation());
  REQUIRE(made.scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].bound_to != kNoId)
      CHECK(made.scene->nodes[n].bound_to == scene.nodes[n].bound_to);
  CHECK_FALSE(
      apply(scene, op::AddJoint{kNoId, kNoId, {}, {0, 1, 0}, 0.0f, {}}, implementation()).scene);
  CHECK_FALSE(
      apply(scene, op::AddJoint{kNoId, 9999, {}, {0, 1, 0}, 0.2f, {}}, implementation()).scene);
}

TEST_CASE("a human skeleton in the sample's box has the joints of the sample, where they are") {
  const Scene mesh = io::load(media() / "human.obj").scene,
              sample = io::load(media() / "human.glb").scene;
  const std::vector<FigureBone> bones = human_bones_in(bounds_of_unbound(mesh));
  const Skeleton& known = *sample.nodes[0].skeleton;
  REQUIRE(bones.size() == known.joints.size());
  for (std::size_t j = 0; j < bones.size(); ++j) {
    const int other = joint_index(known, bones[j].name);
    REQUIRE_MESSAGE(other >= 0, bones[j].name);
    const glm::dmat4 rest = rest_place(known, other);
    const Joint& joint = known.joints[std::size_t(other)];
    CHECK(glm::distance(bones[j].base, glm::vec3(rest[3])) < 0.005f);
    CHECK(glm::distance(bones[j].tip, glm::vec3(rest * glm::dvec4(joint.extent, 1.0))) < 0.005f);
    CHECK(bones[j].parent < int(j));
    const std::string above = bones[j].parent < 0 ? "" : bones[std::size_t(bones[j].parent)].name;
    CHECK(above == (joint.parent < 0 ? "" : known.joints[std::size_t(joint.parent)].name));
  }
}

TEST_CASE("arms of a human skeleton reach the sides of the box, and the figure stands in it") {
  const auto box = [](float width) { return Bounds{{-width, 0, -1}, {width, 10, 1}}; };
  CHECK(std::abs(drop_of(human_bones_in(box(4.8f)))) < 2.0f);  // T
  CHECK(std::abs(drop_of(human_bones_in(box(4.2f))) - 32.0f) < 3.0f);
  CHECK(drop_of(human_bones_in(box(2.0f))) > 70.0f);
  CHECK(std::abs(drop_of(human_bones_in(box(40.0f)))) < 0.1f);
  for (const float width : {2.0f, 3.0f, 4.2f, 4.8f})
    for (const FigureBone& bone : human_bones_in(box(width)))
      for (const glm::vec3& end : {bone.base, bone.tip}) CHECK(box(width).holds(end));
  CHECK(human_bones_in(Bounds{}).empty());
  CHECK(human_bones_in(Bounds{{0, 1, 0}, {1, 1, 1}}).empty());
}

TEST_CASE("in a box that lies along z the human skeleton has z up and faces -y") {
  const std::vector<FigureBone> standing = human_bones_in({{2, 5, -1}, {10, 15, 1}}),
                                lying = human_bones_in({{2, -1, 5}, {10, 1, 15}});
  REQUIRE(lying.size() == standing.size());
  for (std::size_t bone = 0; bone < lying.size(); ++bone) {
    const glm::vec3& up = standing[bone].tip;
    CHECK(glm::distance(lying[bone].tip, glm::vec3(up.x, -up.z, up.y)) < 1e-4f);
    CHECK(lying[bone].radius == doctest::Approx(standing[bone].radius));
  }
}

SOLVED_CASE(
    "adding a human skeleton is one step, binds what is unbound, and gives pairs, roles and knees "
    "that the program knows") {
  Scene scene = full_scene(33);
  scene.nodes.push_back({.id = take_id(scene),
                         .name = "figure",
                         .local = glm::scale(glm::mat4(1.0f), glm::vec3(2.0f, 9.0f, 2.0f)),
                         .mesh = std::make_shared<Mesh>(capped_cylinder(4, 6))});
  const Operation add = human_skeleton(scene, human_bones_in({{-4, 0, -1}, {4, 10, 1}}));
  Document document(implementation(), scene);
  REQUIRE(document.perform(add));
  CHECK(document.history().steps().size() == 2);
  CHECK(document.history().steps().back().label == "Add human skeleton");
  const Scene& after = document.scene();
  REQUIRE(after.nodes.size() == scene.nodes.size() + 1);
  const Node& node = after.nodes.back();
  REQUIRE(node.skeleton);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    CHECK(after.nodes[n].bound_to ==
          (is_unbound_mesh(scene, int(n)) ? node.id : scene.nodes[n].bound_to));
  CHECK(find_node(after, scene.nodes.back().id)->bound_to == node.id);

  const Skeleton& skeleton = *node.skeleton;
  REQUIRE(skeleton.joints.size() == 21);
  const MirrorPairs pairs = mirror_pairs(skeleton, implementation().bind_matrices(skeleton));
  const std::vector<JointRole> roles = joint_roles(skeleton);
  for (std::size_t j = 0; j < 21; ++j) {
    CHECK_MESSAGE(pairs.other[j] >= 0, skeleton.joints[j].name);
    CHECK_MESSAGE(roles[j].part != BodyPart::none, skeleton.joints[j].name);
  }
  CHECK(pairs.axis == 0);
  for (const char* name : {"forearm.L", "forearm.R", "shin.L", "shin.R"})
    CHECK(elbow_of(
        after,
        joint_by_id(after, skeleton.joints[std::size_t(joint_index(skeleton, name))].id).id));

  const ParsedLine read = parse_line(scene, line_of(scene, add));
  REQUIRE_MESSAGE(read.operation, read.problem);
  CHECK(same_content(applied_to(scene, *read.operation), after));
  REQUIRE(document.undo());
  CHECK(document.scene() == scene);
}

SOLVED_CASE("drawn joints get names by their place on a figure, others keep theirs") {
  const Scene drawn = drawn_figure();
  std::vector<std::string> wanted;
  for (const FigureBone& bone : human_bones_in({{-4, 0, -1}, {4, 10, 1}}))
    wanted.push_back(bone.name);
  CHECK(names_by_place(drawn) == wanted);

  Scene unmarked = drawn;  // drawn without symmetry
  Skeleton& plain = edit_skeleton(unmarked, 0);
  for (Joint& joint : plain.joints) joint.name = unique_joint_name(plain, "joint");
  CHECK(names_by_place(unmarked) == wanted);

  Scene typed = drawn;
  edit_skeleton(typed, 0).joints[8].name = "paw.L";
  wanted[8] = "paw.L";
  CHECK(names_by_place(typed) == wanted);

  constexpr std::size_t kClavicleL = 5, kToeL = 12, kClavicleR = 13, kToeR = 20;
  const std::vector<std::string> few =
      names_by_place(without(drawn, {kClavicleL, kClavicleR, kToeL, kToeR}));
  CHECK(std::set<std::string>(few.begin(), few.end()) ==
        std::set<std::string>{"hips", "spine", "chest", "neck", "head", "upper_arm.L", "forearm.L",
                              "hand.L", "thigh.L", "shin.L", "foot.L", "upper_arm.R", "forearm.R",
                              "hand.R", "thigh.R", "shin.R", "foot.R"});
}

SOLVED_CASE("where the shape of a drawn skeleton leaves a doubt it keeps its names") {
  const Scene drawn = drawn_figure();
  CHECK(names_by_place(without(drawn, {6, 7, 8})).empty());  // one arm is a clavicle
  CHECK(names_by_place(without(drawn, {10, 11, 12})).empty());
  Scene lying = drawn;
  glm::mat4& hips = edit_skeleton(lying, 0).joints[0].bind_local;
  hips = hips * glm::rotate(glm::mat4(1.0f), glm::radians(90.0f), glm::vec3(1.0f, 0.0f, 0.0f));
  CHECK(names_by_place(lying).empty());
  Scene mirrored = drawn;  // its left is at -x
  for (Joint& joint : edit_skeleton(mirrored, 0).joints)
    if (const auto other = mirrored_name(joint.name)) joint.name = *other;
  CHECK(names_by_place(mirrored).empty());
  Scene apart = drawn;
  edit_skeleton(apart, 0).joints[9].parent = -1;
  CHECK(names_by_place(apart).empty());
  CHECK_FALSE(figure_names(Skeleton{}));
}

namespace marrow::test {

namespace {

/// A motion with translations and rotations of each joint, linear and cubic.
Motion motion_of_all(Random& random, const Skeleton& skeleton) {
  Motion motion{"all", {}, {}};
  for (const Joint& joint : skeleton.joints) {
    const glm::vec3 held = random.vec3();
    MotionTrack track{.target = joint.id, .translation = held};
    const bool is_cubic = random.chance(0.5f);
    MotionChannel way{MotionProperty::translation,
                      is_cubic ? Interpolation::cubic : Interpolation::linear,
                      {0.0f, 1.0f},
                      {}};
    for (int k = 0; k < (is_cubic ? 18 : 6); ++k) way.values.push_back(random.uniform(-1.0f, 1.0f));
    const MotionChannel turn{MotionProperty::rotation,
                             Interpolation::linear,
                             {0.0f, 1.0f},
                             {0.0f, 0.0f, 0.0f, 1.0f, 0.6f, 0.0f, 0.0f, 0.8f}};
    track.channels.push_back(turn);
    if (random.chance(0.6f)) track.channels.push_back(way);
    motion.tracks.push_back(std::move(track));
  }
  return motion;
}

/// A posed tree and a motion.
Scene moving_tree(Random& random) {
  Skeleton skeleton = random_skeleton(random, {.joints = 6 + random.below(8), .roots = 2});
  Scene scene;
  scene.motions = {std::make_shared<const Motion>(motion_of_all(random, skeleton))};
  Node rig{.id = 1, .name = "rig"};
  rig.local = random.rigid();
  rig.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  scene.nodes = {rig};
  scene.next_id = 1000;
  return scene;
}

const Skeleton& tree_of(const Scene& scene) { return *scene.nodes[0].skeleton; }

}  // namespace

SOLVED_CASE("motions keep Ul where joints move: dragged by the base or ridden by a tip") {
  for (auto& random : seeds<Random>(20)) {
    const Scene scene = moving_tree(random);
    const Skeleton& before = tree_of(scene);
    const Id joint = before.joints[std::size_t(random.below(6))].id;
    const glm::mat4 aside = glm::translate(glm::mat4(1.0f), random.vec3(0.4f));
    for (const Operation& edit :
         {Operation(op::MoveBase{joint, aside}), Operation(op::MoveTip{joint, aside, true})}) {
      const Scene moved = applied_to(scene, edit);
      for (const float time : {0.0f, 0.3f, 1.0f}) {
        const Scene was = keyed_at_time(scene, *scene.motions[0], time),
                    is = keyed_at_time(moved, *moved.motions[0], time);
        for (std::size_t j = 0; j < before.joints.size(); ++j)
          CHECK(difference(tree_of(is).joints[j].user_local, tree_of(was).joints[j].user_local) <
                1e-4f);
      }
    }
  }
}

}  // namespace marrow::test
