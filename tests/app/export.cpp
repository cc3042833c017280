// Exports: the file contains what the dialog promises.
#include <algorithm>

#include "app/widgets/spots.h"
#include "editor/bench/bench_model.h"
#include "editor/commands/command_registry.h"
#include "editor/files/browser.h"
#include "editor/files/files_state.h"
#include "editor/session.h"
#include "platform/jobs.h"
#include "support/app_driver.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

/// The arm with its elbow bent and a motion that bends it until this time.
Scene moving_arm(float seconds = 1.0f) {
  Scene scene = arm_with({elbow_motion("Bend", {0.0f, seconds}, {0.0f, 1.287f})});
  edit_skeleton(scene, 1).joints[1].user_local = about_z(0.5f);
  REQUIRE(why_invalid(scene).empty());
  return scene;
}

Scene exported(const Home& home, const char* way) {
  Editor editor = editor_with(moving_arm());
  open_export_browser(editor, editor.bench, editor.files, way);
  FileBrowser& browser = *editor.files.browser;
  enter_folder(browser, home.path());
  browser.name = std::string(way) + ".glb";
  if (const auto file = choose(*editor.files.browser)) finish_browser(editor, file->string());
  REQUIRE_FALSE(editor.files.browser);
  return io::load(home.path() / (std::string(way) + ".glb")).scene;
}

/// The arm with a motion of minutes and a blend that glTF lacks: computing its correctives lasts
/// many frames.
Scene long_arm() {
  Scene scene = moving_arm(300.0f);
  edit_skeleton(scene, 1).blend = Blend::dual_quaternion;
  return scene;
}

const io::ExportWay& correctives() { return *io::find_export_way("corrected"); }

void wait_for_share(const Editor& editor) {
  while (editor.files.saving.writing.progress().share() == 0.0f) platform::pause(1.0);
}

bool has_skeleton(const Scene& scene) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(),
                     [](const Node& node) { return node.skeleton != nullptr; });
}

}  // namespace

HOME_CASE("Each way writes what it says: rig and motions, the rig in its pose, the surface alone") {
  const Scene animation = exported(home, "animation"), pose = exported(home, "pose"),
              posed = exported(home, "posed");
  CHECK(animation.motions.size() == 1);
  CHECK(has_skeleton(animation));
  CHECK(pose.motions.empty());
  CHECK(has_skeleton(pose));
  CHECK(posed.motions.empty());
  CHECK_FALSE(has_skeleton(posed));
}

TEST_CASE("A file whose name ends in .vrm gets what VRM needs, whichever program is chosen") {
  FileBrowser browser;
  browser.task = FileTask::export_scene;
  browser.name = "figure.vrm";
  CHECK(export_choice(browser).preset == find_export_preset("vrm"));
  CHECK(words_below(browser).starts_with("VRM 1.0: at rest"));
  browser.name = "figure.glb";
  CHECK(export_choice(browser).preset == nullptr);
}

TEST_CASE("What a way loses is said, and what the typed format loses when that is more") {
  Editor editor = editor_with(moving_arm());
  open_export_browser(editor, editor.bench, editor.files, "animation");
  FileBrowser& browser = *editor.files.browser;
  CHECK(contains(loss_of(browser), "stored poses"));
  CHECK_FALSE(contains(loss_of(browser), "motions"));
  choose_way(browser, 2);
  CHECK(loss_of(browser).find("motions") == 0);
  choose_way(browser, 3);
  CHECK(loss_of(browser).find("skeletons") == 0);
  browser.name = "x.obj";
  CHECK(contains(loss_of(browser), "the camera"));
}

HOME_CASE("A format without rigs is refused for one, and makes way when the rig is chosen") {
  Editor editor = editor_with(moving_arm());
  open_export_browser(editor, editor.bench, editor.files, "animation");
  FileBrowser& browser = *editor.files.browser;
  enter_folder(browser, home.path());
  browser.name = "arm.obj";
  if (const auto file = choose(*editor.files.browser)) finish_browser(editor, file->string());
  REQUIRE(editor.files.browser);
  CHECK(contains(browser.problem, "Wavefront OBJ holds the posed surface alone"));
  choose_way(browser, 3);
  CHECK(browser.problem.empty());
  CHECK(browser.name == "arm.obj");
  choose_way(browser, 2);
  CHECK(browser.name == "arm.glb");
}

SOLVED_HOME_CASE(
    "An export that is canceled leaves no file and the scene as it was; another one works") {
  const std::filesystem::path folder = home.path() / "to";
  std::filesystem::create_directory(folder);
  const std::string file = (folder / "arm.glb").string();
  Editor editor = editor_with(long_arm());
  const Scene before = editor.document.scene();
  editor.files.saving.patience = 0.0;
  REQUIRE(export_scene(editor, editor.files, file, correctives()));
  REQUIRE(is_saving(editor.files));
  wait_for_share(editor);
  REQUIRE(can_stop_export(editor.files));
  stop_export(editor.files);
  CHECK_FALSE(can_stop_export(editor.files));
  REQUIRE(editor.files.saving.writing.wait(1e9));
  CHECK(advance_saving(editor));
  CHECK_FALSE(is_saving(editor.files));
  CHECK(names_in(folder).empty());
  CHECK(editor.document.scene() == before);
  CHECK_FALSE(editor.document.is_dirty());
  CHECK(editor.toasts.back().text == "Canceled: arm.glb was not written");
  CHECK_FALSE(editor.toasts.back().is_error);
  editor.files.saving.patience = 1e9;
  REQUIRE(export_scene(editor, editor.files, file, io::export_ways()[0]));
  CHECK(names_in(folder).size() == 1);
  editor.files.saving.patience = 0.0;
  REQUIRE(export_scene(editor, editor.files, file, correctives()));
  stop_export(editor.files);
  REQUIRE(editor.files.saving.writing.wait(1e9));
  advance_saving(editor);
  CHECK(names_in(folder).size() == 1);  // the one before, whole
  CHECK(io::load(file).scene.motions.size() == 1);
}

SOLVED_HOME_CASE("Correctives for a place that cannot be written are not begun") {
  Editor editor = editor_with(long_arm());
  const std::string file = (home.path() / "nowhere" / "arm.glb").string();
  CHECK_FALSE(export_scene(editor, editor.files, file, correctives()));
  CHECK(editor.toasts.back().is_error);
  CHECK(contains(editor.toasts.back().text, "the folder does not exist"));
}

HOME_CASE("A file that is saved is no export, and cannot be canceled") {
  Editor editor = editor_with(moving_arm());
  editor.files.saving.patience = 0.0;
  REQUIRE(save_file(editor, editor.files, (home.path() / "arm.glb").string()));
  CHECK_FALSE(can_stop_export(editor.files));
  while (is_saving(editor.files)) advance_saving(editor);
  CHECK_FALSE(editor.document.is_dirty());
}

SOLVED_HOME_CASE("The card of an export shows how far it is; its Cancel and Esc end it") {
  const std::string source = (home.path() / "arm.glb").string(),
                    file = (home.path() / "baked.glb").string();
  io::save(source, long_arm(), {});
  const auto driver = window_with(source);
  Editor& editor = driver->editor();
  for (const bool by_key : {false, true}) {
    editor.files.saving.patience = 0.0;
    REQUIRE(export_scene(editor, editor.files, file, correctives()));
    wait_for_share(editor);
    editor.files.saving.began -= 1.0;
    for (int frame = 0; frame < 3; ++frame) {
      driver->push_motion({400.0f, 300.0f + float(frame)});
      driver->app().step();
    }
    const std::optional<glm::vec2> cancel = spot("Cancel");
    REQUIRE(cancel);
    if (by_key)
      driver->key(SDLK_ESCAPE);
    else
      driver->click(*cancel);
    driver->settle();
    CHECK_FALSE(is_saving(editor.files));
    CHECK_FALSE(spot("Cancel"));
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK(editor.toasts.back().text == "Canceled: baked.glb was not written");
  }
}

HOME_CASE("The menu's two exports open one dialog on their way; a press changes it") {
  const std::string file = saved(home, "arm.glb", moving_arm());
  const auto driver = window_with(file);
  run_command(driver->editor(), "file.export_posed");
  driver->move({4.0f, 4.0f});
  REQUIRE(driver->editor().files.browser);
  CHECK(driver->editor().files.browser->way == 3);
  driver->press("Rig in its pose");
  CHECK(driver->editor().files.browser->way == 2);
}
