// Files whose normals point away from their faces: a question, its answer, and the menu's way.
#include <algorithm>

#include "editor/bench/fit_radii.h"
#include "editor/broken_meshes.h"
#include "editor/commands/command_registry.h"
#include "editor/files/files_state.h"
#include "editor/files/load_questions.h"
#include "editor/files/mesh_check.h"
#include "editor/viewport_state.h"
#include "io/formats.h"
#include "scene/normals.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The arm with the normals of its lower quarter turned inwards.
Scene turned_arm() {
  Scene scene = arm_scene();
  auto mesh = std::make_shared<Mesh>(with_recalculated_normals(*scene.nodes[0].mesh));
  for (std::size_t v = 0; v < mesh->positions.size(); ++v)
    if (mesh->positions[v].y < 0.5f) mesh->normals[v] = -mesh->normals[v];
  scene.nodes[0].mesh = mesh;
  return scene;
}

/// The mesh with its seventh face turned inwards.
std::shared_ptr<const Mesh> with_turned_face(Mesh mesh) {
  for (auto* corners : {&mesh.corner_vertex, &mesh.corner_normal, &mesh.corner_uv})
    if (!corners->empty())
      std::reverse(corners->begin() + mesh.face_begin[7], corners->begin() + mesh.face_begin[8]);
  return std::make_shared<const Mesh>(std::move(mesh));
}

const Mesh& arm_mesh(const Editor& editor) { return *editor.document.scene().nodes[0].mesh; }

}  // namespace

TEST_CASE("turned normals are asked about; the answer is one step, undo brings the file's back") {
  Editor editor = editor_with(turned_arm());
  const std::shared_ptr<const Mesh> as_in_file = editor.document.scene().nodes[0].mesh;
  ask_about_normals(editor, editor.files, 0);
  REQUIRE(normals_question(editor, editor.files) != nullptr);
  CHECK(editor.files.loading.normals->share > kMaxFlippedShare);
  REQUIRE(editor.files.load_warnings.size() == 1);
  CHECK(editor.files.load_warnings[0].find("Arm: on ") == 0);
  CHECK(contains(editor.files.load_warnings[0], "normals point inward"));
  CHECK(editor.document.scene().nodes[0].mesh == as_in_file);
  const std::size_t steps = editor.document.history().steps().size();
  recalculate_asked(editor, editor.files);
  CHECK(editor.document.history().steps().size() == steps + 1);
  CHECK(flipped_share(arm_mesh(editor)) < 1e-6);
  CHECK(normals_question(editor, editor.files) == nullptr);
  editor.document.undo();
  CHECK(editor.document.scene().nodes[0].mesh == as_in_file);
}

TEST_CASE(
    "good normals are not asked about, and a question goes with its mesh or when it is left") {
  Editor editor = arm_editor();
  ask_about_normals(editor, editor.files, 0);
  CHECK(normals_question(editor, editor.files) == nullptr);
  CHECK(editor.files.load_warnings.empty());
  Editor turned = editor_with(turned_arm());
  ask_about_normals(turned, turned.files, 0);
  REQUIRE(normals_question(turned, turned.files) != nullptr);
  REQUIRE(perform(turned, op::DeleteNode{kArmMesh}));
  CHECK(normals_question(turned, turned.files) == nullptr);
  turned.document.undo();
  CHECK(normals_question(turned, turned.files) != nullptr);
  forget_normals(turned.files);
  CHECK(normals_question(turned, turned.files) == nullptr);
  ask_about_normals(turned, turned.files, 1);
  CHECK(normals_question(turned, turned.files) == nullptr);
}

TEST_CASE("the menu recalculates what is selected, else all meshes") {
  Editor editor = editor_with(turned_arm());
  REQUIRE(run_command(editor, "rig.normals"));
  CHECK(flipped_share(arm_mesh(editor)) < 1e-6);
  CHECK(last_step(editor) == "Recalculate normals of Arm");
  Editor empty = editor_with(Scene());
  CHECK_FALSE(run_command(empty, "rig.normals"));
}

TEST_CASE("the menu examines meshes and repairs them, one step each") {
  Scene scene = turned_arm();
  scene.nodes[0].mesh = with_turned_face(*scene.nodes[0].mesh);
  Editor editor = editor_with(std::move(scene));
  const Mesh broken = arm_mesh(editor);
  CHECK(examine(broken).flipped_faces.size() == 1);
  REQUIRE(run_command(editor, "mesh.examine"));
  CHECK(editor.document.history().steps().size() == 1);
  // The card lists the fault, and the picture marks its face.
  const MeshCheckState& check = editor.files.mesh_check;
  REQUIRE(check.is_open);
  REQUIRE(check.rows.size() == 1);
  CHECK(check.rows[0].words == "1 flipped face");
  CHECK(check.rows[0].cure->cure == MeshCure::orient);
  advance_mesh_check(editor);
  REQUIRE(editor.viewport.faults.contains(kArmMesh));
  CHECK(editor.viewport.faults.at(kArmMesh)->size() == 4);
  cure_meshes(editor, *check.rows[0].cure);
  CHECK(examine(arm_mesh(editor)).flipped_faces.empty());
  CHECK(last_step(editor) == "Orient faces");
  // It follows the scene: nothing is left, then undo brings the fault back and Examine finds it.
  advance_mesh_check(editor);
  CHECK_FALSE(check.is_open);
  advance_mesh_check(editor);
  CHECK(editor.viewport.faults.empty());
  REQUIRE(run_command(editor, "mesh.orient"));
  CHECK(editor.document.history().steps().size() == 2);
  editor.document.undo();
  CHECK(arm_mesh(editor) == broken);
  REQUIRE(run_command(editor, "mesh.orient"));  // without the card
  CHECK(editor.document.history().steps().size() == 2);
  CHECK(examine(arm_mesh(editor)).flipped_faces.empty());
}

TEST_CASE("faults of a file are noted; a card opens only where they hinder rigging") {
  Scene scene = turned_arm();
  scene.nodes[0].mesh = with_turned_face(*scene.nodes[0].mesh);
  Editor rigged = editor_with(scene);
  check_opened_meshes(rigged, 0);
  REQUIRE(rigged.files.load_warnings.size() == 1);
  CHECK(rigged.files.load_warnings[0].find("Arm: 1 flipped face; Rig > Mesh > Examine") == 0);
  CHECK_FALSE(rigged.files.mesh_check.is_open);
  scene.nodes[0].bound_to = kNoId;
  Editor bound_later = editor_with(scene);
  check_opened_meshes(bound_later, 0);
  CHECK(bound_later.files.mesh_check.is_open);
  REQUIRE(perform(bound_later, op::Bind{kArmMesh, kArmSkeleton}));
  advance_mesh_check(bound_later);
  CHECK_FALSE(bound_later.files.mesh_check.is_open);
  Editor unbound = editor_with(std::move(scene));
  check_opened_meshes(unbound, 0);
  CHECK(unbound.files.mesh_check.is_open);
  // The card closes with the document.
  replace_document(unbound, Document(unbound.document.tasks(), arm_scene(), "Open"));
  CHECK_FALSE(unbound.files.mesh_check.is_open);
}

SOLVED_CASE("repaired meshes are covered after Fit all radii, like the sound one") {
  Scene scene = io::load((media() / "human.glb").string()).scene;
  const auto body = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                 [](const Node& node) { return node.mesh != nullptr; });
  const Mesh good = bare(*body->mesh);
  std::mt19937 random(41);
  for (const Broken& broken : broken_meshes(good, random)) {
    CAPTURE(broken.how);
    body->mesh = std::make_shared<const Mesh>(broken.mesh);
    Editor editor = editor_with(scene);
    for (const MeshCureRow& row : kMeshCures) cure_meshes(editor, row);
    CHECK(find_node(editor.document.scene(), body->id)->mesh->positions.size() ==
          good.positions.size());
    CHECK(fit_radii(editor, {}).uncovered == 0);
    CHECK(coverage(deformed(editor)).uncovered == 0);
  }
}
