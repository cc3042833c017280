// Touch-ups as edits: strokes, strength, removal, and the effect of other edits.
#include "edit/mirror.h"
#include "edit/support.h"
#include "support/sided_rig.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Rows of one entry each.
TouchUps rows_of(std::initializer_list<std::tuple<std::uint32_t, Id, float>> rows) {
  TouchUps touch_ups;
  for (const auto& [vertex, joint, difference] : rows) {
    touch_ups.joint.push_back(joint);
    touch_ups.difference.push_back(difference);
    touch_ups.end_row(vertex);
  }
  return touch_ups;
}

struct Body {
  Random random{5};
  Scene scene = full_scene(random);
  Id mesh = scene.nodes[2].id;
  Id joint = scene.nodes[1].skeleton->joints[3].id, other = scene.nodes[1].skeleton->joints[5].id;
  op::PaintWeights stroke{mesh, Brush::add, joint, rows_of({{1, joint, 0.5f}, {4, joint, 0.25f}})};
};

/// A body whose two halves are mirror images, bound to a rig with sides.
Scene sided_scene(Random& random) {
  Scene scene = scene_of(sided_skeleton(random));
  auto mesh = std::make_shared<Mesh>();
  for (int v = 0; v < 40; ++v) {
    const glm::vec3 point = random.vec3(2.0f);
    mesh->positions.push_back({std::abs(point.x) + 0.05f, point.y, point.z});
    mesh->positions.push_back({-std::abs(point.x) - 0.05f, point.y, point.z});
  }
  for (int v = 0; v < 3; ++v) mesh->positions.push_back({0.0f, random.uniform(), random.uniform()});
  for (std::uint32_t v = 0; v + 2 < mesh->positions.size(); ++v) {
    mesh->corner_vertex.insert(mesh->corner_vertex.end(), {v, v + 1, v + 2});
    mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
  }
  scene.nodes.push_back({.id = 2, .name = "body", .mesh = mesh, .bound_to = 1});
  return scene;
}

}  // namespace

TEST_CASE_FIXTURE(Body, "a stroke replaces rows, and takes away those without entries") {
  const Scene painted = applied_to(scene, stroke);
  REQUIRE(painted.nodes[2].touch_ups);
  CHECK(*painted.nodes[2].touch_ups == stroke.changed);
  op::PaintWeights second{mesh, Brush::smooth, kNoId, rows_of({{2, other, -1.0f}})};
  second.changed.end_row(4);
  const Scene again = applied_to(painted, second);
  CHECK(*again.nodes[2].touch_ups == rows_of({{1, joint, 0.5f}, {2, other, -1.0f}}));
  op::PaintWeights rubbed{mesh, Brush::erase, kNoId, {}};
  rubbed.changed.end_row(1);
  rubbed.changed.end_row(2);
  CHECK(applied_to(again, rubbed).nodes[2].touch_ups == nullptr);
  CHECK(applied_to(painted, stroke) == painted);  // shared: an edit without effect
}

TEST_CASE_FIXTURE(Body, "strokes that do not fit are refused in words") {
  op::PaintWeights bad = stroke;
  bad.mesh_node = scene.nodes[5].id;
  check_refused(scene, bad, "no mesh");
  bad.mesh_node = scene.nodes[4].id;
  check_refused(scene, bad, "follows no skeleton");
  bad = stroke;
  bad.joint = 9999;
  check_refused(scene, bad, "9999");
  bad = stroke;
  bad.changed.vertices.back() = 100000;
  check_refused(scene, bad, "does not fit");
  bad = stroke;
  std::swap(bad.changed.vertices[0], bad.changed.vertices[1]);
  check_refused(scene, bad, "ascend");
  for (const float wrong : {1.5f, -1.5f, NAN, INFINITY}) {
    bad = stroke;
    bad.changed.difference[0] = wrong;
    check_refused(scene, bad, "between -1 and 1");
  }
  bad = stroke;
  bad.changed.row_begin.pop_back();
  check_refused(scene, bad, "rows");
}

TEST_CASE_FIXTURE(Body, "touch-ups can be dialed down and removed, and come back by undo") {
  Document document(implementation(), scene, "Open");
  REQUIRE(document.perform(stroke));
  REQUIRE(document.perform(op::SetTouchUpStrength{mesh, 0.25f}));
  CHECK(document.scene().nodes[2].touch_up_strength == 0.25f);
  REQUIRE(document.perform(op::SetTouchUpStrength{mesh, 7.0f}));
  CHECK(document.scene().nodes[2].touch_up_strength == 1.0f);
  CHECK_FALSE(document.perform(op::SetTouchUpStrength{mesh, NAN}));
  const Scene painted = document.scene();
  REQUIRE(document.perform(op::RemoveTouchUps{mesh}));
  CHECK(document.scene().nodes[2].touch_ups == nullptr);
  REQUIRE(document.undo());
  CHECK(bits_of(document.scene()) == bits_of(painted));
  while (document.undo()) continue;
  CHECK(bits_of(document.scene()) == bits_of(scene));
  while (document.redo()) continue;
  CHECK(document.scene().nodes[2].touch_ups == nullptr);
}

TEST_CASE_FIXTURE(Body, "an imported copy has its touch-ups, under the ids of its own joints") {
  const Scene painted = applied_to(scene, stroke);
  const Scene twice = applied_to(painted, op::AddNodes{painted});
  REQUIRE(twice.nodes.size() == 2 * painted.nodes.size());
  const Node& copy = twice.nodes[painted.nodes.size() + 2];
  const Skeleton& skeleton = *twice.nodes[painted.nodes.size() + 1].skeleton;
  REQUIRE(copy.touch_ups);
  CHECK(copy.touch_ups->vertices == stroke.changed.vertices);
  CHECK(copy.touch_ups->difference == stroke.changed.difference);
  for (const Id id : copy.touch_ups->joint) CHECK(joint_index(skeleton, id) == 3);
}

TEST_CASE_FIXTURE(Body, "unbinding and deleting joints keep touch-ups for when they are back") {
  const Scene painted = applied_to(scene, stroke);
  const Scene unbound = applied_to(painted, op::Bind{mesh, kNoId});
  CHECK(unbound.nodes[2].touch_ups == painted.nodes[2].touch_ups);
  const Scene less = applied_to(painted, op::DeleteJoint{joint});
  CHECK(less.nodes[2].touch_ups == painted.nodes[2].touch_ups);
  const Scene fresh = applied_to(painted, op::RecalculateNormals{{mesh}});
  CHECK(fresh.nodes[2].touch_ups == painted.nodes[2].touch_ups);
}

SOLVED_CASE("mirroring a side mirrors its touch-ups: partners at the mirrored vertices") {
  for (auto& random : seeds<Random>(1, 21)) {
    const Scene plain = sided_scene(random);
    const std::vector<Joint>& joints = plain.nodes[0].skeleton->joints;
    TouchUps touch_ups;
    for (std::uint32_t v = 0; v < plain.nodes[1].mesh->positions.size(); ++v) {
      if (random.chance(0.5f)) continue;
      for (const Joint& joint : joints)
        if (random.chance(0.3f)) {
          touch_ups.joint.push_back(joint.id);
          touch_ups.difference.push_back(random.uniform(-1.0f, 1.0f));
        }
      if (touch_ups.joint.size() > touch_ups.row_begin.back()) touch_ups.end_row(v);
    }
    Scene scene = plain;
    scene.nodes[1].touch_ups = std::make_shared<const TouchUps>(touch_ups);
    const bool left_to_right = random.chance(0.5f);
    const Scene mirrored = applied_to(scene, op::MirrorSide{1, {}, left_to_right});
    REQUIRE(mirrored.nodes[1].touch_ups);
    const TouchUps& after = *mirrored.nodes[1].touch_ups;
    const auto row = [&](const TouchUps& of, std::uint32_t vertex) {
      std::vector<std::pair<Id, float>> entries;
      const auto at = std::find(of.vertices.begin(), of.vertices.end(), vertex);
      if (at == of.vertices.end()) return entries;
      const auto n = std::size_t(at - of.vertices.begin());
      for (std::uint32_t k = of.row_begin[n]; k < of.row_begin[n + 1]; ++k)
        entries.emplace_back(of.joint[k], of.difference[k]);
      return entries;
    };
    for (std::uint32_t v = 0; v < 80; v += 2) {  // even: x > 0, left by these rigs' names
      const std::uint32_t from = left_to_right ? v : v + 1, to = left_to_right ? v + 1 : v;
      CHECK(row(after, from) == row(touch_ups, from));
      std::vector<std::pair<Id, float>> image = row(touch_ups, from);
      for (auto& [joint, difference] : image)
        if (const Id partner = mirror_partner(scene, joint); partner != kNoId) joint = partner;
      std::sort(image.begin(), image.end());
      CHECK(row(after, to) == image);
    }
    for (std::uint32_t v = 80; v < 83; ++v) CHECK(row(after, v) == row(touch_ups, v));
    CHECK(applied_to(mirrored, op::MirrorSide{1, {}, left_to_right}).nodes[1].touch_ups ==
          mirrored.nodes[1].touch_ups);
  }
}
