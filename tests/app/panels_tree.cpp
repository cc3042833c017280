// The rows of the scene panel and the numbers of the inspector, without a window.
#include <algorithm>

#include "app/panels/inspector.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/tree_rows.h"
#include "editor/session.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

std::vector<std::string> names_of(const Scene& scene, const std::vector<TreeRow>& rows) {
  std::vector<std::string> names;
  for (const TreeRow& row : rows) names.push_back(row_name(scene, row));
  return names;
}

Scene random_scene(Random& random) {
  Scene scene;
  for (int n = 0; n < 6; ++n) {
    Node node{.id = Id(n + 1),
              .name = "node" + std::to_string(n),
              .parent = n == 0 ? -1 : random.below(n + 1) - 1};
    if (n == 4)
      node.skeleton =
          std::make_shared<Skeleton>(random_skeleton(random, {.joints = 40, .roots = 3}));
    scene.nodes.push_back(node);
  }
  return scene;
}

}  // namespace

TEST_CASE("The tree shows every node and joint once, each below its parent and one step deeper") {
  for (auto& random : rounds<Random>(3, 20)) {
    const Scene scene = random_scene(random);
    const std::vector<TreeRow> rows = tree_rows(scene, {});
    REQUIRE(rows.size() == 1 + 6 + 40);
    std::set<Id> seen;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      CHECK(seen.insert(rows[i].id).second);
      // The nearest row above that is one step less deep is the parent.
      std::size_t above = i;
      while (rows[above].depth != rows[i].depth - 1) --above;
      const TreeRow& parent = rows[above];
      const Node& node = scene.nodes[std::size_t(rows[i].node)];
      if (rows[i].kind == RowKind::joint) {
        const int wanted = node.skeleton->joints[std::size_t(rows[i].joint)].parent;
        CHECK((wanted < 0 ? parent.kind == RowKind::skeleton : parent.joint == wanted));
      } else {
        CHECK((node.parent < 0 ? parent.kind == RowKind::scene : parent.node == node.parent));
      }
    }
  }
}

TEST_CASE(
    "A folded row hides what is below it and nothing else; revealing an id unfolds the way to it") {
  const Scene scene = arm_scene();
  TreeState state;
  state.closed = {kShoulder};
  CHECK(names_of(scene, tree_rows(scene, state)) ==
        std::vector<std::string>{"Scene", "Arm", "Skeleton", "shoulder"});
  state.closed = {kShoulder, kElbow, kArmSkeleton};
  reveal(scene, state, kWrist);
  CHECK(names_of(scene, tree_rows(scene, state)).back() == "wrist");
}

TEST_CASE("A search shows what contains it, in any case, with its ancestors, folded or not") {
  const Scene scene = arm_scene();
  TreeState state;
  state.closed = {kArmSkeleton, kShoulder};
  state.search = "ELB";
  const std::vector<TreeRow> rows = tree_rows(scene, state);
  CHECK(names_of(scene, rows) ==
        std::vector<std::string>{"Scene", "Skeleton", "shoulder", "elbow"});
  CHECK(row_of(rows, kElbow).is_match);
  CHECK_FALSE(row_of(rows, kShoulder).is_match);
  state.search = "nobody";
  CHECK(tree_rows(scene, state).size() == 1);
}

TEST_CASE("A range holds the rows between two, whichever comes first") {
  const Scene scene = arm_scene();
  const std::vector<TreeRow> rows = tree_rows(scene, {});
  CHECK(rows_between(rows, kWrist, kShoulder) == std::vector<Id>{kShoulder, kElbow, kWrist});
  CHECK(rows_between(rows, kElbow, kElbow) == std::vector<Id>{kElbow});
  CHECK(rows_between(rows, kElbow, 999).empty());
}

TEST_CASE(
    "Dropping a joint gives it another parent, never one below itself; on its skeleton it becomes "
    "a root") {
  const Scene scene = arm_scene();
  const std::vector<TreeRow> rows = tree_rows(scene, {});
  const auto drop = [&](Id dragged, Id onto) {
    return drop_operation(scene, dragged, row_of(rows, onto));
  };
  REQUIRE(drop(kWrist, kShoulder));
  CHECK(std::get<op::ReparentJoint>(*drop(kWrist, kShoulder)).new_parent == kShoulder);
  CHECK_FALSE(drop(kShoulder, kWrist));
  CHECK_FALSE(drop(kWrist, kElbow));
  CHECK_FALSE(drop(kWrist, kWrist));
  CHECK_FALSE(drop(kWrist, kArmMesh));
  REQUIRE(drop(kWrist, kArmSkeleton));
  CHECK(std::get<op::ReparentJoint>(*drop(kWrist, kArmSkeleton)).new_parent == kNoId);
  CHECK_FALSE(drop(kShoulder, kArmSkeleton));
  REQUIRE(drop(kArmMesh, kArmSkeleton));
  CHECK(std::get<op::ReparentNode>(*drop(kArmMesh, kArmSkeleton)).new_parent == kArmSkeleton);
  CHECK_FALSE(drop(kArmMesh, kNoId));
}

TEST_CASE(
    "What is dropped on a joint hangs on it and stands below it in the tree; elsewhere it comes "
    "off") {
  const Scene scene = arm_scene();
  const std::vector<TreeRow> rows = tree_rows(scene, {});
  const std::optional<Operation> on = drop_operation(scene, kArmMesh, row_of(rows, kElbow));
  REQUIRE(on);
  CHECK(std::get<op::ReparentNode>(*on).new_parent == kElbow);
  const Scene hung = *apply(scene, *on, tasks_of(Backend::textbook)).scene;
  const std::vector<TreeRow> below = tree_rows(hung, {});
  const auto elbow =
      std::find_if(below.begin(), below.end(), [](const TreeRow& row) { return row.id == kElbow; });
  REQUIRE(elbow + 1 != below.end());
  CHECK((elbow + 1)->id == kArmMesh);
  CHECK((elbow + 1)->depth == elbow->depth + 1);
  CHECK(std::count_if(below.begin(), below.end(),
                      [](const TreeRow& row) { return row.id == kArmMesh; }) == 1);
  CHECK_FALSE(drop_operation(hung, kArmMesh, row_of(below, kElbow)));
  const std::optional<Operation> off = drop_operation(hung, kArmMesh, row_of(below, kArmSkeleton));
  REQUIRE(off);
  CHECK(std::get<op::ReparentNode>(*off).new_parent == kArmSkeleton);
  TreeState folded;
  folded.closed = {kElbow, kArmSkeleton};
  reveal(hung, folded, kArmMesh);
  CHECK(folded.closed.empty());
}

TEST_CASE("A chain of ten thousand joints is shown without running out of stack") {
  Scene scene = arm_scene();
  Skeleton& skeleton = edit_skeleton(scene, 1);
  skeleton.joints.resize(10000, skeleton.joints.front());
  for (int j = 0; j < 10000; ++j) {
    skeleton.joints[std::size_t(j)].id = Id(100 + j);
    skeleton.joints[std::size_t(j)].parent = j - 1;
  }
  CHECK(tree_rows(scene, {}).size() == 3 + 10000);
}

SOLVED_CASE(
    "Angles that are shown never jump while a joint turns, and the fields give the matrix back") {
  for (auto& random : rounds<Random>(5, 20)) {
    InspectorState state;
    const glm::vec3 axis = random.direction();
    const glm::mat4 frame = glm::translate(glm::mat4(1.0f), random.vec3()) * random.rotation();
    const glm::vec3 scale{random.uniform(0.5f, 2.0f), random.uniform(0.5f, 2.0f),
                          random.uniform(0.5f, 2.0f)};
    glm::vec3 last = shown_transform(state, 1, frame * glm::scale(glm::mat4(1.0f), scale)).degrees;
    for (int step = 1; step <= 300; ++step) {
      const glm::mat4 matrix = frame * glm::rotate(glm::mat4(1.0f), 0.03f * float(step), axis) *
                               glm::scale(glm::mat4(1.0f), scale);
      const ShownTransform shown = shown_transform(state, 1, matrix);
      CHECK_FALSE(shown.has_shear);
      const glm::mat4 again = matrix_of(shown);
      for (int c = 0; c < 4; ++c) CHECK(glm::distance(again[c], matrix[c]) < 1e-3f);
      // 1.7 degrees move an angle far only near the poles of y, where z and x trade.
      if (std::abs(std::cos(glm::radians(shown.degrees.y))) > 0.3f &&
          std::abs(std::cos(glm::radians(last.y))) > 0.3f)
        CHECK(glm::length(shown.degrees - last) < 20.0f);
      last = shown.degrees;
    }
  }
}

TEST_CASE("A shear is said, and a pure translation, rotation and scale is not called one") {
  InspectorState state;
  glm::mat4 sheared(1.0f);
  sheared[1][0] = 0.3f;
  CHECK(shown_transform(state, 1, sheared).has_shear);
  Random random(6);
  for (int trial = 0; trial < 100; ++trial)
    CHECK_FALSE(
        shown_transform(state, 1, random.rigid() * glm::scale(glm::mat4(1.0f), {0.5f, 2.0f, 1.3f}))
            .has_shear);
}
