// Gestures, undo, selection, saved or not; and the history's memory.
#include <cstring>
#include <utility>

#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Equal in every bit, where == accepts 0 and -0.
bool is_bit_identical(const Scene& a, const Scene& b) {
  if (!(a == b)) return false;
  for (std::size_t n = 0; n < a.nodes.size(); ++n) {
    if (std::memcmp(&a.nodes[n].local, &b.nodes[n].local, sizeof(glm::mat4)) != 0) return false;
    if (a.nodes[n].skeleton != b.nodes[n].skeleton || a.nodes[n].mesh != b.nodes[n].mesh)
      return false;
  }
  return true;
}

glm::mat4 shift(float x) { return glm::translate(glm::mat4(1.0f), {x, 0.0f, 0.0f}); }

struct Opened {
  Random random{42};
  Scene start = full_scene(random);
  Document document{implementation(), start, "Open human.glb"};
  Id node = start.nodes[1].id;
  Id joint = start.nodes[1].skeleton->joints[3].id;
};

}  // namespace

TEST_CASE_FIXTURE(Opened,
                  "a gesture is one step, and undo brings back the scene of its start to the bit") {
  document.begin();
  for (int i = 1; i <= 20; ++i)
    CHECK(document.update(op::ApplyIncrement{{node}, shift(0.1f * float(i)), "Move"}));
  CHECK(document.in_gesture());
  CHECK(is_bit_identical(document.gesture_start(), start));
  CHECK(document.commit());
  CHECK(document.history().steps().size() == 2);
  CHECK(document.history().steps()[1].label == "Move rig");
  const Scene end = document.scene();
  CHECK_FALSE(end == start);
  CHECK(document.undo());
  CHECK(is_bit_identical(document.scene(), start));
  CHECK(document.redo());
  CHECK(is_bit_identical(document.scene(), end));
  CHECK_FALSE(document.redo());
}

TEST_CASE_FIXTURE(Opened, "canceling restores every bit, minus zeros included") {
  Scene with_minus_zero = start;
  with_minus_zero.nodes[5].local = glm::mat4(1.0f);
  with_minus_zero.nodes[5].local[3].x = -0.0f;
  Document minus(implementation(), with_minus_zero);
  minus.begin();
  CHECK(minus.update(op::SetNodeLocal{with_minus_zero.nodes[5].id, shift(1.0f)}));
  CHECK(minus.update(op::SetNodeLocal{with_minus_zero.nodes[5].id, glm::mat4(1.0f)}));
  minus.cancel();
  CHECK(is_bit_identical(minus.scene(), with_minus_zero));

  document.begin();
  CHECK(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  document.cancel();
  CHECK(is_bit_identical(document.scene(), start));
  CHECK_FALSE(document.in_gesture());
  CHECK_FALSE(document.is_dirty());
  CHECK(document.history().steps().size() == 1);
}

TEST_CASE_FIXTURE(Opened,
                  "a refused update keeps the last good one; garbage alone pushes nothing") {
  document.begin();
  CHECK(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  const Scene good = document.scene();
  const std::uint64_t revision = document.revision();
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    CHECK_FALSE(document.update(op::ApplyIncrement{{node}, shift(bad), "Move"}));
    CHECK_FALSE(document.reason().empty());
    CHECK(document.scene() == good);
  }
  CHECK(document.revision() == revision);
  CHECK(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  CHECK(document.reason().empty());
  CHECK(document.commit());
  CHECK(is_bit_identical(document.scene(), good));

  document.begin();
  CHECK_FALSE(document.update(op::ApplyIncrement{{node}, shift(NAN), "Move"}));
  CHECK_FALSE(document.commit());
  CHECK(document.history().steps().size() == 2);
}

TEST_CASE_FIXTURE(
    Opened, "a gesture that ends where it began, and an edit that changes nothing, push nothing") {
  document.begin();
  CHECK(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  CHECK(document.update(op::ApplyIncrement{{node}, shift(0.0f), "Move"}));
  CHECK_FALSE(document.commit());
  const std::uint64_t revision = document.revision();
  const Joint& knee = start.nodes[1].skeleton->joints[3];
  CHECK(document.perform(op::SetRadius{{joint}, {knee.radius}}));
  CHECK(document.perform(op::SetUserLocal{{{joint, knee.user_local}}}));
  CHECK(document.perform(op::Rename{joint, knee.name}));
  CHECK(document.revision() == revision);
  CHECK(document.history().steps().size() == 1);
  CHECK(is_bit_identical(document.scene(), start));
}

TEST_CASE_FIXTURE(Opened,
                  "mid-drag nothing else can be done: no undo, no redo, no travel, no other edit") {
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.5f}}));
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.6f}}));
  REQUIRE(document.undo());
  document.begin();
  REQUIRE(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  const Scene mid = document.scene();
  CHECK_FALSE(document.undo());
  CHECK(contains(document.reason(), "drag"));
  CHECK_FALSE(document.redo());
  CHECK_FALSE(document.travel(0));
  CHECK_FALSE(document.perform(op::SetRadius{{joint}, {0.7f}}));
  CHECK(document.scene() == mid);
  CHECK(document.commit());
  CHECK_FALSE(document.update(op::ApplyIncrement{
      {node}, shift(2.0f), "Move"}));  // outside a gesture there is nothing to update
  CHECK_FALSE(document.commit());
}

TEST_CASE_FIXTURE(Opened, "a gesture left open is canceled by the next") {
  document.begin();
  REQUIRE(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  document.begin();
  CHECK(is_bit_identical(document.gesture_start(), start));
  CHECK_FALSE(document.commit());
  CHECK(is_bit_identical(document.scene(), start));
}

TEST_CASE_FIXTURE(Opened, "a new edit after undo drops the redo side") {
  for (const float radius : {0.5f, 0.6f, 0.7f})
    REQUIRE(document.perform(op::SetRadius{{joint}, {radius}}));
  REQUIRE(document.travel(1));
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.9f}}));
  CHECK(document.history().steps().size() == 3);
  CHECK_FALSE(document.history().can_redo());
  CHECK_FALSE(document.travel(3));
  REQUIRE(document.travel(0));
  CHECK(is_bit_identical(document.scene(), start));
}

TEST_CASE_FIXTURE(Opened, "the document is dirty exactly while it differs from what was saved") {
  CHECK_FALSE(document.is_dirty());
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.5f}}));
  CHECK(document.is_dirty());
  document.mark_saved("human.glb");
  CHECK_FALSE(document.is_dirty());
  CHECK(document.path() == "human.glb");
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.6f}}));
  CHECK(document.is_dirty());
  REQUIRE(document.undo());
  CHECK_FALSE(document.is_dirty());
  REQUIRE(document.undo());
  CHECK(document.is_dirty());
  REQUIRE(document.redo());
  CHECK_FALSE(document.is_dirty());
  document.begin();
  REQUIRE(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  CHECK(document.is_dirty());
  document.cancel();
  CHECK_FALSE(document.is_dirty());
}

TEST_CASE_FIXTURE(Opened, "the revision changes with the scene and only with the scene") {
  std::uint64_t last = document.revision();
  const auto changed = [&] { return std::exchange(last, document.revision()) != last; };
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.5f}}));
  CHECK(changed());
  REQUIRE(document.undo());
  CHECK(changed());
  document.select({joint});
  document.mark_saved("human.glb");
  CHECK_FALSE(document.perform(op::SetRadius{{joint}, {NAN}}));
  CHECK_FALSE(changed());
  document.begin();
  CHECK_FALSE(changed());
  REQUIRE(document.update(op::ApplyIncrement{{node}, shift(1.0f), "Move"}));
  CHECK(changed());
  document.cancel();
  CHECK(changed());
}

TEST_CASE_FIXTURE(
    Opened,
    "the selection holds what exists, the last one active, and survives undo where it exists") {
  document.select({joint, node, joint, 9999});
  CHECK(document.selection() == std::vector<Id>{node, joint});
  CHECK(document.active() == joint);
  document.toggle_selected(node);
  CHECK(document.selection() == std::vector<Id>{joint});
  document.toggle_selected(9999);
  CHECK(document.selection() == std::vector<Id>{joint});
  REQUIRE(document.perform(op::AddJoint{node, joint, {}, {0, 1, 0}, 0.1f, "new"}));
  const Id added = document.scene().next_id - 1;
  document.toggle_selected(added);
  CHECK(document.active() == added);
  REQUIRE(document.undo());
  CHECK(document.selection() == std::vector<Id>{joint});
  REQUIRE(document.perform(op::DeleteNode{start.nodes[0].id}));
  CHECK(document.selection().empty());
  CHECK(document.active() == kNoId);
}

TEST_CASE(
    "above its memory cap the history drops the oldest steps, never the present, and its memory "
    "stays flat") {
  Scene scene = full_scene(1);
  const std::size_t cap = 1 << 20;
  History history("start", scene, cap);
  const Id joint = scene.nodes[1].skeleton->joints[0].id;
  for (int i = 0; i < 3000; ++i) {
    const Operation operation = op::SetRadius{{joint}, {0.1f + 0.001f * float(i)}};
    scene = applied_to(scene, operation);
    history.push(std::to_string(i), operation, scene);
    REQUIRE(history.memory() <= cap);
    REQUIRE(history.steps().back().scene == scene);
    REQUIRE(history.current() + 1 == history.steps().size());
  }
  CHECK(history.steps().size() > 100);
  CHECK(history.steps().size() < 2900);
  CHECK(history.steps().front().label == std::to_string(3000 - int(history.steps().size())));

  History tiny("start", scene, 1);
  tiny.push("next", op::SetVisible{scene.nodes[0].id, false},
            applied_to(scene, op::SetVisible{scene.nodes[0].id, false}));
  CHECK(tiny.steps().size() == 1);
  CHECK_FALSE(tiny.steps()[0].scene.nodes[0].visible);
  CHECK_FALSE(tiny.can_undo());
}

TEST_CASE(
    "shared meshes and skeletons are counted once, and what is dropped is no longer counted") {
  Scene scene = full_scene(2);
  auto big = std::make_shared<Mesh>(*scene.nodes[4].mesh);
  big->uvs.resize(1 << 20);
  scene.nodes[4].mesh = big;
  const std::size_t mesh_bytes = sizeof(glm::vec2) << 20;
  History history("start", scene);
  CHECK(history.memory() > mesh_bytes);
  const std::size_t start = history.memory();
  for (int i = 0; i < 100; ++i) {
    const op::SetVisible operation{scene.nodes[0].id, i % 2 == 0};
    history.push("step", operation, applied_to(scene, operation));
  }
  CHECK(history.memory() < start + 100 * 5000);
  history.travel(0);
  const op::DeleteNode operation{scene.nodes[4].id};
  history.push("delete", operation, applied_to(scene, operation));
  CHECK(history.steps().size() == 2);
  CHECK(history.memory() < start + 5000);
}

TEST_CASE("what a file only carries is counted too") {
  Scene scene = full_scene(3);
  const std::size_t bare = History("start", scene).memory(), part = 1u << 20;
  auto texture = std::make_shared<Texture>();
  texture->file.resize(part);
  auto mesh = std::make_shared<Mesh>(*scene.nodes[2].mesh);
  mesh->attributes.push_back(
      {.name = "COLOR_0", .width = 4, .bytes = std::vector<std::uint8_t>(part)});
  mesh->morph_targets.push_back({.name = "smile",
                                 .positions = std::vector<glm::vec3>(part / sizeof(glm::vec3)),
                                 .normals = {},
                                 .tangents = {}});
  mesh->materials = {
      {.name = "skin", .carried = std::string(part, ' '), .textures = {texture, nullptr}}};
  scene.nodes[2].mesh = mesh;
  const std::size_t memory = History("start", scene).memory();
  CHECK(memory > bare + 4 * part - sizeof(glm::vec3));
  CHECK(memory < bare + 4 * part + 5000);
}

TEST_CASE(
    "the pixels of a texture are counted, once for all meshes and steps that show it, and no "
    "longer when nobody does") {
  Scene scene = full_scene(3);
  const std::size_t bare = History("start", scene).memory();
  auto texture = std::make_shared<Texture>();
  texture->file.resize(1000);
  texture->mime = "image/png";
  texture->width = texture->height = 1024;
  texture->rgba.resize(4u << 20);
  for (const std::size_t node : {2u, 4u}) {
    auto mesh = std::make_shared<Mesh>(*scene.nodes[node].mesh);
    mesh->materials = {{"skin", glm::vec4(1.0f), texture}, {"cloth", glm::vec4(1.0f), texture}};
    scene.nodes[node].mesh = mesh;
  }
  History history("start", scene);
  const std::size_t pixels = 4u << 20;
  CHECK(history.memory() > bare + pixels);
  CHECK(history.memory() < bare + pixels + 5000);
  for (const std::size_t node : {4u, 2u}) {
    const op::DeleteNode operation{scene.nodes[node].id};
    scene = applied_to(scene, operation);
    history.push("delete", operation, scene);
    CHECK(history.memory() > bare + pixels);  // undo brings it back
  }
  History small("start", scene, 1u << 20);
  const op::AddNodes import{history.steps().front().scene};
  small.push("import", import, applied_to(scene, import));
  CHECK(small.steps().size() == 1);
  const op::DeleteNode gone{small.steps().back().scene.nodes.back().id};
  small.push("delete", gone, applied_to(small.steps().back().scene, gone));
  CHECK(small.steps().size() == 1);
  CHECK(small.dropped() == 2);
  CHECK(history.dropped() == 0);
}

TEST_CASE_FIXTURE(
    Opened, "a document that stands in no file is dirty whatever is undone, until it is saved") {
  document.mark_unsaved();
  CHECK(document.is_dirty());
  CHECK_FALSE(document.is_saved_step(0));
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.5f}}));
  REQUIRE(document.undo());
  CHECK(document.is_dirty());
  REQUIRE(document.redo());
  document.mark_saved("human.glb");
  CHECK_FALSE(document.is_dirty());
  CHECK(document.is_saved_step(1));
  CHECK_FALSE(document.is_saved_step(0));
  REQUIRE(document.undo());
  CHECK(document.is_dirty());
}

TEST_CASE_FIXTURE(
    Opened, "commits count what is pushed, undone, done again and traveled to, and nothing else") {
  CHECK(document.commits() == 0);
  REQUIRE(document.perform(op::SetRadius{{joint}, {0.5f}}));
  CHECK(document.commits() == 1);
  document.begin();
  REQUIRE(document.update(op::SetRadius{{joint}, {0.6f}}));
  CHECK(document.commits() == 1);
  document.cancel();
  CHECK(document.commits() == 1);
  document.begin();
  REQUIRE(document.update(op::SetRadius{{joint}, {0.6f}}));
  CHECK(document.commit("+3 vertices"));
  CHECK(document.commits() == 2);
  CHECK(document.history().steps().back().label.ends_with(", +3 vertices"));
  REQUIRE(document.undo());
  REQUIRE(document.redo());
  CHECK(document.commits() == 4);
  REQUIRE(document.travel(2));
  CHECK(document.commits() == 4);
  REQUIRE(document.travel(0));
  CHECK(document.commits() == 5);
  document.perform(op::SetRadius{{joint}, {NAN}});
  document.mark_saved("human.glb");
  CHECK(document.commits() == 5);
}

TEST_CASE_FIXTURE(Opened,
                  "five thousand steps are kept, traveled to in one go, and what they take is "
                  "what they are counted as") {
  for (int i = 0; i < 5000; ++i)
    REQUIRE(document.perform(op::SetRadius{{joint}, {0.1f + 0.001f * float(i)}}));
  CHECK(document.history().steps().size() == 5001);
  CHECK(document.history().memory() < document.history().memory_cap());
  REQUIRE(document.travel(0));
  CHECK(is_bit_identical(document.scene(), start));
  REQUIRE(document.travel(5000));
  CHECK(joint_named(document.scene(), document.scene().nodes[1].skeleton->joints[3].name).radius ==
        0.1f + 0.001f * 4999.0f);
}
