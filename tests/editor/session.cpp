// Reports of the editor, lengths with as many digits as the figure needs, and the data that opening
// a file adds.
#include "editor/session.h"

#include <filesystem>

#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/file_jobs.h"
#include "editor/files/files_state.h"
#include "editor/length_text.h"
#include "editor/radius_edit.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "io/formats.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

TEST_CASE("a message that is said again stands there once, as the newest") {
  Editor editor = arm_editor();
  editor.now = 1.0;
  say(editor, "a");
  say(editor, "b");
  editor.now = 2.0;
  say(editor, "a", true);
  REQUIRE(editor.toasts.size() == 2);
  CHECK(editor.toasts[0].text == "b");
  CHECK(editor.toasts[1].text == "a");
  CHECK(editor.toasts[1].is_error);
  CHECK(editor.toasts[1].born == 2.0);
}

SOLVED_CASE(
    "A file is measured while it loads, so that the first click builds no graph of its mesh") {
  Editor editor = arm_editor();
  const std::filesystem::path folder = scratch("measured");
  const std::string path = (folder / "arm.glb").string();
  io::save(path, arm_scene(), {});
  Loading reading;
  begin_reading(reading, path, &editor.document.tasks());
  REQUIRE(reading.wait(1e9));
  platform::JobOutcome<LoadedFile> outcome = reading.take();
  REQUIRE(outcome.result);
  LoadedFile& file = *outcome.result;
  const Id mesh = file.deformer->meshes().front().node;
  file.measures.update(file.loaded.scene, *file.deformer);
  const Connectivity* const graph = &file.measures.connectivity(mesh);
  REQUIRE(graph->representative.size() == file.loaded.scene.nodes.front().mesh->positions.size());
  REQUIRE(take_loaded(editor, {LoadRequest::Kind::open, path}, std::move(outcome)));
  CHECK(&measures_of(editor).connectivity(mesh) == graph);
  const float follows = float(measures_of(editor).follows(kElbow).value);
  const float radius = measures_of(editor).fit(kElbow).radius;
  Measures fresh;
  fresh.update(editor.document.scene(), deformed(editor));
  CHECK(follows == float(fresh.follows(kElbow).value));
  CHECK(radius == fresh.fit(kElbow).radius);
  std::filesystem::remove_all(folder);
}

namespace {

/// The arm in units that are a hundred times larger, so that its numbers are small.
Scene small_arm() {
  Scene scene = arm_scene();
  for (Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    auto skeleton = std::make_shared<Skeleton>(*node.skeleton);
    for (Joint& joint : skeleton->joints) {
      joint.bind_local[3] = glm::vec4(0.01f * glm::vec3(joint.bind_local[3]), 1.0f);
      joint.extent *= 0.01f;
      joint.radius *= 0.01f;
    }
    node.skeleton = skeleton;
  }
  return scene;
}

}  // namespace

TEST_CASE("A length is told to a thousandth of the size it belongs to") {
  CHECK(length_text(0.0543f, 1.8f) == "0.054");
  CHECK(length_text(0.000543f, 0.018f) == "0.00054");
  CHECK(length_text(5.43f, 180.0f) == "5.4");
  CHECK(length_text(543.0f, 18000.0f) == "543");
  CHECK(length_digits(0.0f) == 3);
  CHECK(length_digits(1e-30f) == 9);
}

TEST_CASE("The size of a skeleton is the longest way along its bones") {
  const Scene scene = arm_scene();
  CHECK(skeleton_size(scene, kElbow) == doctest::Approx(2.0f));
  CHECK(skeleton_size(scene, kArmSkeleton) == doctest::Approx(2.0f));
  CHECK(skeleton_size(scene, kArmMesh) == 1.0f);
  CHECK(skeleton_size(small_arm(), kElbow) == doctest::Approx(0.02f));
}

SOLVED_CASE("The radius of a small figure does not read 0.000") {
  Editor editor = editor_with(small_arm());
  CHECK(radius_text(editor, kElbow, 0.0006f) == "0.00060");
  CHECK(radii_text(editor, kElbow, {0.006f, 0.003f}) == "0.00600 \u2192 0.00300");
  editor.tab = Tab::rig;
  editor.tool = Tool::radius;
  editor.document.select({kElbow});
  REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {400.0f, 300.0f}}, true));
  CHECK(drag_text(editor).find("Radius elbow   0.00600") == 0);
}
