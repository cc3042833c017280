// What the editor reports, and what a file brings along when it opens.
#include "editor/session.h"

#include <filesystem>

#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/file_jobs.h"
#include "editor/files/files_state.h"
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
